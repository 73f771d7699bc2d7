import { expect, test } from 'vitest';
import {
  buildMeshTree,
  castRayMeshTree,
  castRayMeshTreeAll,
  castRayMeshTreeAny,
  createTriangleHits,
  MESH_TREE_HIT_STRIDE,
  TRIANGLE_HIT_STRIDE,
} from '../../../../entry/geometry3d.ts';
import {
  castPreparedRayTriangle,
  castPreparedRayTriangleSingleSided,
  castRayTriangle,
  castRayTriangleSingleSided,
} from '../../../../src/3d/geometry/ray/cast-ray-triangle.ts';
import { PREPARED_RAY_SIZE, prepareRay } from '../../../../src/3d/geometry/ray/prepared-ray.ts';
import { loadBunny, loadDragon, makeTorusKnot, type TestMesh } from '../../../support/meshes.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  buildAllKinds,
  KINDS,
  makeBox,
  makeSphereMesh,
  nameOf,
  pointNear,
  scaledMesh,
  soupBox,
  triangleSoup,
} from '../support/mesh-fixtures.ts';

interface Hit {
  readonly fraction: number;
  readonly triangle: number;
}

const scratch = new Float64Array(6);

const prepared = new Float64Array(PREPARED_RAY_SIZE);

/**
 * Every hit of a ray by testing all triangles one by one, ascending by fraction and triangle. The plain and the
 * prepared form must agree on what is hit, and on where to rounding; the tree has the bits of the prepared one. Rays in
 * a triangle's plane are the plain form's alone.
 */
function bruteForce(soup: Float64Array, ray: ArrayLike<number>, maxFraction: number, singleSided: boolean): Hit[] {
  const cast = singleSided ? castRayTriangleSingleSided : castRayTriangle;
  const castPrepared = singleSided ? castPreparedRayTriangleSingleSided : castPreparedRayTriangle;
  prepareRay(prepared, 0, ray, 0);
  const hits: Hit[] = [];
  for (let triangle = 0; triangle * 9 < soup.length; triangle++) {
    const at = triangle * 9;
    const plain = cast(scratch, 0, ray, 0, Infinity, soup, at);
    const sheared = castPrepared(scratch, 0, prepared, 0, Infinity, soup, at);
    const fraction = plain === 0 || sheared === Infinity ? plain : sheared;
    // Glancing rays lose digits in both forms.
    if (fraction !== plain && !(Math.abs(fraction - plain) <= 1e-9 * fraction)) {
      throw new Error(`triangle ${triangle}, ray ${ray}: ${plain} plain, ${sheared} prepared`);
    }
    if (fraction <= maxFraction && fraction < Infinity) hits.push({ fraction, triangle });
  }
  return hits.sort((a, b) => a.fraction - b.fraction || a.triangle - b.triangle);
}

/** The same question by Cramer's rule, as an independent reference for rays in general position. */
function fractionByDeterminants(soup: Float64Array, triangle: number, ray: ArrayLike<number>): number {
  const at = triangle * 9;
  const e1 = [0, 1, 2].map((k) => soup[at + 3 + k] - soup[at + k]);
  const e2 = [0, 1, 2].map((k) => soup[at + 6 + k] - soup[at + k]);
  const s = [0, 1, 2].map((k) => ray[k] - soup[at + k]);
  const d = [ray[3], ray[4], ray[5]];
  const det = (a: number[], b: number[], c: number[]) =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const whole = det(e1, e2, [-d[0], -d[1], -d[2]]);
  const u = det(s, e2, [-d[0], -d[1], -d[2]]) / whole;
  const v = det(e1, s, [-d[0], -d[1], -d[2]]) / whole;
  return u >= 0 && v >= 0 && u + v <= 1 ? det(e1, e2, s) / whole : Infinity;
}

function randomRay(rng: Rng, box: Float64Array): number[] {
  const origin = pointNear(rng, box, 0.6);
  const target = pointNear(rng, box, 0.15);
  const stretch = rng.range(0.05, 20);
  return [...origin, ...target.map((value, axis) => (value - origin[axis]) * stretch)];
}

