import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../../../entry/3d.ts';
import { createMoverWorld, Walker } from '../../../support/movement-3d.ts';
import { gridMesh } from '../../../support/movers-3d.ts';

const BALL = sphere(0.35);

describe('a mover whose way up is its own in each tick', () => {
  it('walks once round a planet at one height, never off the ground, and back to its place', () => {
    const game = createMoverWorld();
    game.add(sphere(10), 3, -2, 5);
    game.tick();
    const up = { x: 0, y: 1, z: 0 };
    const walker = new Walker(game.world, BALL, 3, -2 + 10.37, 5, { up, skin: 0.01, snapDistance: 0.1 });
    const { pose } = walker;
    const heights: number[] = [];
    let angle = 0;
    for (let i = 0; i < 800 && angle < 2 * Math.PI; i++) {
      const [x, y] = [pose.x - 3, pose.y + 2];
      const far = Math.hypot(x, y);
      up.x = x / far;
      up.y = y / far;
      walker.move(0.1 * up.y - 0.02 * up.x, -0.1 * up.x - 0.02 * up.y, 0);
      expect(walker.result.grounded).toBe(true);
      expect(walker.depth()).toBe(-Infinity);
      heights.push(Math.hypot(pose.x - 3, pose.y + 2, pose.z - 5) - 10);
      expect(Math.abs(pose.z - 5)).toBeLessThan(1e-9);
      // The angle from one place to the next, by the cross product.
      angle += Math.asin((y * (pose.x - 3) - x * (pose.y + 2)) / (far * Math.hypot(pose.x - 3, pose.y + 2)));
    }
    expect(angle).toBeGreaterThan(2 * Math.PI);
    // 2π · 10.36 units, a tenth in each tick.
    expect(Math.abs(heights.length - 651)).toBeLessThan(8);
    for (const height of heights.slice(1)) expect(Math.abs(height - 0.355)).toBeLessThan(0.0051);
  });

  it.each([
    ['x', { x: 1, y: 0, z: 0 }],
    ['−y', { x: 0, y: -1, z: 0 }],
    ['a diagonal', { x: 2 / 7, y: 3 / 7, z: -6 / 7 }],
  ])('climbs a step of boxes along %s as along y', (_, up) => {
    const game = createMoverWorld();
    // The turn that leads from y to `up`: half-way between the two, by a half turn.
    const half = up.y === -1 ? { x: 1, y: 0, z: 0 } : { x: up.x, y: 1 + up.y, z: up.z };
    const length = Math.hypot(half.x, half.y, half.z);
    const turn = { x: half.x / length, y: half.y / length, z: half.z / length, w: 0 };
    const at = (x: number, y: number, z: number): [number, number, number] => {
      const along = 2 * (x * turn.x + y * turn.y + z * turn.z);
      return [along * turn.x - x, along * turn.y - y, along * turn.z - z];
    };
    game.add(
      gridMesh(12, () => 0),
      0,
      0,
      0,
      turn,
    );
    game.add(box(1, 0.2, 3), ...at(2, 0, 0), turn);
    game.tick();
    const options = { up, skin: 0.01, stepHeight: 0.3, snapDistance: 0.3 };
    const walker = new Walker(game.world, BALL, ...at(-1, 0.4, 0.1), options);
    const way = at(0.05, -0.02, 0);
    for (let i = 0; i < 50; i++) walker.move(...way);
    // The same turn leads back.
    const [x, y, z] = at(walker.pose.x, walker.pose.y, walker.pose.z);
    expect(x).toBeGreaterThan(1.2);
    expect(Math.abs(y - 0.555)).toBeLessThan(0.0051);
    expect(Math.abs(z - 0.1)).toBeLessThan(1e-6);
    expect(walker.result.grounded).toBe(true);
  });
});
