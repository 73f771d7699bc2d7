import { expect, test } from 'vitest';
import {
  buildMeshTree,
  overlapsTriangleHalfSpaces,
  queryMeshTreeAabb,
  queryMeshTreeFrustum,
} from '../../../../entry/geometry3d.ts';
import { overlapsAabbTriangle } from '../../../../src/3d/geometry/overlap/overlaps-aabb-triangle.ts';
import { createIndexList } from '../../../../src/core/index-list.ts';
import { effort } from '../../../support/effort.ts';
import { loadBunny, loadDragon, makeTorusKnot, type TestMesh } from '../../../support/meshes.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
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

/** Six planes of a view pyramid from `eye` towards `target`, cut near and far, with normals of various lengths. */
function makeFrustum(rng: Rng, eye: number[], target: number[], size: number): number[] {
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const forward = target.map((value, k) => value - eye[k]);
  const length = Math.hypot(forward[0], forward[1], forward[2]);
  const f = forward.map((value) => value / length);
  const right = cross(f, Math.abs(f[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  const rightLength = Math.hypot(right[0], right[1], right[2]);
  const r = right.map((value) => value / rightLength);
  const u = cross(r, f);
  const open = rng.range(0.1, 0.7);
  const planes: number[] = [];
  const push = (n: number[], point: number[]) => {
    const stretch = rng.range(0.2, 5);
    const normal = n.map((value) => value * stretch);
    planes.push(...normal, normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2]);
  };
  push(
    [0, 1, 2].map((k) => r[k] + open * f[k]),
    eye,
  );
  push(
    [0, 1, 2].map((k) => -r[k] + open * f[k]),
    eye,
  );
  push(
    [0, 1, 2].map((k) => u[k] + open * f[k]),
    eye,
  );
  push(
    [0, 1, 2].map((k) => -u[k] + open * f[k]),
    eye,
  );
  push(
    f,
    eye.map((value, k) => value + f[k] * size * 0.1),
  );
  push(
    f.map((value) => -value),
    eye.map((value, k) => value + f[k] * size),
  );
  return planes;
}

/**
 * Whether a triangle reaches into half-spaces, as a linear programme in its two free weights: if it does, some crossing
 * of two of the bounding lines satisfies all the others. Returns the least violation over all crossings.
 */
function leastViolation(soup: Float64Array, at: number, planes: number[]): number {
  const lines: number[][] = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, -1, -1],
  ];
  for (let p = 0; p < 6; p++) {
    const n = planes.slice(p * 4, p * 4 + 3);
    const length = Math.hypot(n[0], n[1], n[2]);
    const height = [0, 3, 6].map(
      (c) => (n[0] * soup[at + c] + n[1] * soup[at + c + 1] + n[2] * soup[at + c + 2] - planes[p * 4 + 3]) / length,
    );
    // height(u, v) = h0 + u (h1 − h0) + v (h2 − h0) ≥ 0
    lines.push([height[1] - height[0], height[2] - height[0], -height[0]]);
  }
  let least = Infinity;
  for (let i = 0; i < lines.length; i++) {
    for (let j = 0; j < i; j++) {
      const det = lines[i][0] * lines[j][1] - lines[i][1] * lines[j][0];
      if (det === 0) continue;
      const u = (lines[i][2] * lines[j][1] - lines[i][1] * lines[j][2]) / det;
      const v = (lines[i][0] * lines[j][2] - lines[i][2] * lines[j][0]) / det;
      let violation = 0;
      for (let k = 0; k < lines.length; k++) {
        if (k !== i && k !== j) violation = Math.max(violation, lines[k][2] - lines[k][0] * u - lines[k][1] * v);
      }
      least = Math.min(least, violation);
    }
  }
  return least;
}

function compareBoxes(mesh: TestMesh, seed: number, count: number): void {
  const rng = createRng(seed);
  const soup = triangleSoup(mesh);
  const box = soupBox(soup);
  const trees = buildAllKinds(mesh);
  const list = createIndexList(1);
  let filled = 0;
  for (let i = 0; i < count; i++) {
    // Some at random, some around a corner of the mesh's.
    const corner = rng.integer(0, soup.length / 3 - 1) * 3;
    const a =
      i % 2 === 0
        ? pointNear(rng, box, 0.3)
        : Array.from(soup.subarray(corner, corner + 3), (v, k) => v - 0.01 * (box[3 + k] - box[k]));
    const size = [0.3, 0.02, 1][i % 3];
    const b = a.map((value, k) => value + rng.range(0, size) * (box[3 + k] - box[k]));
    const expected: number[] = [];
    for (let t = 0; t * 9 < soup.length; t++) if (overlapsAabbTriangle([...a, ...b], 0, soup, t * 9)) expected.push(t);
    if (expected.length > 0) filled++;
    for (const tree of trees) {
      list.count = 0;
      expect(queryMeshTreeAabb(list, [...a, ...b], 0, tree)).toBe(expected.length);
      expect(listed(list), `seed ${seed}, box ${i}: ${nameOf(tree)}`).toEqual(expected);
    }
  }
  expect(filled / count).toBeGreaterThan(0.2);
  expect(filled / count).toBeLessThan(0.8);
}

