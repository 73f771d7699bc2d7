import { describe, expect, test } from 'vitest';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import {
  areaPolygon,
  computeCentroidConvex,
  computeCentroidMesh,
  computeCentroidPolygon,
  computeCentroidTetrahedron,
  computeCentroidTriangle,
  computeInertiaCapsule,
  computeInertiaCone,
  computeInertiaConvex,
  computeInertiaCylinder,
  computeInertiaMesh,
  computeInertiaObb,
  computeInertiaSphere,
  computeInertiaTetrahedron,
  volumeCapsule,
  volumeCone,
  volumeConvex,
  volumeCylinder,
  volumeMesh,
  volumeObb,
  volumeSphere,
  volumeTetrahedron,
} from '../../../../src/3d/geometry/measure/index.ts';
import { buildMeshTree } from '../../../../src/3d/geometry/tree/build-mesh-tree.ts';
import {
  add,
  cross,
  type Distance,
  distanceToCapsule,
  distanceToCone,
  distanceToCylinder,
  distanceToObb,
  randomAxes,
  randomUnit,
  size,
  times,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SCALES = [1e-3, 1, 1e4];

/** Volume, centroid, and tensor about it, of the cells of a grid whose middles are in a shape: slow and independent. */
function sumOfCells(distance: Distance, centre: Vec, reach: number, steps: number): number[] {
  const cell = (2 * reach) / steps;
  const sums = new Array<number>(10).fill(0);
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < steps; j++) {
      for (let k = 0; k < steps; k++) {
        const [x, y, z] = [i, j, k].map((n) => (n + 0.5) * cell - reach);
        if (distance(add(centre, [x, y, z])) > 0) continue;
        for (const [n, value] of [1, x, y, z, x * x, y * y, z * z, x * y, x * z, y * z].entries()) sums[n] += value;
      }
    }
  }
  const [mass, ...first] = sums.slice(0, 4).map((sum) => sum * cell ** 3);
  const [x, y, z] = first.map((moment) => moment / mass);
  const [xx, yy, zz, xy, xz, yz] = sums.slice(4).map((sum) => sum * cell ** 3);
  const [mx, my, mz] = [xx - mass * x * x, yy - mass * y * y, zz - mass * z * z];
  const mixed = [mass * x * y - xy, mass * x * z - xz, mass * y * z - yz];
  return [mass, ...add(centre, [x, y, z]), my + mz, mx + mz, mx + my, ...mixed];
}

function expectClose(found: ArrayLike<number>, at: number, wanted: readonly number[], unit: number, share: number) {
  for (let i = 0; i < wanted.length; i++) {
    expect(Math.abs(found[at + i] - wanted[i]) / unit, `number ${i}`).toBeLessThan(share);
  }
}

interface Case {
  readonly compute: (out: number[], outOffset: number, shape: number[], offset: number) => number;
  readonly volume: (shape: number[], offset: number) => number;
  readonly make: (rng: Rng) => number[];
  readonly distance: (p: Vec, shape: Vec) => number;
}

const point = (rng: Rng): Vec => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
const axisShape = (rng: Rng): number[] => {
  const a = times(point(rng), 0.3);
  return [...a, ...add(a, times(randomUnit(rng), rng.range(0.4, 0.9))), rng.range(0.3, 0.6)];
};

const CASES: Record<string, Case> = {
  sphere: {
    compute: computeInertiaSphere,
    volume: volumeSphere,
    make: (rng) => [...point(rng), rng.range(0.5, 1)],
    distance: (p, s) => size([p[0] - s[0], p[1] - s[1], p[2] - s[2]]) - s[3],
  },
  obb: {
    compute: computeInertiaObb,
    volume: volumeObb,
    make: (rng) => [
      ...point(rng),
      rng.range(0.3, 0.9),
      rng.range(0.3, 0.9),
      rng.range(0.3, 0.9),
      ...randomAxes(rng).flat(),
    ],
    distance: (p, s) => (distanceToObb(p, s) > 0 ? 1 : 0),
  },
  capsule: { compute: computeInertiaCapsule, volume: volumeCapsule, make: axisShape, distance: distanceToCapsule },
  cylinder: { compute: computeInertiaCylinder, volume: volumeCylinder, make: axisShape, distance: distanceToCylinder },
  cone: { compute: computeInertiaCone, volume: volumeCone, make: axisShape, distance: distanceToCone },
};

