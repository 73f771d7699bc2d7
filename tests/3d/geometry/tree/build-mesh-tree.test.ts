import { expect, test } from 'vitest';
import { buildMeshTree, type MeshTree, refitMeshTree, validateMeshTree } from '../../../../entry/geometry3d.ts';
import { CollisionError } from '../../../../src/core/errors.ts';
import { effort } from '../../../support/effort.ts';
import { loadBunny, loadDragon, makeTorusKnot } from '../../../support/meshes.ts';
import { createRng } from '../../../support/rng.ts';
import {
  CONSTRUCTIONS,
  KINDS,
  makeBox,
  makeSoup,
  scaledMesh,
  soupBox,
  triangleSoup,
} from '../support/mesh-fixtures.ts';

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CollisionError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing thrown';
}

function leafSizes(tree: MeshTree): number[] {
  const sizes: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    if (node !== 1 && tree.links[node * 2 + 1] > 0) sizes.push(tree.links[node * 2 + 1]);
  }
  return sizes;
}

const MESHES = { bunny: loadBunny(), dragon: loadDragon(4), knot: makeTorusKnot(), box: makeBox(3) };

for (const kind of KINDS) {
  for (const construction of CONSTRUCTIONS) {
    test(`${kind} trees built by ${construction} are valid at every leaf size and scale`, () => {
      for (const mesh of effort(Object.values(MESHES), [MESHES.bunny, MESHES.box])) {
        const triangleCount = mesh.index.length / 3;
        for (const leafSize of effort([1, 4, 100], [4])) {
          const tree = buildMeshTree(mesh.positions, mesh.index, { kind, construction, leafSize });
          validateMeshTree(tree);
          expect(tree.triangleCount).toBe(triangleCount);
          expect(Math.max(...leafSizes(tree))).toBeLessThanOrEqual(leafSize);
          expect(leafSizes(tree).reduce((sum, size) => sum + size)).toBe(triangleCount);
        }
      }
      for (const scale of [1e-3, 1e4]) {
        const mesh = scaledMesh(MESHES.knot, scale, 1e4);
        validateMeshTree(buildMeshTree(mesh.positions, mesh.index, { kind, construction }));
      }
    });

    test(`${kind} trees by ${construction} stand degenerate meshes`, () => {
      const options = { kind, construction, leafSize: 2 } as const;
      const point = new Float64Array(9 * 50).fill(7);
      const onLine = Float64Array.from({ length: 9 * 50 }, (_, i) => Math.floor(i / 3) * 0.1);
      const same = Float64Array.from({ length: 9 * 50 }, (_, i) => [0, 0, 0, 1, 0, 0, 0, 1, 0][i % 9]);
      const ladder = Float64Array.from({ length: 9 * 60 }, (_, i) => 2 ** Math.floor(i / 9) * (i % 9 === 3 ? 1.5 : 1));
      for (const positions of [point, onLine, same, ladder, new Float64Array(9)]) {
        validateMeshTree(buildMeshTree(positions, null, options));
      }
    });
  }
}

test('the root bounds the whole mesh tightly', () => {
  const soup = triangleSoup(MESHES.bunny);
  const box = soupBox(soup);
  const { positions, index } = MESHES.bunny;
  expect(Array.from(buildMeshTree(positions, index).bounds.subarray(0, 6))).toEqual(Array.from(box));
  const sphere = buildMeshTree(positions, index, { kind: 'sphere' }).bounds;
  const diagonal = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  expect(sphere[3]).toBeLessThan(0.5 * diagonal);
  const obb = buildMeshTree(positions, index, { kind: 'obb' }).bounds;
  const volume = (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]);
  expect(8 * obb[3] * obb[4] * obb[5]).toBeLessThanOrEqual(volume * 1.000001);
});

test('an oriented box fits a turned plate far better than an axis-aligned one', () => {
  const positions: number[] = [];
  const rng = createRng(11);
  for (let i = 0; i < 300; i++) {
    const u = rng.range(-1, 1);
    const v = rng.range(-1, 1);
    const w = rng.range(-0.01, 0.01);
    // A frame turned about all axes: (1,2,2)/3, (2,1,−2)/3, (2,−2,1)/3.
    positions.push((u + 2 * v + 2 * w) / 3, (2 * u + v - 2 * w) / 3, (2 * u - 2 * v + w) / 3);
  }
  const bounds = buildMeshTree(positions, null, { kind: 'obb' }).bounds;
  expect(Math.min(bounds[3], bounds[4], bounds[5])).toBeLessThan(0.05);
});

test('positions may be any array of numbers, with or without index', () => {
  const { positions, index } = MESHES.knot;
  const expected = buildMeshTree(positions, index);
  for (const same of [Array.from(positions), new Float64Array(positions)]) {
    for (const sameIndex of [Array.from(index), new Uint32Array(index), Float64Array.from(index)]) {
      const tree = buildMeshTree(same, sameIndex);
      expect(tree.links).toEqual(expected.links);
      expect(tree.bounds).toEqual(expected.bounds);
      expect(tree.triangles).toEqual(expected.triangles);
    }
  }
  const soup = buildMeshTree(triangleSoup(MESHES.knot));
  expect(soup.index).toBe(null);
  expect(soup.bounds).toEqual(expected.bounds);
});

