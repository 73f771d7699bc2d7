import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, test } from 'vitest';
import { castRay, collisionSystem, createCollision, mesh } from '../../../../entry/3d.ts';
import { castRayTriangle } from '../../../../src/3d/geometry/ray/cast-ray-triangle.ts';
import { readTriangleMesh, writeCorners } from '../../../../src/3d/geometry/tree/triangle-mesh.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';

const SEED = 812;
const SIDE = 12;

/** Stairs of squares with whole coordinates, each cut in two: rays of whole numbers meet edges and corners. */
function makeStairs(scale: number) {
  const positions: number[] = [];
  const quad = (...corners: (readonly number[])[]) => {
    const [a, b, c, d] = corners;
    positions.push(...[a, b, c, a, c, d].flat().map((value) => scale * value));
  };
  for (let step = 0; step < SIDE; step++) {
    for (let z = 0; z < SIDE; z++) {
      quad([step, step, z], [step, step, z + 1], [step + 1, step, z + 1], [step + 1, step, z]);
      quad([step + 1, step, z], [step + 1, step, z + 1], [step + 1, step + 1, z + 1], [step + 1, step + 1, z]);
    }
  }
  return readTriangleMesh('stairs', Float64Array.from(positions), undefined);
}

for (const scale of [1, 2 ** -10, 2 ** 13]) {
  test(`rays along, in and through edges of stairs of ${scale} meet what brute force meets`, () => {
    const rng = createRng(SEED);
    const surface = makeStairs(scale);
    const world = createWorld();
    const { Collider, Static, Transform } = createCollision(world);
    const entity = addEntity(world);
    addComponent(world, entity, Static);
    addComponent(world, entity, set(Transform, {}));
    addComponent(world, entity, set(Collider, mesh(surface.positions)));
    collisionSystem(world);
    const corners = new Float64Array(9);
    const hit = new Float64Array(6);
    const whole = (): number => Math.floor(rng.next() * (2 * SIDE + 1)) / 2;
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < effort(1500, 400); i++) {
      const from = [whole() - 1, whole(), whole()];
      const way = [0, 1, 2].map((axis) => (i % 4 === axis ? 0 : Math.floor(rng.next() * 5) - 2));
      if (way.every((value) => value === 0)) continue;
      const ray = [...from, ...way].map((value) => scale * value);
      let best = Infinity;
      for (let t = 0; t < surface.triangleCount; t++) {
        writeCorners(corners, 0, surface, t);
        best = Math.min(best, castRayTriangle(hit, 0, ray, 0, Infinity, corners, 0));
      }
      const [x, y, z, dx, dy, dz] = ray;
      const found = castRay(world, { x, y, z }, { x: dx, y: dy, z: dz });
      expect(found?.fraction ?? Infinity, `seed ${SEED}, ray ${ray.join(' ')}`).toBe(best);
      if (best < Infinity) hits++;
      else misses++;
    }
    expect(Math.min(hits, misses)).toBeGreaterThan(100);
  });
}
