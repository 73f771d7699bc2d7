import { expect, test } from 'vitest';
import { closestPointMeshTree, containsPointMeshTree } from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';
import {
  buildAllKinds,
  makeBox,
  makeSphereMesh,
  nameOf,
  pointNear,
  scaledMesh,
  soupBox,
  triangleSoup,
} from '../support/mesh-fixtures.ts';

/** The winding number by solid angles (Van Oosterom and Strackee 1983): 1 inside a closed mesh, 0 outside. */
function windingNumber(soup: Float64Array, point: number[]): number {
  let sum = 0;
  for (let at = 0; at < soup.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((corner) => [0, 1, 2].map((k) => soup[at + corner + k] - point[k]));
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(v[0], v[1], v[2]));
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

const torus = makeTorus(24, 10);

/** A closed ring with corners shared by index: a shape with a hole. */
function makeTorus(segments: number, sides: number) {
  const positions: number[] = [];
  const index: number[] = [];
  for (let i = 0; i < segments; i++) {
    for (let j = 0; j < sides; j++) {
      const u = (2 * Math.PI * i) / segments;
      const v = (2 * Math.PI * j) / sides;
      positions.push((2 + Math.cos(v)) * Math.cos(u), (2 + Math.cos(v)) * Math.sin(u), Math.sin(v));
      const at = (a: number, b: number) => (a % segments) * sides + (b % sides);
      index.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions: new Float64Array(positions), index: new Uint32Array(index) };
}

for (const [scale, shift, seed] of [
  [1, 0, 501],
  [1e-3, 0, 502],
  [1e4, 1e4, 503],
]) {
  test(`random points at scale ${scale} agree with the winding number`, () => {
    const rng = createRng(seed);
    for (const mesh of [torus, makeSphereMesh(9, 14, [1, 2, 3])].map((mesh) => scaledMesh(mesh, scale, shift))) {
      const soup = triangleSoup(mesh);
      const trees = buildAllKinds(mesh);
      let inside = 0;
      for (let i = 0; i < 300; i++) {
        const point = pointNear(rng, soupBox(soup), 0.02);
        const expected = Math.abs(windingNumber(soup, point)) > 0.5;
        if (expected) inside++;
        for (const tree of trees) {
          expect(containsPointMeshTree(point, 0, tree), `seed ${seed}, point ${i}, ${nameOf(tree)}`).toBe(expected);
        }
      }
      expect(inside / 300).toBeGreaterThan(0.3);
      expect(inside / 300).toBeLessThan(0.7);
    }
  });
}

test('points level with vertices and edges are not miscounted', () => {
  const mesh = makeSphereMesh(8, 12, [0, 0, 0]);
  const soup = triangleSoup(mesh);
  for (const tree of buildAllKinds(mesh)) {
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const y = mesh.positions[v + 1];
      const z = mesh.positions[v + 2];
      for (const x of [-3, -1.5, -0.4, -0.1, 0, 0.1, 0.4, 1.5]) {
        const winding = Math.abs(windingNumber(soup, [x, y, z]));
        const onSurface = closestPointMeshTree(new Float64Array(7), 0, [x, y, z], 0, tree) < 1e-20;
        if (onSurface) continue;
        expect(containsPointMeshTree([x, y, z], 0, tree), `${x} ${y} ${z} ${nameOf(tree)}`).toBe(winding > 0.5);
      }
    }
  }
});

test('an integer lattice over a stepped solid, every point level with edges, is exact', () => {
  // Three boxes that share no faces with each other: the sum of what each says.
  const solids = [makeBox(4), scaledMesh(makeBox(3), 1, 6), scaledMesh(makeBox(2), 1, -5)];
  const positions = new Float64Array(solids.flatMap((solid) => Array.from(solid.positions)));
  const index = new Uint32Array(solids.flatMap((solid, i) => Array.from(solid.index, (v) => v + i * 8)));
  const ranges = [
    [0, 4],
    [6, 9],
    [-5, -3],
  ];
  for (const tree of buildAllKinds({ positions, index })) {
    for (let x = -6; x <= 10; x++) {
      for (let y = -6; y <= 10; y++) {
        for (let z = -6; z <= 10; z++) {
          const expected = ranges.some(([low, high]) => [x, y, z].every((value) => value >= low && value <= high));
          expect(containsPointMeshTree([x, y, z], 0, tree), `${x} ${y} ${z} ${nameOf(tree)}`).toBe(expected);
        }
      }
    }
  }
});

test('the boundary counts, whichever way a triangle faces', () => {
  const mesh = makeSphereMesh(6, 8, [0, 0, 0]);
  // Half the triangles turned around: parity does not care.
  for (let i = 0; i < mesh.index.length; i += 6) {
    const swap = mesh.index[i];
    mesh.index[i] = mesh.index[i + 1];
    mesh.index[i + 1] = swap;
  }
  for (const tree of buildAllKinds(mesh)) {
    for (let v = 0; v < mesh.positions.length; v += 3) {
      expect(containsPointMeshTree(mesh.positions, v, tree), `vertex ${v / 3}`).toBe(true);
      const out = Array.from(mesh.positions.subarray(v, v + 3), (value) => value * (1 + 1e-12));
      expect(containsPointMeshTree(out, 0, tree), `beyond vertex ${v / 3}`).toBe(false);
    }
    expect(containsPointMeshTree([0, 0, 0], 0, tree)).toBe(true);
    expect(containsPointMeshTree([Number.NaN, 0, 0], 0, tree)).toBe(false);
    expect(containsPointMeshTree([0, 0, Infinity], 0, tree)).toBe(false);
  }
});

test('a cavity is outside', () => {
  const outer = makeSphereMesh(8, 12, [0, 0, 0]);
  const inner = scaledMesh(outer, 0.5, 0);
  const positions = new Float64Array([...outer.positions, ...inner.positions]);
  const index = new Uint32Array([...outer.index, ...Array.from(inner.index, (v) => v + outer.positions.length / 3)]);
  for (const tree of buildAllKinds({ positions, index })) {
    expect(containsPointMeshTree([0, 0, 0], 0, tree)).toBe(false);
    expect(containsPointMeshTree([0.7, 0, 0], 0, tree)).toBe(true);
    expect(containsPointMeshTree([0, 0, -0.75], 0, tree)).toBe(true);
    expect(containsPointMeshTree([-1.1, 0, 0], 0, tree)).toBe(false);
  }
});
