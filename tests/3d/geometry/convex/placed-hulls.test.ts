import { expect, test } from 'vitest';
import {
  castConvex,
  castSupport,
  closestPointsGjk,
  closestPointsGjkSupport,
  createConvexSupport,
  createGjkCache,
  distanceGjk,
  findSeparatingAxis,
  IDENTITY_POSE,
  overlapsConvex,
} from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import {
  applyPose,
  at,
  bruteSeparation,
  gapAlong,
  HULL_KINDS,
  hullPoints,
  hullVertices,
  makeHull,
  posedHull,
  randomPose,
  randomUnit,
  scale,
} from '../support/convex-fixtures.ts';

const SEED = 7311;

function randomPair(rng: ReturnType<typeof createRng>, size: number) {
  const a = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(5, 30)), size);
  const b = makeHull(hullPoints(rng, HULL_KINDS[rng.integer(0, 6)], rng.integer(5, 30)), size);
  const poseA = randomPose(rng, scale(randomUnit(rng), rng.range(0, 3) * size));
  // Poses lie anywhere in their arrays.
  return {
    a: { hull: a, pose: [9, ...poseA], poseOffset: 1 },
    b: { hull: b, pose: randomPose(rng, [0, 0, 0]) },
    poseA,
  };
}

test('GJK and casts of placed hulls have the bits of their supports', () => {
  const rng = createRng(SEED);
  const points = new Float64Array(6);
  const expected = new Float64Array(6);
  let hits = 0;
  for (let round = 0; round < 300; round++) {
    const { a, b, poseA } = randomPair(rng, [1e-3, 1, 1e4][round % 3]);
    const label = `seed ${SEED}, round ${round}`;
    const supports = () => [createConvexSupport(a.hull, poseA), createConvexSupport(b.hull, b.pose)] as const;
    const squared = closestPointsGjkSupport(expected, 0, ...supports());
    expect(closestPointsGjk(points, 0, a, b), label).toBe(squared);
    expect([...points], label).toEqual([...expected]);
    expect(distanceGjk(a, b, createGjkCache()), label).toBe(Math.sqrt(squared));
    const translation = scale(at(poseA, 0), -1.2);
    const t = castSupport(expected, 0, ...supports(), translation, 0);
    expect(castConvex(points, 0, a, b, translation, 0), label).toBe(t);
    expect([...points], label).toEqual([...expected]);
    if (t < Infinity) hits++;
  }
  expect(hits).toBeGreaterThan(100);
});

test('the separating axis is that of all faces and edges, in the world, and is remembered', () => {
  const rng = createRng(SEED + 1);
  const axis = new Float64Array(4);
  const cache = new Int32Array(2);
  let apart = 0;
  for (let round = 0; round < 300; round++) {
    const size = [1e-3, 1, 1e4][round % 3];
    const { a, b, poseA } = randomPair(rng, size);
    const label = `seed ${SEED + 1}, round ${round}`;
    const expected = bruteSeparation(posedHull(a.hull, poseA), posedHull(b.hull, b.pose)).separation;
    const separation = findSeparatingAxis(axis, 1, a, b);
    // Apart, a cross of edges that do not face each other may separate them by more.
    const over = (separation - expected) / size;
    expect(over, label).toBeLessThan(1e-9);
    if (expected < 0) expect(over, label).toBeGreaterThan(-1e-9);
    const va = hullVertices(a.hull).map((v) => applyPose(poseA, v));
    const vb = hullVertices(b.hull).map((v) => applyPose(b.pose, v));
    const normal = at(axis, 1);
    expect(Math.abs(gapAlong(va, vb, normal) - separation) / size, label).toBeLessThan(1e-9);
    if (Math.abs(separation) > 1e-9 * size) expect(overlapsConvex(a, b), label).toBe(separation < 0);
    cache[1] = 0;
    expect(findSeparatingAxis(axis, 0, a, b, cache, 1), label).toBe(separation);
    if (separation > 0) {
      apart++;
      expect(findSeparatingAxis(axis, 0, a, b, cache, 1), label).toBe(separation);
    }
  }
  expect(apart).toBeGreaterThan(90);
  expect(apart).toBeLessThan(250);
  expect(cache[0]).toBe(0);
  const box = makeHull(hullPoints(rng, 'box', 8), 1);
  const kept = [5, 6, 7];
  const nowhere = { hull: box, pose: [Number.NaN, 0, 0, 0, 0, 0, 1] };
  expect(findSeparatingAxis(kept, 0, nowhere, { hull: box, pose: IDENTITY_POSE })).toBe(-Infinity);
  expect(kept).toEqual([5, 6, 7]);
});