function compareAll(mesh: TestMesh, seed: number, rays: number): void {
  const rng = createRng(seed);
  const soup = triangleSoup(mesh);
  const box = soupBox(soup);
  const trees = buildAllKinds(mesh);
  const out = new Float64Array(MESH_TREE_HIT_STRIDE);
  const list = createTriangleHits(1);
  let hitCount = 0;
  for (let i = 0; i < rays; i++) {
    const ray = randomRay(rng, box);
    const maxFraction = [Infinity, 1, 0.3, 5][i % 4];
    const singleSided = i % 3 === 0;
    const expected = bruteForce(soup, ray, maxFraction, singleSided);
    if (expected.length > 0) {
      hitCount++;
      const independent = fractionByDeterminants(soup, expected[0].triangle, ray);
      const length = Math.hypot(ray[3], ray[4], ray[5]);
      const size = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) + Math.abs(box[0]);
      expect(Math.abs(independent - expected[0].fraction) * length).toBeLessThan(1e-7 * size);
    }
    for (const tree of trees) {
      const where = `seed ${seed}, ray ${i}: ${nameOf(tree)}`;
      const fraction = castRayMeshTree(out, 0, ray, 0, maxFraction, tree, singleSided);
      expect(fraction, where).toBe(expected.length > 0 ? expected[0].fraction : Infinity);
      if (expected.length > 0) expect(out[9], where).toBe(expected[0].triangle);
      expect(castRayMeshTreeAny(ray, 0, maxFraction, tree, singleSided), where).toBe(expected.length > 0);
      list.count = 0;
      expect(castRayMeshTreeAll(list, ray, 0, maxFraction, tree, singleSided), where).toBe(expected.length);
      const all = Array.from({ length: list.count }, (_, k) => ({
        fraction: list.values[k],
        triangle: list.triangles[k],
      }));
      expect(all, where).toEqual(expected);
    }
  }
  expect(hitCount / rays).toBeGreaterThan(0.3);
  expect(hitCount / rays).toBeLessThan(0.7);
}

test('rays at the bunny equal a test of all its triangles', () => compareAll(loadBunny(), 101, 200));
test('rays at the dragon equal a test of all its triangles', () => compareAll(loadDragon(4), 102, 100));
test('rays at a torus knot equal a test of all its triangles', () => compareAll(makeTorusKnot(), 103, 200));
test('rays at a tiny mesh', () => compareAll(scaledMesh(loadBunny(), 1e-3, 0), 104, 100));
test('rays at a huge mesh', () => compareAll(scaledMesh(loadBunny(), 1e4, 0), 105, 100));
test('rays at a small mesh far from the origin', () => compareAll(scaledMesh(makeTorusKnot(64, 8), 1, 1e4), 106, 100));

test('a hit tells point, normal, weights and triangle', () => {
  const positions = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, -1, 4, 0, -1, 0, 4, -1];
  for (const kind of KINDS) {
    const tree = buildMeshTree(positions, null, { kind });
    const out = new Float64Array(MESH_TREE_HIT_STRIDE + 1);
    expect(castRayMeshTree(out, 1, [9, 1, 2, 4, 0, 0, -2], 1, 10, tree)).toBe(2);
    expect(Array.from(out)).toEqual([0, 1, 2, 0, 0, 0, 1, 0.25, 0.25, 0.5, 0]);
    // From below the other one is first, and its normal faces down.
    expect(castRayMeshTree(out, 0, [1, 2, -3, 0, 0, 1], 0, 10, tree)).toBe(2);
    expect(Array.from(out.subarray(0, 10))).toEqual([1, 2, -1, 0, 0, -1, 0.25, 0.25, 0.5, 1]);
    // From the back neither counts when single-sided.
    expect(castRayMeshTree(out, 0, [1, 2, -3, 0, 0, 1], 0, 10, tree, true)).toBe(Infinity);
    expect(castRayMeshTreeAny([1, 2, -3, 0, 0, 1], 0, 10, tree, true)).toBe(false);
  }
});

test('a miss and NaN write nothing', () => {
  const tree = buildMeshTree([0, 0, 0, 4, 0, 0, 0, 4, 0]);
  const out = new Float64Array(MESH_TREE_HIT_STRIDE).fill(7);
  const rays = [
    [5, 5, 5, 0, 0, -1],
    [1, 1, 5, 0, 0, 1],
    [Number.NaN, 1, 5, 0, 0, -1],
    [1, 1, 5, Number.NaN, 0, -1],
    [1, 1, 5, 0, 0, Number.NaN],
    [Infinity, 1, 5, 0, 0, -1],
  ];
  for (const ray of rays) {
    expect(castRayMeshTree(out, 0, ray, 0, Infinity, tree), String(ray)).toBe(Infinity);
    expect(castRayMeshTreeAny(ray, 0, Infinity, tree)).toBe(false);
    expect(castRayMeshTreeAll(createTriangleHits(), ray, 0, Infinity, tree)).toBe(0);
  }
  expect(castRayMeshTree(out, 0, [1, 1, 5, 0, 0, -1], 0, 4.999, tree)).toBe(Infinity);
  expect(castRayMeshTree(out, 0, [1, 1, 5, 0, 0, -1], 0, Number.NaN, tree)).toBe(Infinity);
  expect(castRayMeshTree(out, 0, [1, 1, 5, 0, 0, -1], 0, -1, tree)).toBe(Infinity);
  expect(Array.from(out)).toEqual(new Array(MESH_TREE_HIT_STRIDE).fill(7));
  expect(castRayMeshTree(out, 0, [1, 1, 5, 0, 0, -1], 0, 5, tree)).toBe(5);
});