test('bad input is turned away with the bad value named', () => {
  const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  expect(codeOf(() => buildMeshTree([]))).toMatch(/^invalid-shape: .*positions is empty/);
  expect(codeOf(() => buildMeshTree(flat, []))).toMatch(/^invalid-shape: .*index is empty/);
  expect(codeOf(() => buildMeshTree(flat.slice(1)))).toMatch(/^invalid-shape: positions.length .* got 8/);
  expect(codeOf(() => buildMeshTree(flat, [0, 1, 2, 0]))).toMatch(/^invalid-shape: index.length .* got 4/);
  expect(codeOf(() => buildMeshTree(flat, [0, 1, 3]))).toMatch(/^out-of-range: index\[2\] .* 0 to 2, got 3/);
  expect(codeOf(() => buildMeshTree(flat, [0, -1, 2]))).toMatch(/^out-of-range: index\[1\] .* got -1/);
  expect(codeOf(() => buildMeshTree(flat, [0, 1.5, 2]))).toMatch(/^out-of-range: index\[1\] .* got 1.5/);
  expect(codeOf(() => buildMeshTree(flat, [0, Number.NaN, 2]))).toMatch(/^out-of-range: index\[1\] .* got NaN/);
  for (const bad of [Number.NaN, Infinity, -Infinity]) {
    const broken = flat.slice();
    broken[4] = bad;
    expect(codeOf(() => buildMeshTree(broken))).toBe(
      `invalid-number: positions[4] must be a finite number, got ${bad}`,
    );
  }
  expect(codeOf(() => buildMeshTree(flat, null, { leafSize: 0 }))).toMatch(/^invalid-number: leafSize .* got 0/);
  expect(codeOf(() => buildMeshTree(flat, null, { leafSize: 1.5 }))).toMatch(/^invalid-number: leafSize/);
  expect(codeOf(() => buildMeshTree(flat, null, { kind: 'box' as 'aabb' }))).toMatch(
    /^invalid-number: kind .* got box/,
  );
  expect(codeOf(() => buildMeshTree(flat, null, { construction: 'x' as 'median' }))).toMatch(
    /^invalid-number: construction .* got x/,
  );
});

test('building twice gives the same tree', () => {
  const mesh = makeSoup(createRng(3), 500, 0.1);
  for (const kind of KINDS) {
    for (const construction of CONSTRUCTIONS) {
      const options = { kind, construction };
      expect(buildMeshTree(mesh.positions, null, options)).toEqual(buildMeshTree(mesh.positions, null, options));
    }
  }
});

for (const kind of KINDS) {
  test(`refitting a ${kind} tree follows moved vertices`, () => {
    const rng = createRng(21);
    const positions = Float64Array.from(MESHES.knot.positions);
    const tree = buildMeshTree(positions, MESHES.knot.index, { kind });
    const links = tree.links.slice();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < positions.length; i++) positions[i] += rng.range(-0.5, 0.5);
      expect(codeOf(() => validateMeshTree(tree))).toMatch(/^broken-invariant: .* refit after moving vertices/);
      refitMeshTree(tree);
      validateMeshTree(tree);
    }
    expect(tree.links).toEqual(links);
    const others = Float32Array.from(positions, (value) => value * 2);
    refitMeshTree(tree, others);
    expect(tree.positions).toBe(others);
    validateMeshTree(tree);
    expect(codeOf(() => refitMeshTree(tree, others.subarray(3)))).toMatch(/^out-of-range: positions.length must stay/);
    const before = tree.bounds.slice();
    const broken = others.slice();
    broken[100] = Number.NaN;
    expect(codeOf(() => refitMeshTree(tree, broken))).toBe(
      'invalid-number: positions[100] must be a finite number, got NaN',
    );
    expect(tree.bounds).toEqual(before);
    validateMeshTree(tree);
  });
}

test('validateMeshTree sees each invariant broken', () => {
  const breakages: [string, RegExp, (tree: MeshTree) => void][] = [
    [
      'aabb',
      /leaves out a corner/,
      (tree) => {
        tree.bounds[0] += 0.1;
      },
    ],
    [
      'sphere',
      /leaves out a corner/,
      (tree) => {
        tree.bounds[3] *= 0.5;
      },
    ],
    [
      'obb',
      /leaves out a corner/,
      (tree) => {
        tree.bounds[4] *= 0.9;
      },
    ],
    [
      'obb',
      /axes 0 and 0 of node 0/,
      (tree) => {
        for (let k = 6; k < 9; k++) tree.bounds[k] *= 1.01;
      },
    ],
    [
      'aabb',
      /two leaves/,
      (tree) => {
        tree.triangles[5] = tree.triangles[6];
        tree.corners.copyWithin(45, 54, 63);
      },
    ],
    [
      'aabb',
      /refit/,
      (tree) => {
        tree.corners[30] += 0.01;
      },
    ],
    [
      'aabb',
      /children at 0/,
      (tree) => {
        tree.links[0] = 0;
      },
    ],
    [
      'aabb',
      /two parents/,
      (tree) => {
        tree.links[tree.links[0] * 2] = tree.links[(tree.links[0] + 1) * 2];
      },
    ],
    [
      'aabb',
      /no parent|no leaf/,
      (tree) => {
        tree.links[1] = 2;
      },
    ],
    [
      'aabb',
      /node 0 has lowest triangle 1, not 0/,
      (tree) => {
        tree.lowest[0] = 1;
      },
    ],
    [
      'aabb',
      /depth is/,
      (tree) => {
        (tree as { depth: number }).depth++;
      },
    ],
    [
      'aabb',
      /links.length/,
      (tree) => {
        (tree as { nodeCount: number }).nodeCount += 2;
      },
    ],
  ];
  for (const [kind, message, breakIt] of breakages) {
    const tree = buildMeshTree(MESHES.bunny.positions, MESHES.bunny.index, { kind: kind as 'aabb' });
    validateMeshTree(tree);
    breakIt(tree);
    const thrown = codeOf(() => validateMeshTree(tree));
    expect(thrown).toMatch(/^broken-invariant/);
    expect(thrown).toMatch(message);
  }
});