test('boxes at the bunny', () => compareBoxes(loadBunny(), 301, effort(120, 30)));
test('boxes at the dragon', () => compareBoxes(loadDragon(4), 302, effort(60, 20)));
test('boxes at a tiny knot far away', () => compareBoxes(scaledMesh(makeTorusKnot(), 1e-3, 100), 303, 60));

function compareFrusta(mesh: TestMesh, seed: number, count: number): void {
  const rng = createRng(seed);
  const soup = triangleSoup(mesh);
  const box = soupBox(soup);
  const size = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const trees = buildAllKinds(mesh);
  const list = createIndexList(1);
  let share = 0;
  let decided = 0;
  for (let i = 0; i < count; i++) {
    const planes = makeFrustum(rng, pointNear(rng, box, 0.5), pointNear(rng, box, 0), rng.range(0.3, 1) * size);
    const expected: number[] = [];
    for (let t = 0; t * 9 < soup.length; t++) {
      const reaches = overlapsTriangleHalfSpaces(soup, t * 9, planes, 0, 6);
      if (reaches) expected.push(t);
      const violation = leastViolation(soup, t * 9, planes);
      // Where the programme's own rounding cannot tell, it has no say.
      if (violation > 1e-9 * size || violation === 0) {
        decided++;
        expect(reaches, `seed ${seed}, frustum ${i}, triangle ${t}: ${violation}`).toBe(violation === 0);
      }
    }
    share += expected.length / (soup.length / 9);
    for (const tree of trees) {
      list.count = 0;
      expect(queryMeshTreeFrustum(list, planes, 0, tree)).toBe(expected.length);
      expect(listed(list), `seed ${seed}, frustum ${i}: ${nameOf(tree)}`).toEqual(expected);
    }
  }
  expect(share / count).toBeGreaterThan(0.1);
  expect(share / count).toBeLessThan(0.7);
  expect(decided).toBeGreaterThan((0.99 * count * soup.length) / 9);
}

test('frusta at the bunny', () => compareFrusta(loadBunny(), 311, effort(25, 8)));
test('frusta at a knot', () => compareFrusta(scaledMesh(makeTorusKnot(48, 8), 1e3, 0), 312, effort(25, 10)));

test('a triangle outside the corner of two planes but in the reach of each is left out', () => {
  // The wedge x ≥ 0, y ≥ 0 and a triangle across the corner on the other side.
  const planes = [1, 0, 0, 0, 0, 1, 0, 0];
  expect(overlapsTriangleHalfSpaces([-3, 1, 0, 1, -3, 0, -3, -3, 0], 0, planes, 0, 2)).toBe(false);
  expect(overlapsTriangleHalfSpaces([-1, 1, 0, 1, -1, 0, -3, -3, 0], 0, planes, 0, 2)).toBe(true);
  expect(overlapsTriangleHalfSpaces([0, -1, 0, 0, -1, 5, 0, 0, 2], 0, planes, 0, 2)).toBe(true);
  expect(overlapsTriangleHalfSpaces([Number.NaN, 1, 0, 1, 1, 0, 3, 3, 0], 0, planes, 0, 2)).toBe(false);
});

test('touching counts, NaN and inside-out boxes find nothing', () => {
  const mesh = makeBox(2);
  for (const tree of buildAllKinds(mesh)) {
    const list = createIndexList();
    expect(queryMeshTreeAabb(list, [2, 2, 2, 3, 3, 3], 0, tree)).toBeGreaterThanOrEqual(3);
    expect(queryMeshTreeAabb(list, [-1, -1, -1, 3, 3, 3], 0, tree)).toBe(12);
    list.count = 0;
    expect(queryMeshTreeAabb(list, [2.0001, 2, 2, 3, 3, 3], 0, tree)).toBe(0);
    expect(queryMeshTreeAabb(list, [0.5, 0.5, 0.5, 1.5, 1.5, 1.5], 0, tree)).toBe(0);
    expect(queryMeshTreeAabb(list, [1, 0, 0, 0, 1, 1], 0, tree)).toBe(0);
    expect(queryMeshTreeAabb(list, [Number.NaN, 0, 0, 1, 1, 1], 0, tree)).toBe(0);
    const all = [1, 0, 0, -9, -1, 0, 0, -9, 0, 1, 0, -9, 0, -1, 0, -9, 0, 0, 1, -9, 0, 0, -1, -9];
    expect(queryMeshTreeFrustum(list, all, 0, tree)).toBe(12);
    all[3] = Number.NaN;
    expect(queryMeshTreeFrustum(list, all, 0, tree)).toBe(0);
    expect(list.count).toBe(0);
  }
  expect(buildMeshTree(mesh.positions, mesh.index).triangleCount).toBe(12);
});