test('a start on the mesh is fraction 0 with a zero normal, with or without a direction', () => {
  const mesh = makeBox(2);
  for (const tree of buildAllKinds(mesh)) {
    for (const direction of [
      [0, 0, 1],
      [0, 0, -1],
      [0, 0, 0],
    ]) {
      const out = new Float64Array(MESH_TREE_HIT_STRIDE).fill(7);
      const ray = [0.25, 0.5, 2, ...direction];
      expect(castRayMeshTree(out, 0, ray, 0, 1, tree), `${nameOf(tree)} ${direction}`).toBe(0);
      expect(Array.from(out.subarray(0, 6))).toEqual([0.25, 0.5, 2, 0, 0, 0]);
      expect(castRayMeshTreeAny(ray, 0, 1, tree)).toBe(true);
      expect(castRayMeshTreeAll(createTriangleHits(), ray, 0, 0.5, tree)).toBe(1);
    }
    const off = new Float64Array(MESH_TREE_HIT_STRIDE);
    expect(castRayMeshTree(off, 0, [0.25, 0.5, 2.001, 0, 0, 0], 0, Infinity, tree)).toBe(Infinity);
  }
});

test('no ray from inside a closed mesh slips out through an edge or a vertex', () => {
  const rng = createRng(107);
  const mesh = makeSphereMesh(12, 17, [3, -2, 5]);
  const soup = triangleSoup(mesh);
  for (const tree of buildAllKinds(mesh)) {
    for (let i = 0; i < 500; i++) {
      const at = rng.integer(0, soup.length / 9 - 1) * 9;
      const mix = i % 2 === 0 ? 0 : rng.next();
      const target = [0, 1, 2].map((k) => soup[at + k] + mix * (soup[at + 3 + k] - soup[at + k]));
      const origin = i % 5 === 0 ? [3, -2, 5] : [3, -2, 5].map((value) => value + rng.range(-0.4, 0.4));
      const ray = [...origin, ...target.map((value, k) => value - origin[k])];
      const where = `seed 107, ray ${i}, ${nameOf(tree)}`;
      const fraction = castRayMeshTree(new Float64Array(MESH_TREE_HIT_STRIDE), 0, ray, 0, Infinity, tree);
      expect(Math.abs(fraction - 1), where).toBeLessThan(1e-12);
      expect(castRayMeshTreeAny(ray, 0, 1.001, tree), where).toBe(true);
    }
  }
});

test('rays along axes, in the faces of boxes of the tree', () => {
  const mesh = makeBox(2);
  const soup = triangleSoup(mesh);
  for (const tree of buildAllKinds(mesh)) {
    for (const x of [0, 0.5, 1, 2]) {
      for (const y of [0, 1, 1.5, 2]) {
        for (const ray of [
          [x, y, 5, 0, 0, -1],
          [x, 5, y, 0, -1, 0],
          [-5, x, y, 2, 0, 0],
          [x, y, 5, -0, 0, -1],
        ]) {
          const expected = bruteForce(soup, ray, Infinity, false);
          const out = new Float64Array(MESH_TREE_HIT_STRIDE);
          const where = `${nameOf(tree)} ray ${ray}`;
          expect(castRayMeshTree(out, 0, ray, 0, Infinity, tree), where).toBe(expected[0].fraction);
          expect(out[9], where).toBe(expected[0].triangle);
          const list = createTriangleHits();
          expect(castRayMeshTreeAll(list, ray, 0, Infinity, tree), where).toBe(expected.length);
        }
      }
    }
    const out = new Float64Array(MESH_TREE_HIT_STRIDE);
    expect(castRayMeshTree(out, 0, [2.0000001, 1, 5, 0, 0, -1], 0, Infinity, tree)).toBe(Infinity);
  }
});

test('out may be the array the ray is in', () => {
  const tree = buildMeshTree([0, 0, 0, 4, 0, 0, 0, 4, 0]);
  const both = new Float64Array(10);
  both.set([1, 1, 5, 0, 0, -1]);
  expect(castRayMeshTree(both, 0, both, 0, Infinity, tree)).toBe(5);
  expect(Array.from(both)).toEqual([1, 1, 0, 0, 0, 1, 0.5, 0.25, 0.25, 0]);
});

test('all hits, nearest first, each with point, normal and weights', () => {
  const tree = buildMeshTree([0, 0, -1, 4, 0, -1, 0, 4, -1, 0, 0, 0, 4, 0, 0, 0, 4, 0]);
  const list = createTriangleHits(1);
  expect(castRayMeshTreeAll(list, [1, 2, 5, 0, 0, -1], 0, 5, tree)).toBe(1);
  expect(castRayMeshTreeAll(list, [1, 2, 5, 0, 0, -1], 0, Infinity, tree)).toBe(2);
  expect(Array.from(list.values.subarray(0, 2))).toEqual([5, 6]);
  expect(Array.from(list.triangles.subarray(0, 2))).toEqual([1, 0]);
  expect(Array.from(list.details.subarray(0, 2 * TRIANGLE_HIT_STRIDE))).toEqual([
    1, 2, 0, 0, 0, 1, 0.25, 0.25, 0.5, 1, 2, -1, 0, 0, 1, 0.25, 0.25, 0.5,
  ]);
  expect(castRayMeshTreeAll(list, [9, 2, 5, 0, 0, -1], 0, Infinity, tree)).toBe(0);
  expect(list.count).toBe(0);
});
