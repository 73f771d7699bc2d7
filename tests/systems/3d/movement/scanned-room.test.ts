import { expect, it } from 'vitest';
import { capsule, castRay, mesh } from '../../../../entry/3d.ts';
import { livingRoom } from '../../../../examples/shared/living-room.ts';
import { closestPointsSegmentTriangle } from '../../../../src/3d/geometry/closest/closest-points-segment-triangle.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, depthOf, NO_TURN, Walker } from '../../../support/movement-3d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1, z: 0 };
const RADIUS = 0.25;
const HALF_HEIGHT = 0.6;
const SHAPE = capsule(RADIUS, HALF_HEIGHT);
const SKIN = 0.005;
const SPEED = 1.5;
const RATES = [30, 60, 120, 240];

/** The squared distance of a capsule's axis from the nearest triangle, asked of each one. */
function axisDistance({ positions, index }: ReturnType<typeof livingRoom>, x: number, y: number, z: number): number {
  const axis = Float64Array.of(x, y - HALF_HEIGHT, z, x, y + HALF_HEIGHT, z);
  const corners = new Float64Array(9);
  const found = new Float64Array(16);
  let least = Infinity;
  for (let i = 0; i < index.length; i += 3) {
    let isNear = true;
    for (let k = 0; k < 3; k++) for (let c = 0; c < 3; c++) corners[3 * k + c] = positions[3 * index[i + k] + c];
    for (let c = 0; c < 3 && isNear; c++) {
      const low = Math.min(corners[c], corners[3 + c], corners[6 + c]);
      const high = Math.max(corners[c], corners[3 + c], corners[6 + c]);
      isNear = low <= Math.max(axis[c], axis[3 + c]) + 1 && high >= Math.min(axis[c], axis[3 + c]) - 1;
    }
    if (isNear) least = Math.min(least, closestPointsSegmentTriangle(found, 0, axis, 0, corners, 0));
  }
  return Math.sqrt(least);
}

it('a scanned room of 62,102 triangles is walked at any rate, never into a triangle, through a wall or out of it', () => {
  const scan = livingRoom();
  const game = createMoverWorld();
  game.add(mesh(scan.positions, scan.index, { oneSided: true }));
  game.tick();
  const walks = effort(1000, 3);
  const ticks = effort(1000, 60);
  for (let walk = 0; walk < walks; walk++) {
    const rng = createRng(1000 + walk);
    const rate = RATES[walk % RATES.length];
    let place = { x: 0, y: 1, z: 0 };
    do place = { x: rng.range(-2.8, 2.8), y: 1, z: rng.range(-2.2, 2.2) };
    while (
      depthOf(game.world, { shape: SHAPE, ...place, rotation: NO_TURN }, 0.02) !== -Infinity ||
      castRay(game.world, place, { x: 0, y: -3, z: 0 }) === undefined
    );
    const options = { up: UP, stepHeight: 0.3, snapDistance: 0.3, skin: SKIN };
    const walker = new Walker(game.world, SHAPE, place.x, place.y, place.z, options);
    let [dx, fall, dz] = [0, 0, 0];
    for (let i = 0; i < ticks; i++) {
      if (i % 30 === 0) {
        const angle = rng.range(-Math.PI, Math.PI);
        dx = (SPEED / rate) * Math.cos(angle);
        dz = (SPEED / rate) * Math.sin(angle);
      }
      fall = walker.result.grounded ? 1 : Math.min(20, fall + 9.8 / rate);
      const { x, y, z } = walker.pose;
      const { pose, result } = walker;
      walker.move(dx, -fall / rate, dz);
      const about = `walk ${walk}, tick ${i}`;
      expect(result.penetration, about).toBe(0);
      expect(walker.depth(), about).toBe(-Infinity);
      const way = { x: pose.x - x, y: pose.y - y, z: pose.z - z };
      if (Math.hypot(way.x, way.y, way.z) > 0)
        expect(castRay(game.world, { x, y, z }, way, { maxFraction: 1 }), about).toBeUndefined();
      expect(pose.y, about).toBeGreaterThan(0.5);
      expect(Math.max(Math.abs(pose.x) / 3.2, Math.abs(pose.z) / 2.7), about).toBeLessThan(1);
      if (i % 20 === 19) expect(axisDistance(scan, pose.x, pose.y, pose.z), about).toBeGreaterThan(RADIUS + SKIN / 4);
    }
  }
});
