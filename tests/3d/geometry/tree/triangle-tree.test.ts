import { expect, test } from 'vitest';
import { closestPointTriangle } from '../../../../src/3d/geometry/closest/closest-point-triangle.ts';
import { castPreparedRayTriangle } from '../../../../src/3d/geometry/ray/cast-ray-triangle.ts';
import { PREPARED_RAY_SIZE, prepareRay } from '../../../../src/3d/geometry/ray/prepared-ray.ts';
import { buildTriangleTree } from '../../../../src/3d/geometry/tree/build-triangle-tree.ts';
import { nextTriangleClosest, startTriangleClosest } from '../../../../src/3d/geometry/tree/closest-triangle-walk.ts';
import { findTriangles } from '../../../../src/3d/geometry/tree/find-triangles.ts';
import { refitTriangleTree } from '../../../../src/3d/geometry/tree/refit-triangle-tree.ts';
import { readTriangleMesh, writeCorners } from '../../../../src/3d/geometry/tree/triangle-mesh.ts';
import type { TriangleTree } from '../../../../src/3d/geometry/tree/triangle-tree.ts';
import { leafEnd, leafFirst } from '../../../../src/3d/geometry/tree/triangle-tree.ts';
import { validateTriangleTree } from '../../../../src/3d/geometry/tree/validate-triangle-tree.ts';
import { nextTriangleCast, startTriangleCast } from '../../../../src/3d/geometry/tree/walk-triangle-tree.ts';
import {
  CAST_CENTER,
  CAST_DIRECTION,
  CAST_HALF,
  createCastWalk,
  isMetInTime,
} from '../../../../src/core/bvh/cast-walk.ts';
import { CLOSEST_POINT, isNearEnough } from '../../../../src/core/bvh/closest-walk.ts';
import { createOrderedWalk, WALK_LIMIT } from '../../../../src/core/bvh/ordered-walk.ts';
import { CollisionError } from '../../../../src/core/errors.ts';
import { createIndexList } from '../../../../src/core/index-list.ts';
import type { NumberArray } from '../../../../src/core/number-array.ts';
import { effort } from '../../../support/effort.ts';
import { loadBunny, loadDragon, makeTorusKnot } from '../../../support/meshes.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

function build(positions: NumberArray, index?: NumberArray): TriangleTree {
  const tree = buildTriangleTree('mesh', readTriangleMesh('mesh', positions, index));
  validateTriangleTree(tree);
  return tree;
}

/** Triangles of sizes from 1e-4 to 1, some of them slivers, some far away. */
function soup(rng: Rng, triangles: number, scale: number): Float64Array {
  const positions = new Float64Array(9 * triangles);
  for (let t = 0; t < triangles; t++) {
    const far = rng.next() < 0.05 ? 100 : 1;
    const size = 10 ** (-4 * rng.next());
    const thin = rng.next() < 0.2 ? 1e-6 : 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = 9 * t + axis;
      positions[at] = scale * far * 4 * (rng.next() - 0.5);
      positions[at + 3] = positions[at] + scale * size * (rng.next() - 0.5);
      positions[at + 6] = positions[at + 3] + scale * size * thin * (rng.next() - 0.5);
    }
  }
  return positions;
}

const rng = createRng(71);
const MESHES: Record<string, TriangleTree> = {
  bunny: build(loadBunny().positions, loadBunny().index),
  dragon: build(loadDragon(effort<3 | 4>(3, 4)).positions, loadDragon(effort<3 | 4>(3, 4)).index),
  knot: build(makeTorusKnot().positions, makeTorusKnot().index),
  'soup of 1e-3': build(soup(rng, 2000, 1e-3)),
  'soup of 1e4': build(soup(rng, 2000, 1e4)),
  'soup in f32': build(Float32Array.from(soup(rng, 2000, 1))),
  'one triangle': build([0, 0, 0, 1, 0, 0.3, 0, 1, 0.7]),
};

const corners = new Float64Array(9);

/** The box of all triangles of a tree. */
function boxOf({ mesh }: TriangleTree): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let t = 0; t < mesh.triangleCount; t++) {
    writeCorners(corners, 0, mesh, t);
    for (let k = 0; k < 9; k++) {
      box[k % 3] = Math.min(box[k % 3], corners[k]);
      box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], corners[k]);
    }
  }
  return box;
}

function pointIn(box: Float64Array): number[] {
  return [0, 1, 2].map((axis) => box[axis] + (1.2 * rng.next() - 0.1) * (box[3 + axis] - box[axis]));
}

