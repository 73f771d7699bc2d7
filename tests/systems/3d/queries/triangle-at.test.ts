import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  castRay,
  collisionSystem,
  createCollision,
  heightfield,
  mesh,
  type ShapeSpec,
  sphere,
  type TrianglePlace,
  triangleAt,
  triangleCornersAt,
} from '../../../../entry/3d.ts';
import { createRng } from '../../../support/rng.ts';
import { makeTerrain, unshare } from '../../../support/surface-meshes.ts';

const rng = createRng(12);
const terrain = makeTerrain(6, 5, () => rng.range(0, 2));
const soup = unshare(rng, terrain).positions;
const heights = Float64Array.from({ length: 7 * 6 }, () => rng.range(0, 2));
const SURFACES: Record<string, readonly [shape: ShapeSpec, vertex: (i: number) => number[]]> = {
  'mesh with an index': [
    mesh(terrain.positions, terrain.index),
    (i) => Array.from(terrain.positions.subarray(3 * i, 3 * i + 3)),
  ],
  'mesh without': [mesh(soup), (i) => Array.from(soup.subarray(3 * i, 3 * i + 3))],
  heightfield: [heightfield(heights, 7, 6, 1), (i) => [i % 7, heights[i], Math.floor(i / 7)]],
};

it.each(Object.keys(SURFACES))('says where on its triangle a hit on a %s is', (name) => {
  const [shape, vertex] = SURFACES[name];
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  // Turned by a half about y, twice as large, and elsewhere.
  addComponent(world, eid, set(Transform, { x: 20, y: 3, z: -4, qy: 1, qw: 0, scale: 2 }));
  addComponent(world, eid, set(Collider, shape));
  collisionSystem(world);
  const out = {} as TrianglePlace;
  for (let i = 0; i < 50; i++) {
    const hit = castRay(world, { x: 20 - rng.range(2, 11), y: 20, z: -4 - rng.range(2, 9) }, { x: 0.1, y: -1, z: 0.1 });
    const at = triangleAt(world, hit!, out)!;
    expect(at).toBe(out);
    expect(at.triangle).toBe(hit!.child);
    expect(at.weightA + at.weightB + at.weightC).toBeCloseTo(1, 12);
    const [a, b, c] = [vertex(at.vertexA), vertex(at.vertexB), vertex(at.vertexC)];
    const [x, y, z] = [0, 1, 2].map((k) => at.weightA * a[k] + at.weightB * b[k] + at.weightC * c[k]);
    expect([20 - 2 * x, 3 + 2 * y, -4 - 2 * z]).toEqual([hit!.x, hit!.y, hit!.z].map((v) => expect.closeTo(v, 9)));
  }
});

it('knows nothing of other shapes, and refuses what is no triangle', () => {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const [ball, floor] = [sphere(1), mesh(soup)].map((shape) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, {}));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  });
  collisionSystem(world);
  const hit = { child: 0, x: 0, y: 1, z: 0 };
  expect(triangleAt(world, { ...hit, entity: ball })).toBeUndefined();
  expect(() => triangleAt(world, { ...hit, entity: floor, child: 60 })).toThrow(/hit\.child must be a triangle/);
  expect(triangleCornersAt(world, { ...hit, entity: ball })).toBeUndefined();
  expect(() => triangleCornersAt(world, { entity: floor, child: -1 })).toThrow(/hit\.child must be a triangle/);
  expect(() => triangleAt(world, { ...hit, entity: 99 })).toThrow(/hit\.entity must be one with a collider/);
});

it.each(Object.keys(SURFACES))('says where in the world the corners of a triangle of a %s are', (name) => {
  const [shape] = SURFACES[name];
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, { x: 20, y: 3, z: -4, qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5, scale: 2 }));
  addComponent(world, eid, set(Collider, shape));
  collisionSystem(world);
  const out = new Float32Array(12);
  let hits = 0;
  for (let i = 0; i < 100; i++) {
    // The turn takes x to z, y to −x and z to −y.
    const way = { x: 1, y: 0.1, z: 0.1 };
    const hit = castRay(world, { x: -9, y: 3 - rng.range(3, 13), z: -4 + rng.range(-3, 11) }, way, { maxFraction: 99 });
    if (hit === undefined) continue;
    hits++;
    const at = triangleAt(world, hit)!;
    const corners = triangleCornersAt(world, hit)!;
    for (let k = 0; k < 3; k++) {
      const sum = at.weightA * corners[k] + at.weightB * corners[3 + k] + at.weightC * corners[6 + k];
      expect(sum).toBeCloseTo([hit.x, hit.y, hit.z][k], 9);
    }
    const [x, y, z] = SURFACES[name][1](at.vertexC);
    expect(Array.from(corners.subarray(6))).toEqual(
      [20 - 2 * y, 3 - 2 * z, -4 + 2 * x].map((v) => expect.closeTo(v, 9)),
    );
    expect(triangleCornersAt(world, hit, out)).toBe(out);
    expect(Array.from(out)).toEqual([...Float32Array.from(corners), 0, 0, 0]);
  }
  expect(hits).toBeGreaterThan(20);
  expect(hits).toBeLessThan(90);
});