describe('tensors of inertia, against a sum over cells', () => {
  for (const [name, { compute, volume, make, distance }] of Object.entries(CASES)) {
    test(name, () => {
      const rng = createRng(17);
      for (let round = 0; round < 3; round++) {
        const shape = make(rng);
        const out = [0.5, ...new Array<number>(6).fill(0)];
        const mass = compute(out, 1, [9, ...shape], 1);
        expect(mass).toBe(volume(shape, 0));
        const cells = sumOfCells((p) => distance(p, shape), shape.slice(0, 3), 1.8, 60);
        expect(Math.abs(cells[0] / mass - 1)).toBeLessThan(0.03);
        expectClose(out, 1, cells.slice(4), mass, 0.015);
        expect(out[0]).toBe(0.5);
      }
    });

    test(`${name}: the tensor goes by the fifth power of the size, and not by the place`, () => {
      const rng = createRng(29);
      for (let round = 0; round < 20; round++) {
        const shape = make(rng);
        const out = new Array<number>(6).fill(0);
        const mass = compute(out, 0, shape, 0);
        for (const s of SCALES) {
          const lengths = name === 'obb' ? 6 : shape.length;
          const points = name === 'sphere' || name === 'obb' ? 3 : 6;
          const moved = shape.map((value, i) => (i < lengths ? s * (value + (i < points ? 2 : 0)) : value));
          const there = new Array<number>(6).fill(0);
          expect(Math.abs(compute(there, 0, moved, 0) / (mass * s ** 3) - 1)).toBeLessThan(1e-13);
          expectClose(
            there,
            0,
            out.map((value) => value * s ** 5),
            mass * s ** 5,
            1e-13,
          );
        }
      }
    });
  }

  test('without a length of their axis a cylinder and a cone have none, and a capsule is a sphere', () => {
    const flat = [1, 2, 3, 1, 2, 3, 0.5];
    for (const compute of [computeInertiaCylinder, computeInertiaCone]) {
      const out = new Array<number>(6).fill(7);
      expect(compute(out, 0, flat, 0)).toBe(0);
      expect(out).toEqual([0, 0, 0, 0, 0, 0]);
    }
    const [capsule, sphere] = [new Array<number>(6), new Array<number>(6)];
    const mass = computeInertiaSphere(sphere, 0, [1, 2, 3, 0.5], 0);
    expect(computeInertiaCapsule(capsule, 0, flat, 0)).toBeCloseTo(mass, 15);
    expectClose(capsule, 0, sphere, mass, 1e-15);
  });
});

