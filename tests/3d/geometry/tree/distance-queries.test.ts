import { expect, test } from 'vitest';
import {
  buildMeshTree,
  closestPointMeshTree,
  createTriangleHits,
  findNearestMeshTree,
  MESH_TREE_POINT_STRIDE,
  queryMeshTreePoint,
  queryMeshTreeSphere,
  TRIANGLE_HIT_STRIDE,
} from '../../../../entry/geometry3d.ts';
import { closestPointTriangle } from '../../../../src/3d/geometry/closest/closest-point-triangle.ts';
import { createIndexList } from '../../../../src/core/index-list.ts';
import { effort } from '../../../support/effort.ts';
import { loadBunny, loadDragon, makeTorusKnot, type TestMesh } from '../../../support/meshes.ts';
import { createRng } from '../../../support/rng.ts';
import {
  buildAllKinds,
  listed,
  makeBox,
  nameOf,
  pointNear,
  scaledMesh,
  soupBox,
  triangleSoup,
} from '../support/mesh-fixtures.ts';

interface Near {
  readonly squared: number;
  readonly triangle: number;
}

const scratch = new Float64Array(7);

/** All triangles by ascending distance and number, one by one. */
function bruteForce(soup: Float64Array, point: number[]): Near[] {
  const all: Near[] = [];
  for (let triangle = 0; triangle * 9 < soup.length; triangle++) {
    all.push({ squared: closestPointTriangle(scratch, 0, point, 0, soup, triangle * 9), triangle });
  }
  return all.sort((a, b) => a.squared - b.squared || a.triangle - b.triangle);
}

function compareAll(mesh: TestMesh, seed: number, points: number): void {
  const rng = createRng(seed);
  const soup = triangleSoup(mesh);
  const box = soupBox(soup);
  const size = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const trees = buildAllKinds(mesh);
  const out = new Float64Array(MESH_TREE_POINT_STRIDE);
  const nearest = createTriangleHits(1);
  const list = createIndexList(1);
  let within = 0;
  for (let i = 0; i < points; i++) {
    const point = pointNear(rng, box, i % 2 === 0 ? 0.1 : 1);
    const all = bruteForce(soup, point);
    const reach = rng.range(0, i % 2 === 0 ? 0.1 : 1) * size;
    const expected = all.filter((near) => near.squared <= reach * reach);
    if (expected.length > 0) within++;
    for (const tree of trees) {
      const where = `seed ${seed}, point ${i}: ${nameOf(tree)}`;
      expect(closestPointMeshTree(out, 0, point, 0, tree), where).toBe(all[0].squared);
      expect(out[6], where).toBe(all[0].triangle);
      closestPointTriangle(scratch, 0, point, 0, soup, all[0].triangle * 9);
      expect(Array.from(out.subarray(0, 6)), where).toEqual(Array.from(scratch.subarray(0, 6)));
      const limited = closestPointMeshTree(out, 0, point, 0, tree, reach);
      expect(limited, where).toBe(expected.length > 0 ? all[0].squared : Infinity);

      const found = findNearestMeshTree(nearest, point, 0, 12, tree, reach);
      expect(found, where).toBe(Math.min(12, expected.length));
      for (let k = 0; k < found; k++) {
        expect(nearest.triangles[k], where).toBe(expected[k].triangle);
        expect(nearest.values[k], where).toBe(expected[k].squared);
      }
      const triangles = expected.map((near) => near.triangle).sort((a, b) => a - b);
      list.count = 0;
      expect(queryMeshTreePoint(list, point, 0, reach, tree), where).toBe(expected.length);
      expect(listed(list), where).toEqual(triangles);
      list.count = 0;
      queryMeshTreeSphere(list, [...point, reach], 0, tree);
      expect(listed(list), where).toEqual(triangles);
    }
  }
  expect(within / points).toBeGreaterThan(0.3);
  expect(within / points).toBeLessThan(0.7);
}

test('points near the bunny', () => compareAll(loadBunny(), 201, effort(120, 24)));
test('points near the dragon', () => compareAll(loadDragon(4), 202, effort(50, 8)));
test('points near a torus knot', () => compareAll(makeTorusKnot(), 203, effort(100, 24)));
test('points near a tiny mesh', () => compareAll(scaledMesh(loadBunny(), 1e-3, 0), 204, effort(50, 16)));
test('points near a huge mesh', () => compareAll(scaledMesh(loadBunny(), 1e4, 0), 205, effort(50, 16)));
test('points near a mesh far from the origin', () =>
  compareAll(scaledMesh(makeTorusKnot(64, 8), 1, 1e4), 206, 50));