/** Triangles that are in some leaf, ascending. */
function kept(tree: TriangleTree): number[] {
  const all: number[] = [];
  for (const link of tree.links) {
    if (link < 0) for (let i = leafFirst(tree, link); i < leafEnd(tree, link); i++) all.push(tree.order[i]);
  }
  return all.sort((a, b) => a - b);
}

for (const [name, tree] of Object.entries(MESHES)) {
  test(`${name}: rays hit what brute force hits, the nearest first`, () => {
    const walk = createCastWalk();
    const prepared = new Float64Array(PREPARED_RAY_SIZE);
    const weights = new Float64Array(3);
    const box = boxOf(tree);
    const triangles = kept(tree);
    let hits = 0;
    const rays = effort(300, 60);
    for (let i = 0; i < rays; i++) {
      const from = pointIn(box);
      // Towards a point of a triangle; some along an axis.
      writeCorners(corners, 0, tree.mesh, Math.floor(rng.next() * tree.mesh.triangleCount));
      const to = [0, 1, 2].map((axis) => (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3);
      const along = to.map((value, axis) => (i % 5 === 0 && axis !== i % 3 ? 0 : value - from[axis]));
      const ray = [...from, ...along];
      prepareRay(prepared, 0, ray, 0);
      let best = Infinity;
      for (const t of triangles) {
        writeCorners(corners, 0, tree.mesh, t);
        best = Math.min(best, castPreparedRayTriangle(weights, 0, prepared, 0, 1.5, corners, 0));
      }
      walk.query[WALK_LIMIT] = 1.5;
      for (let axis = 0; axis < 3; axis++) {
        walk.cast[CAST_CENTER + axis] = from[axis];
        walk.cast[CAST_DIRECTION + axis] = along[axis];
        walk.cast[CAST_HALF + axis] = 0;
      }
      let found = Infinity;
      startTriangleCast(walk, tree);
      for (let count = nextTriangleCast(walk, tree); count > 0; count = nextTriangleCast(walk, tree)) {
        for (let k = 0; k < count && isMetInTime(walk, k); k++) {
          writeCorners(corners, 0, tree.mesh, walk.items[k]);
          found = Math.min(found, castPreparedRayTriangle(weights, 0, prepared, 0, 1.5, corners, 0));
          walk.query[WALK_LIMIT] = Math.min(1.5, found);
        }
      }
      expect(found).toBe(best);
      if (best < Infinity) hits++;
    }
    expect(hits).toBeGreaterThan(rays / 4);
  });

  test(`${name}: the nearest triangle is that of brute force`, () => {
    const walk = createOrderedWalk();
    const closest = new Float64Array(7);
    const box = boxOf(tree);
    const triangles = kept(tree);
    for (let i = 0; i < effort(200, 40); i++) {
      const point = pointIn(box);
      let best = Infinity;
      for (const t of triangles) {
        writeCorners(corners, 0, tree.mesh, t);
        best = Math.min(best, Math.sqrt(closestPointTriangle(closest, 0, point, 0, corners, 0)));
      }
      walk.query[WALK_LIMIT] = Infinity;
      for (let axis = 0; axis < 3; axis++) walk.query[CLOSEST_POINT + axis] = point[axis];
      startTriangleClosest(walk, tree);
      let measured = 0;
      for (let count = nextTriangleClosest(walk, tree); count > 0; count = nextTriangleClosest(walk, tree)) {
        for (let k = 0; k < count && isNearEnough(walk, k); k++) {
          writeCorners(corners, 0, tree.mesh, walk.items[k]);
          const distance = Math.sqrt(closestPointTriangle(closest, 0, point, 0, corners, 0));
          walk.query[WALK_LIMIT] = Math.min(walk.query[WALK_LIMIT], distance);
          measured++;
        }
      }
      expect(walk.query[WALK_LIMIT]).toBe(best);
      // A walk that looks at everything finds the nearest, too.
      if (triangles.length > 1000 && i % 4 === 0) expect(measured).toBeLessThan(triangles.length);
    }
  });

  test(`${name}: boxes hold what brute force finds, ascending`, () => {
    const list = createIndexList();
    const box = boxOf(tree);
    const triangles = kept(tree);
    let found = 0;
    for (let i = 0; i < effort(200, 40); i++) {
      const centre = pointIn(box);
      const half = [0, 1, 2].map((axis) => 0.2 * rng.next() ** 3 * (box[3 + axis] - box[axis]));
      const query = Float64Array.from([...centre.map((v, k) => v - half[k]), ...centre.map((v, k) => v + half[k])]);
      const expected = triangles.filter((t) => {
        writeCorners(corners, 0, tree.mesh, t);
        return [0, 1, 2].every((axis) => {
          const values = [corners[axis], corners[3 + axis], corners[6 + axis]];
          return Math.min(...values) <= query[3 + axis] && Math.max(...values) >= query[axis];
        });
      });
      findTriangles(list, tree, query);
      expect(Array.from(list.items.subarray(0, list.count))).toEqual(expected);
      found += expected.length;
    }
    if (tree.mesh.triangleCount > 1) expect(found).toBeGreaterThan(0);
  });
}

test('a refitted tree holds what has moved, and finds it', () => {
  const { positions, index } = loadBunny();
  const moved = Float64Array.from(positions);
  const tree = build(moved, index);
  const list = createIndexList();
  for (let round = 0; round < 20; round++) {
    const from = Math.floor(rng.next() * (moved.length / 3));
    const to = Math.min(moved.length / 3, from + Math.floor(rng.next() * 400));
    for (let i = 3 * from; i < 3 * to; i++) moved[i] += rng.next() - 0.5;
    refitTriangleTree('mesh', tree, from, to);
    validateTriangleTree(tree);
    const box = boxOf(tree);
    findTriangles(list, tree, box);
    expect(list.count).toBe(kept(tree).length);
  }
});

test('a refit refuses what is not finite, and leaves the boxes as they were', () => {
  const positions = Float64Array.from(loadBunny().positions);
  const tree = build(positions, loadBunny().index);
  const before = tree.boxes.slice();
  const good = positions[31];
  positions[31] = Number.NaN;
  expect(() => refitTriangleTree('mesh', tree, 0, 100)).toThrow(/vertex 10.*NaN/);
  expect(tree.boxes).toEqual(before);
  positions[31] = good;
});

test('triangles without area and doubled ones are in no leaf', () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 9, 9, 9];
  const tree = build(positions, [0, 1, 2, 0, 1, 3, 1, 2, 0, 2, 1, 0, 3, 3, 1, 1, 3, 2]);
  // 1 lies on a line, 2 is the first one again, 3 is it from behind, 4 has one corner twice.
  expect(kept(tree)).toEqual([0, 3, 5]);
  expect(build([]).nodeCount).toBe(0);
  expect(build([1, 1, 1, 1, 1, 1, 1, 1, 1]).nodeCount).toBe(0);
});