describe('tetrahedra, hulls and meshes', () => {
  test('a tetrahedron, by the covariance of its corners', () => {
    const rng = createRng(3);
    for (const s of SCALES) {
      for (let round = 0; round < 50; round++) {
        const corners = [point(rng), point(rng), point(rng), point(rng)].map((p) => times(add(p, [3, 0, -2]), s));
        const mean = times(corners.reduce(add), 1 / 4);
        const out = new Float64Array(6);
        const mass = computeInertiaTetrahedron(out, 0, corners.flat(), 0);
        expect(mass / volumeTetrahedron(corners.flat(), 0) - 1).toBeCloseTo(0, 9);
        // A twentieth of the sum of (p − mean)(p − mean)ᵀ: the mean's own share is 0.
        const second = (a: number, b: number) =>
          (mass / 20) * corners.reduce((sum, p) => sum + (p[a] - mean[a]) * (p[b] - mean[b]), 0);
        const [xx, yy, zz] = [second(0, 0), second(1, 1), second(2, 2)];
        const wanted = [yy + zz, xx + zz, xx + yy, -second(0, 1), -second(0, 2), -second(1, 2)];
        expectClose(out, 0, wanted, mass * s * s, 1e-12);
        const centroid = new Float64Array(3);
        computeCentroidTetrahedron(centroid, 0, corners.flat(), 0);
        expectClose(centroid, 0, mean, s, 1e-14);
        const other = [corners[1], corners[0], corners[2], corners[3]];
        const again = new Float64Array(6);
        expect(computeInertiaTetrahedron(again, 0, other.flat(), 0) / mass - 1).toBeCloseTo(0, 12);
        expectClose(again, 0, wanted, mass * s * s, 1e-12);
      }
    }
  });

  test('a hull is the sum of tetrahedra about a point of its own, and the mesh of its faces is the hull', () => {
    const rng = createRng(13);
    for (let round = 0; round < 30; round++) {
      const points = Array.from({ length: rng.integer(4, 20) }, () => add(point(rng), [20, -5, 7]));
      const hull = buildConvexHull(points.flat());
      const triangles: number[] = [];
      for (let face = 0; face < hull.faceCount; face++) {
        const loop = Array.from(hull.halfEdgeVertices.slice(hull.faceStarts[face], hull.faceStarts[face + 1]));
        for (let i = 2; i < loop.length; i++) triangles.push(loop[0], loop[i - 1], loop[i]);
      }
      const tree = buildMeshTree(hull.vertices, triangles);
      const [inertia, centroid] = [new Float64Array(6), new Float64Array(3)];
      const mass = computeInertiaConvex(inertia, 0, hull);
      expect(computeCentroidConvex(centroid, 0, hull)).toBe(mass);
      expect(mass / volumeConvex(hull) - 1).toBeCloseTo(0, 12);
      // About the first corner, then by the theorem of parallel axes.
      const vertex = (i: number): Vec => Array.from(hull.vertices.slice(3 * i, 3 * i + 3));
      let sum: Vec = [0, 0, 0];
      const origin = vertex(0);
      const second = [0, 0, 0, 0, 0, 0];
      for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = triangles.slice(i, i + 3).map((v) => vertex(v).map((value, k) => value - origin[k]));
        const volume = (a[0] * cross(b, c)[0] + a[1] * cross(b, c)[1] + a[2] * cross(b, c)[2]) / 6;
        const all = add(add(a, b), c);
        sum = add(sum, times(all, volume / 4));
        for (const [n, [k, l]] of [
          [0, 0],
          [1, 1],
          [2, 2],
          [0, 1],
          [0, 2],
          [1, 2],
        ].entries()) {
          second[n] += (volume / 20) * (a[k] * a[l] + b[k] * b[l] + c[k] * c[l] + all[k] * all[l]);
        }
      }
      const mean = times(sum, 1 / mass);
      expectClose(centroid, 0, add(origin, mean), 1, 1e-12);
      const [xx, yy, zz] = [0, 1, 2].map((k) => second[k] - mass * mean[k] * mean[k]);
      const mixed = [
        [0, 1],
        [0, 2],
        [1, 2],
      ].map(([k, l], n) => mass * mean[k] * mean[l] - second[3 + n]);
      expectClose(inertia, 0, [yy + zz, xx + zz, xx + yy, ...mixed], mass, 1e-11);
      const [ofMesh, centre] = [new Float64Array(6), new Float64Array(3)];
      expect(computeInertiaMesh(ofMesh, 0, tree) / mass - 1).toBeCloseTo(0, 11);
      expect(computeCentroidMesh(centre, 0, tree) / volumeMesh(tree) - 1).toBeCloseTo(0, 12);
      expectClose(ofMesh, 0, Array.from(inertia), mass, 1e-10);
      expectClose(centre, 0, Array.from(centroid), 1, 1e-11);
    }
  });

  test('a mesh that is inside out counts negative', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const out = new Float64Array(6);
    const centre = new Float64Array(3);
    const tree = buildMeshTree(corners, [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]);
    expect(computeInertiaMesh(out, 0, tree)).toBeCloseTo(-1 / 6, 15);
    expect(out[0]).toBeCloseTo(-(2 / 60 - 2 / 96), 15);
    expect(computeCentroidMesh(centre, 0, tree)).toBeCloseTo(-1 / 6, 15);
    expectClose(centre, 0, [0.25, 0.25, 0.25], 1, 1e-15);
  });
});

describe('centroids of what is flat', () => {
  test('a triangle, with area or without', () => {
    const out = [7, 0, 0, 0];
    computeCentroidTriangle(out, 1, [9, 0, 0, 0, 3, 0, 0, 0, 6, 9], 1);
    expect(out).toEqual([7, 1, 2, 3]);
    computeCentroidTriangle(out, 1, [1, 1, 1, 1, 1, 1, 4, 4, 4], 0);
    expect(out).toEqual([7, 2, 2, 2]);
  });

  test('an L in a turned plane, of either winding', () => {
    const rng = createRng(19);
    const flat = [0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4];
    for (let round = 0; round < 20; round++) {
      const [u, v] = randomAxes(rng);
      const origin = times(point(rng), 50);
      const place = (x: number, y: number) => add(origin, add(times(u, x), times(v, y)));
      let corners = [0, 2, 4, 6, 8, 10].map((i) => place(flat[i], flat[i + 1]));
      if (round % 2 === 1) corners = corners.reverse();
      const out = new Float64Array(4);
      const area = computeCentroidPolygon(out, 1, [5, ...corners.flat()], 1, 6);
      expect(area).toBeCloseTo(7, 12);
      expect(area).toBe(areaPolygon(corners.flat(), 0, 6));
      // A square of 4 by 1 about (2, 0.5) and one of 1 by 3 about (0.5, 2.5).
      expectClose(out, 1, place((4 * 2 + 3 * 0.5) / 7, (4 * 0.5 + 3 * 2.5) / 7), 50, 1e-14);
    }
  });

  test('without area it is the mean of the vertices', () => {
    const out = [0, 0, 0];
    expect(computeCentroidPolygon(out, 0, [1, 1, 1, 2, 2, 2, 6, 6, 6], 0, 3)).toBe(0);
    expect(out).toEqual([3, 3, 3]);
    expect(computeCentroidPolygon(out, 0, [5, 6, 7], 0, 1)).toBe(0);
    expect(out).toEqual([5, 6, 7]);
  });
});