test('the closest point agrees with a search over the triangles’ surfaces', () => {
  const rng = createRng(207);
  const soup = triangleSoup(makeTorusKnot(24, 5));
  const tree = buildMeshTree(soup);
  const out = new Float64Array(MESH_TREE_POINT_STRIDE);
  for (let i = 0; i < 10; i++) {
    const point = [rng.range(-2, 2), rng.range(-2, 2), rng.range(-1, 1)];
    const distance = Math.sqrt(closestPointMeshTree(out, 0, point, 0, tree));
    let best = Infinity;
    for (let at = 0; at < soup.length; at += 9) {
      for (let u = 0; u <= 20; u++) {
        for (let v = 0; u + v <= 20; v++) {
          const mix = [u / 20, v / 20, (20 - u - v) / 20];
          const gap = [0, 1, 2].map(
            (k) => mix[0] * soup[at + k] + mix[1] * soup[at + 3 + k] + mix[2] * soup[at + 6 + k] - point[k],
          );
          best = Math.min(best, Math.hypot(gap[0], gap[1], gap[2]));
        }
      }
    }
    expect(distance, `seed 207, point ${i}`).toBeLessThanOrEqual(best + 1e-12);
    // The lattice on a triangle is at most an edge's twentieth apart.
    expect(best - distance, `seed 207, point ${i}`).toBeLessThan(0.03);
    expect(Math.hypot(out[0] - point[0], out[1] - point[1], out[2] - point[2])).toBeCloseTo(distance, 12);
  }
});

test('known answers around a box, ties to the lowest triangle', () => {
  const mesh = makeBox(2);
  for (const tree of buildAllKinds(mesh)) {
    const out = new Float64Array(MESH_TREE_POINT_STRIDE);
    expect(closestPointMeshTree(out, 0, [3, 4, 5], 0, tree)).toBe(1 + 4 + 9);
    expect(Array.from(out.subarray(0, 3))).toEqual([2, 2, 2]);
    expect(closestPointMeshTree(out, 0, [1, 1, 1], 0, tree)).toBe(1);
    // All six faces are at distance 1: the lowest index it is.
    expect(out[6]).toBe(0);
    expect(closestPointMeshTree(out, 0, [1, 1, 3], 0, tree, 1)).toBe(1);
    expect(closestPointMeshTree(out, 0, [1, 1, 3.0001], 0, tree, 1)).toBe(Infinity);
    expect(closestPointMeshTree(out, 0, [2, 2, 2], 0, tree, 0)).toBe(0);
    const list = createIndexList();
    expect(queryMeshTreePoint(list, [0, 0, 0], 0, 0, tree)).toBeGreaterThanOrEqual(3);
    list.count = 0;
    expect(queryMeshTreePoint(list, [1, 1, 1], 0, Infinity, tree)).toBe(12);
    expect(listed(list)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const nearest = createTriangleHits();
    expect(findNearestMeshTree(nearest, [1, 1, 1], 0, 50, tree)).toBe(12);
    // All at distance 1, so by index.
    expect(Array.from(nearest.triangles.subarray(0, 12))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(findNearestMeshTree(nearest, [1, 1.5, 4], 0, 1, tree)).toBe(1);
    expect(Array.from(nearest.details.subarray(0, 6))).toEqual([1, 1.5, 2, 0, 0, 1]);
    const weights = nearest.details.subarray(6, TRIANGLE_HIT_STRIDE);
    expect(weights[0] + weights[1] + weights[2]).toBeCloseTo(1, 14);
    expect(findNearestMeshTree(nearest, [1, 1, 1], 0, 0, tree)).toBe(0);
  }
});

test('NaN, negative distances and full outputs', () => {
  const tree = buildMeshTree(makeBox(1).positions, makeBox(1).index);
  const out = new Float64Array(MESH_TREE_POINT_STRIDE).fill(7);
  const list = createIndexList();
  for (const point of [
    [Number.NaN, 0, 0],
    [0, Infinity, 0],
  ]) {
    expect(closestPointMeshTree(out, 0, point, 0, tree)).toBe(Infinity);
    expect(findNearestMeshTree(createTriangleHits(), point, 0, 3, tree)).toBe(0);
    expect(queryMeshTreePoint(list, point, 0, 1, tree)).toBe(0);
  }
  expect(closestPointMeshTree(out, 0, [0, 0, 0], 0, tree, -1)).toBe(Infinity);
  expect(closestPointMeshTree(out, 0, [0, 0, 0], 0, tree, Number.NaN)).toBe(Infinity);
  expect(queryMeshTreePoint(list, [0, 0, 0], 0, -1, tree)).toBe(0);
  expect(queryMeshTreeSphere(list, [0, 0, 0, Number.NaN], 0, tree)).toBe(0);
  expect(Array.from(out)).toEqual(new Array(MESH_TREE_POINT_STRIDE).fill(7));
  expect(list.count).toBe(0);
  for (const k of [-1, 0.5, Number.NaN]) {
    expect(() => findNearestMeshTree(createTriangleHits(), [0, 0, 0], 0, k, tree)).toThrow(
      /k must be a whole number from 0, got/,
    );
  }
});