test('a thousand triangles at one place, and an outlier, make no deep tree', () => {
  const one = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const positions = Float64Array.from({ length: 9000 }, (_, i) => one[i % 9] * (1 + Math.floor(i / 9) * 1e-15));
  positions[3] = 1e30;
  const tree = build(positions);
  expect(tree.depth).toBeLessThan(12);
  const growing = Float64Array.from({ length: 9 * 190 }, (_, i) => 2 ** (Math.floor(i / 9) / 2) * (1 + one[i % 9]));
  expect(build(growing).depth).toBeLessThan(64);
});

test('what is no mesh is refused by number', () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const codeOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof CollisionError) return `${error.code}: ${error.message}`;
    }
    return 'nothing';
  };
  expect(codeOf(() => build(positions, [0, 1, 3]))).toBe(
    'out-of-range: mesh index 2, of triangle 0 must be the number of a vertex, got 3',
  );
  expect(codeOf(() => build(positions, [0, 1, -1]))).toMatch(/^out-of-range: mesh index 2/);
  expect(codeOf(() => build(positions, [0, 1, 0.5]))).toMatch(/^out-of-range: mesh index 2/);
  expect(codeOf(() => build([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0]))).toBe(
    'invalid-number: coordinate 1 of vertex 2, a corner of triangle 0 of the mesh, ' +
      'must be a finite number, got NaN',
  );
  expect(codeOf(() => build([0, 0, 0, Infinity, 0, 0, 0, 1, 0]))).toMatch(/^invalid-number: coordinate 0 of vertex 1/);
  expect(codeOf(() => build([0, 0, 0, 1e31, 0, 0, 0, 1, 0]))).toMatch(/^invalid-number: coordinate 0 of vertex 1/);
  expect(codeOf(() => build([0, 0]))).toMatch(/^invalid-shape: mesh positions/);
  expect(codeOf(() => build([0, 0, 0]))).toMatch(/^invalid-shape: the number of mesh positions without indices/);
  expect(codeOf(() => build(positions, [0, 1]))).toMatch(/^invalid-shape: mesh indices/);
  expect(codeOf(() => build(undefined as unknown as number[]))).toMatch(/^invalid-shape: mesh positions/);
});
