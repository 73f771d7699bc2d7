import { expect, test } from 'vitest';
import {
  buildMeshTree,
  findFirstMeshTreePair,
  findMeshTreePairs,
  IDENTITY_POSE,
  type MeshTree,
  overlapsMeshTrees,
} from '../../../../entry/geometry3d.ts';
import { overlapsTriangleTriangle } from '../../../../src/3d/geometry/overlap/overlaps-triangle-triangle.ts';
import { TRANSFORM_STRIDE, writeTransform } from '../../../../src/3d/geometry/tree/tree-transform.ts';
import { createPairList, type PairList } from '../../../../src/core/pair-list.ts';
import { effort } from '../../../support/effort.ts';
import { loadBunny, loadDragon, makeTorusKnot, type TestMesh } from '../../../support/meshes.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import {
  buildAllKinds,
  KINDS,
  makeBox,
  makeSoup,
  nameOf,
  scaledMesh,
  soupBox,
  triangleSoup,
} from '../support/mesh-fixtures.ts';

function listed(list: PairList): string[] {
  return Array.from({ length: list.count }, (_, i) => `${list.pairs[2 * i]}-${list.pairs[2 * i + 1]}`);
}

const transform = new Float64Array(TRANSFORM_STRIDE);

/** The corners of a soup as a pose places them. */
function moved(soup: Float64Array, pose: ArrayLike<number>): Float64Array {
  writeTransform(transform, pose, 0);
  const out = new Float64Array(soup.length);
  for (let at = 0; at < soup.length; at += 3) {
    for (let row = 0; row < 3; row++) {
      out[at + row] =
        transform[row] * soup[at] +
        transform[3 + row] * soup[at + 1] +
        transform[6 + row] * soup[at + 2] +
        transform[9 + row];
    }
  }
  return out;
}

/** Every pair by testing all triangles against all, those with boxes apart left out. */
function bruteForce(soupA: Float64Array, soupB: Float64Array): string[] {
  const pairs: string[] = [];
  const boxesB = Array.from({ length: soupB.length / 9 }, (_, i) => soupBox(soupB.subarray(i * 9, i * 9 + 9)));
  for (let a = 0; a * 9 < soupA.length; a++) {
    const box = soupBox(soupA.subarray(a * 9, a * 9 + 9));
    for (let b = 0; b < boxesB.length; b++) {
      const other = boxesB[b];
      if (box[0] > other[3] || box[3] < other[0] || box[1] > other[4] || box[4] < other[1]) continue;
      if (overlapsTriangleTriangle(soupA, a * 9, soupB, b * 9)) pairs.push(`${a}-${b}`);
    }
  }
  return pairs;
}

function randomPose(rng: Rng, centreA: number[], centreB: number[], reach: number): number[] {
  const pose = [0, 0, 0, rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
  const turned = moved(new Float64Array(centreB), pose);
  for (let k = 0; k < 3; k++) pose[k] = centreA[k] - turned[k] + rng.range(-reach, reach);
  return pose;
}

function centreOf(box: Float64Array): number[] {
  return [0, 1, 2].map((k) => (box[k] + box[3 + k]) / 2);
}

/** The trees of two meshes, one pair of each kind and some of mixed kinds. */
function pairings(a: MeshTree[], b: MeshTree[]): [MeshTree, MeshTree][] {
  return [...a.map((tree, i): [MeshTree, MeshTree] => [tree, b[i]]), [a[0], b[2]], [a[3], b[4]], [a[5], b[1]]];
}

function compareAll(meshA: TestMesh, meshB: TestMesh, seed: number, count: number, reach: number): void {
  const rng = createRng(seed);
  const soupA = triangleSoup(meshA);
  const soupB = triangleSoup(meshB);
  const boxA = soupBox(soupA);
  const size = boxA[3] - boxA[0];
  const pairs = pairings(buildAllKinds(meshA), buildAllKinds(meshB));
  const list = createPairList(1);
  const first = [0, 0];
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const pose = randomPose(rng, centreOf(boxA), centreOf(soupBox(soupB)), reach * size);
    const expected = bruteForce(soupA, moved(soupB, pose));
    if (expected.length > 0) hits++;
    for (const [treeA, treeB] of pairs) {
      const where = `seed ${seed}, pose ${i}: ${nameOf(treeA)} and ${nameOf(treeB)}`;
      expect(findMeshTreePairs(list, treeA, treeB, pose), where).toBe(expected.length);
      expect(listed(list), where).toEqual(expected);
      expect(findFirstMeshTreePair(first, 0, treeA, treeB, pose), where).toBe(expected.length > 0);
      if (expected.length > 0) expect(`${first[0]}-${first[1]}`, where).toBe(expected[0]);
      expect(overlapsMeshTrees(treeA, treeB, pose), where).toBe(expected.length > 0);
    }
  }
  expect(hits / count).toBeGreaterThanOrEqual(0.3);
  expect(hits / count).toBeLessThanOrEqual(0.7);
}

test('bunny against torus knot equals all triangles against all', () => {
  compareAll(loadBunny(), scaledMesh(makeTorusKnot(64, 8), 3, 0), 401, 10, 0.7);
});
// Brute force takes ten seconds for these.
if (effort(true, false)) {
  test('dragon against dragon equals all triangles against all', () => {
    compareAll(loadDragon(4), loadDragon(4), 402, 4, 0.8);
  });
}
test('tiny meshes', () => {
  compareAll(scaledMesh(makeTorusKnot(48, 6), 1e-3, 0), scaledMesh(makeTorusKnot(48, 6), 1e-3, 0), 403, 20, 1);
});
test('huge meshes far from the origin', () => {
  compareAll(scaledMesh(makeTorusKnot(48, 6), 1e4, 3e4), scaledMesh(makeTorusKnot(48, 6), 1e4, -2e4), 404, 20, 1);
});

test('a mesh against itself where it lies: every triangle meets itself and its neighbours', () => {
  const mesh = makeTorusKnot(48, 6);
  const soup = triangleSoup(mesh);
  const expected = bruteForce(soup, soup);
  expect(expected.length).toBeGreaterThan((10 * soup.length) / 9);
  for (const tree of buildAllKinds(mesh)) {
    for (const pose of [undefined, IDENTITY_POSE]) {
      const list = createPairList(1);
      findMeshTreePairs(list, tree, tree, pose);
      expect(listed(list), nameOf(tree)).toEqual(expected);
    }
  }
});

test('faces that just touch count, a hair apart they do not', () => {
  const mesh = makeBox(2);
  const soup = triangleSoup(mesh);
  for (const [treeA, treeB] of pairings(buildAllKinds(mesh), buildAllKinds(mesh))) {
    const list = createPairList();
    const pose = [4, 0, 0, 0, 0, 1, 1];
    const expected = bruteForce(soup, moved(soup, pose));
    expect(findMeshTreePairs(list, treeA, treeB, pose)).toBe(expected.length);
    expect(listed(list)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(3);
    pose[0] = 4.0000000001;
    expect(findMeshTreePairs(list, treeA, treeB, pose)).toBe(0);
    expect(findFirstMeshTreePair([0, 0], 0, treeA, treeB, pose)).toBe(false);
  }
});

test('a turned corner between faces is decided by the triangles', () => {
  // A cube stood on its corner above the other's face: its lowest corner is at 3 − √3 · 1 from its centre's height.
  const cube = scaledMesh(makeBox(2), 1, -1);
  const axes = [
    [Math.SQRT2 / 2, -1 / Math.sqrt(6), 1 / Math.sqrt(3)],
    [0, 2 / Math.sqrt(6), 1 / Math.sqrt(3)],
    [-Math.SQRT2 / 2, -1 / Math.sqrt(6), 1 / Math.sqrt(3)],
  ];
  const rotation = [
    axes[1][2] - axes[2][1],
    axes[2][0] - axes[0][2],
    axes[0][1] - axes[1][0],
    1 + axes[0][0] + axes[1][1] + axes[2][2],
  ];
  for (const kind of KINDS) {
    const tree = buildMeshTree(cube.positions, cube.index, { kind });
    const list = createPairList();
    for (const gap of [1e-9, -1e-9]) {
      const pose = [0.2, -0.1, 1 + Math.sqrt(3) + gap, ...rotation];
      expect(findMeshTreePairs(list, tree, tree, pose) > 0, `${kind} ${gap}`).toBe(gap < 0);
    }
  }
});

test('a pose may lie anywhere in its array, and its quaternion have any length', () => {
  const tree = buildMeshTree(makeBox(1).positions, makeBox(1).index);
  // A quarter turn about z takes the cube from 0 to 1 to the other side of x = 0; at x = 2 the two touch.
  expect(overlapsMeshTrees(tree, tree, [9, 2, 0, 0, 0, 0, 5, 5], 1)).toBe(true);
  expect(overlapsMeshTrees(tree, tree, [9, 2.01, 0, 0, 0, 0, 5, 5], 1)).toBe(false);
});

test('what is no pose is turned away', () => {
  const tree = buildMeshTree(makeBox(1).positions, makeBox(1).index);
  const list = createPairList();
  const bad = (pose: number[]) => () => findMeshTreePairs(list, tree, tree, pose);
  expect(bad([0, Number.NaN, 0, 0, 0, 0, 1])).toThrow(/pose\[1\] must be a finite number, got NaN/);
  expect(bad([0, 0, 0, 0, 0, 0, 0])).toThrow(/pose\[3\.\.6\] must be a quaternion with a direction, got 0, 0, 0, 0/);
  expect(bad([])).toThrow(/pose\[0\]/);
  expect(list.count).toBe(0);
});

test('what was in the list of pairs before is gone', () => {
  const soup = makeSoup(createRng(405), 60, 0.3);
  const tree = buildMeshTree(soup.positions);
  const list = createPairList(1);
  const count = findMeshTreePairs(list, tree, tree);
  const once = listed(list);
  expect(findMeshTreePairs(list, tree, tree)).toBe(count);
  expect(listed(list)).toEqual(once);
});

test('trees far apart are told apart at their roots', () => {
  const mesh = loadDragon(4);
  const far = [50, 0, 0, 0, 0, 0, 1];
  for (const tree of buildAllKinds(mesh)) {
    // With only the roots intact, anything below would throw or misjudge.
    const broken = { ...tree, links: tree.links.slice().fill(-1, 2) };
    expect(findMeshTreePairs(createPairList(), broken, broken, far)).toBe(0);
    expect(findFirstMeshTreePair([0, 0], 0, broken, broken, far)).toBe(false);
  }
});
