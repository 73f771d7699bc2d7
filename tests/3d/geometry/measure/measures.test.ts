import { describe, expect, it } from 'vitest';
import { buildConvexHull } from '../../../../src/3d/geometry/convex/build-convex-hull.ts';
import { buildBoxHull } from '../../../../src/3d/geometry/convex/index.ts';
import {
  areaPolygon,
  areaTriangle,
  computeAabbCapsule,
  computeAabbCone,
  computeAabbConvex,
  computeAabbCylinder,
  computeAabbMesh,
  computeAabbObb,
  computeAabbPoints,
  computeAabbSphere,
  computeAabbTetrahedron,
  computeAabbTriangle,
  invertPose,
  planeFromPoints,
  planeFromPolygon,
  surfaceAreaAabb,
  surfaceAreaCapsule,
  surfaceAreaCone,
  surfaceAreaConvex,
  surfaceAreaCylinder,
  surfaceAreaMesh,
  surfaceAreaObb,
  surfaceAreaSphere,
  surfaceAreaTetrahedron,
  volumeAabb,
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
  dot,
  randomAxes,
  randomUnit,
  size,
  sub,
  times,
  type Vec,
} from '../../../support/distance-functions-3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SCALES = [1e-3, 1, 1e4];

const point = (rng: Rng): number[] => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
const axisShape = (rng: Rng): number[] => {
  const a = point(rng);
  // Some along an axis of coordinates, some nearly.
  const aligned = [0, 1, 2].map((i) => (i === rng.integer(0, 2) ? 1 : 0));
  const u = rng.next() < 0.2 && size(aligned) > 0 ? times(aligned, 1 / size(aligned)) : randomUnit(rng);
  return [...a, ...add(a, times(u, rng.range(0.1, 2))), rng.range(0.1, 1)];
};
const disk = (centre: Vec, axis: Vec, radius: number): Vec[] => {
  // The points of the rim farthest along the coordinate axes, among very many.
  const u = times(axis, 1 / size(axis));
  const v = times(cross(u, Math.abs(u[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]), 1);
  const x = times(v, radius / size(v));
  const y = cross(u, x);
  return Array.from({ length: 20000 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / 20000;
    return add(centre, add(times(x, Math.cos(angle)), times(y, Math.sin(angle))));
  });
};
const ends = (s: Vec): [Vec, Vec] => [s.slice(0, 3), s.slice(3, 6)];

/** A shape's extreme points as a dense sample, grown by a radius, and how coarse the sample is. */
interface Bounded {
  readonly compute: (out: number[], outOffset: number, s: number[], o: number) => void;
  readonly make: (rng: Rng) => number[];
  readonly sample: (s: Vec) => Vec[];
  readonly radius: (s: Vec) => number;
  readonly coarse?: number;
}

const BOUNDED: Record<string, Bounded> = {
  Sphere: {
    compute: computeAabbSphere,
    make: (rng) => [...point(rng), rng.range(0, 1)],
    sample: (s) => [s.slice(0, 3)],
    radius: (s) => s[3],
  },
  Capsule: { compute: computeAabbCapsule, make: axisShape, sample: ends, radius: (s) => s[6] },
  Cylinder: {
    compute: computeAabbCylinder,
    make: axisShape,
    sample: (s) => {
      const [a, b] = ends(s);
      return [...disk(a, sub(b, a), s[6]), ...disk(b, sub(b, a), s[6])];
    },
    radius: () => 0,
    coarse: 1e-7,
  },
  Cone: {
    compute: computeAabbCone,
    make: axisShape,
    sample: (s) => {
      const [a, b] = ends(s);
      return [a, ...disk(b, sub(b, a), s[6])];
    },
    radius: () => 0,
    coarse: 1e-7,
  },
  Triangle: {
    compute: computeAabbTriangle,
    make: (rng) => [...point(rng), ...point(rng), ...point(rng)],
    sample: (s) => [0, 3, 6].map((i) => s.slice(i, i + 3)),
    radius: () => 0,
  },
  Tetrahedron: {
    compute: computeAabbTetrahedron,
    make: (rng) => [...point(rng), ...point(rng), ...point(rng), ...point(rng)],
    sample: (s) => [0, 3, 6, 9].map((i) => s.slice(i, i + 3)),
    radius: () => 0,
  },
  Obb: {
    compute: computeAabbObb,
    make: (rng) => [...point(rng), rng.range(0, 1), rng.range(0, 1), rng.range(0, 1), ...randomAxes(rng).flat()],
    sample: (s) =>
      Array.from({ length: 8 }, (_, i) =>
        [0, 1, 2].reduce<Vec>(
          (p, k) => add(p, times(s.slice(6 + 3 * k, 9 + 3 * k), (i >> k) & 1 ? s[3 + k] : -s[3 + k])),
          s.slice(0, 3),
        ),
      ),
    radius: () => 0,
  },
};

describe.each(Object.entries(BOUNDED))('computeAabb%s', (name, { compute, make, sample, radius, coarse = 0 }) => {
  it('holds a dense sample of the shape and is as tight as the sample is dense', () => {
    const rng = createRng(9701);
    for (let run = 0; run < (coarse > 0 ? 24 : 300); run++) {
      const scale = SCALES[run % 3];
      const shape = make(rng).map((x, i) => (name === 'Obb' && i >= 6 ? x : x * scale));
      const out = [7, 0, 0, 0, 0, 0, 0, 7];
      compute(out, 1, [9, ...shape], 1);
      expect([out[0], out[7]]).toEqual([7, 7]);
      const points = sample(shape);
      const message = `seed 9701 run ${run}`;
      for (let axis = 0; axis < 3; axis++) {
        const low = points.reduce((x, p) => Math.min(x, p[axis]), Infinity) - radius(shape);
        const high = points.reduce((x, p) => Math.max(x, p[axis]), -Infinity) + radius(shape);
        expect(out[1 + axis], message).toBeLessThanOrEqual(low + 1e-14 * scale);
        expect(out[4 + axis], message).toBeGreaterThanOrEqual(high - 1e-14 * scale);
        expect(low - out[1 + axis], message).toBeLessThan((coarse + 1e-14) * scale);
        expect(out[4 + axis] - high, message).toBeLessThan((coarse + 1e-14) * scale);
      }
      const shared = shape.slice();
      compute(shared, 0, shared, 0);
      expect(shared.slice(0, 6)).toEqual(out.slice(1, 7));
      shared.splice(0, 6, ...shape.slice(0, 6));
      const bad = shape.slice();
      bad[run % 3] = Number.NaN;
      compute(out, 1, bad, 0);
      expect(out[1 + (run % 3)]).toBeNaN();
    }
  });
});

describe('bounds', () => {
  it('of points, none of them, and shapes without an axis', () => {
    const out = [0, 0, 0, 0, 0, 0];
    computeAabbPoints(out, 0, [9, 1, 2, 3, -1, 5, 0], 1, 2);
    expect(out).toEqual([-1, 2, 0, 1, 5, 3]);
    computeAabbPoints(out, 0, [], 0, 0);
    expect(out).toEqual([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
    computeAabbCylinder(out, 0, [1, 2, 3, 1, 2, 3, 5], 0);
    expect(out).toEqual([1, 2, 3, 1, 2, 3]);
    computeAabbCone(out, 0, [1, 2, 3, 1, 2, 3, 5], 0);
    expect(out).toEqual([1, 2, 3, 1, 2, 3]);
    computeAabbCylinder(out, 0, [0, 0, 0, 0, 0, 4, 3], 0);
    expect(out).toEqual([-3, -3, 0, 3, 3, 4]);
    computeAabbCone(out, 0, [0, 0, 0, 0, 0, 4, 3], 0);
    expect(out).toEqual([-3, -3, 0, 3, 3, 4]);
  });

  it('of hulls at poses and of meshes hold the corners, tightly', () => {
    const rng = createRng(9702);
    const out = new Float64Array(6);
    for (let run = 0; run < 90; run++) {
      const scale = SCALES[run % 3];
      const points = Array.from({ length: 30 }, () => times(point(rng), scale)).flat();
      const hull = buildConvexHull(points);
      const pose = [
        ...times(point(rng), scale),
        rng.range(-1, 1),
        rng.range(-1, 1),
        rng.range(-1, 1),
        rng.range(-1, 1),
      ];
      const placed: Vec[] = [];
      for (let i = 0; i < points.length; i += 3) placed.push(add(rotate(pose.slice(3), points.slice(i, i + 3)), pose));
      computeAabbConvex(out, 0, hull, [1, ...pose], 1);
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(out[axis] - Math.min(...placed.map((p) => p[axis])))).toBeLessThan(1e-14 * scale);
        expect(Math.abs(out[3 + axis] - Math.max(...placed.map((p) => p[axis])))).toBeLessThan(1e-14 * scale);
      }
      const bounds = [0, 0, 0, 0, 0, 0];
      computeAabbPoints(bounds, 0, points, 0, 30);
      computeAabbConvex(out, 0, hull);
      expect([...out]).toEqual(bounds);
      for (const kind of ['aabb', 'obb', 'sphere'] as const) {
        computeAabbMesh(out, 0, buildMeshTree(points, null, { kind }));
        expect([...out]).toEqual(bounds);
      }
    }
  });
});

/** q·v·q⁻¹, by quaternion products. */
function rotate(q: Vec, v: Vec): Vec {
  const product = (a: Vec, b: Vec): Vec => [
    ...add(add(times(b.slice(0, 3), a[3]), times(a.slice(0, 3), b[3])), cross(a, b)),
    a[3] * b[3] - dot(a.slice(0, 3), b.slice(0, 3)),
  ];
  const turned = product(product(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return times(turned.slice(0, 3), 1 / (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2));
}

/** The volume and area of a body of revolution from its radius at each height, summed over thin slices. */
function revolve(radiusAt: (s: number) => number, from: number, to: number): { volume: number; area: number } {
  const slices = 40000;
  const step = (to - from) / slices;
  let volume = 0;
  let area = 0;
  for (let i = 0; i < slices; i++) {
    const r0 = radiusAt(from + i * step);
    const r1 = radiusAt(from + (i + 1) * step);
    volume += (Math.PI / 3) * step * (r0 * r0 + r0 * r1 + r1 * r1);
    area += Math.PI * (r0 + r1) * Math.hypot(step, r1 - r0);
  }
  return { volume, area };
}

describe('volumes and areas', () => {
  it('of round shapes agree with their slices', () => {
    const rng = createRng(9703);
    for (let run = 0; run < 12; run++) {
      const scale = SCALES[run % 3];
      const radius = rng.range(0.1, 2) * scale;
      const a = times(point(rng), scale);
      const b = add(a, times(randomUnit(rng), rng.range(0.1, 2) * scale));
      const length = size(sub(b, a));
      const shape = [9, ...a, ...b, radius];
      const near = (value: number, truth: number): void => expect(Math.abs(value / truth - 1)).toBeLessThan(1e-6);
      const cap = (s: number): number => Math.sqrt(Math.max(0, radius ** 2 - s ** 2));
      const ball = revolve(cap, -radius, radius);
      const tube = revolve(() => radius, 0, length);
      const cone = revolve((s) => (s / length) * radius, 0, length);
      near(volumeSphere([9, ...a, radius], 1), ball.volume);
      near(surfaceAreaSphere([9, ...a, radius], 1), ball.area);
      near(volumeCapsule(shape, 1), ball.volume + tube.volume);
      near(surfaceAreaCapsule(shape, 1), ball.area + tube.area);
      near(volumeCylinder(shape, 1), tube.volume);
      near(surfaceAreaCylinder(shape, 1), tube.area + 2 * Math.PI * radius ** 2);
      near(volumeCone(shape, 1), cone.volume);
      near(surfaceAreaCone(shape, 1), cone.area + Math.PI * radius ** 2);
    }
    const flat = [1, 2, 3, 1, 2, 3, 2];
    expect(volumeCylinder(flat, 0)).toBe(0);
    expect(surfaceAreaCylinder(flat, 0)).toBe(8 * Math.PI);
    expect(surfaceAreaCone(flat, 0)).toBe(8 * Math.PI);
    expect(volumeCapsule(flat, 0)).toBe(volumeSphere([0, 0, 0, 2], 0));
    expect(surfaceAreaCapsule(flat, 0)).toBe(surfaceAreaSphere([0, 0, 0, 2], 0));
    expect(volumeCone([1, 2, 3, 4, 6, 3, 0], 0)).toBe(0);
  });

  it('of boxes, their hulls and their meshes are those of the sides', () => {
    const rng = createRng(9704);
    for (let run = 0; run < 90; run++) {
      const scale = SCALES[run % 3];
      const [x, y, z] = [0, 1, 2].map(() => rng.range(0.1, 2) * scale);
      const volume = x * y * z;
      const area = 2 * (x * y + y * z + z * x);
      const near = (value: number, truth: number): void => expect(Math.abs(value / truth - 1)).toBeLessThan(1e-13);
      const obb = [9, ...times(point(rng), scale), x / 2, y / 2, z / 2, ...randomAxes(rng).flat()];
      near(volumeObb(obb, 1), volume);
      near(surfaceAreaObb(obb, 1), area);
      const aabb = [9, -1 * scale, 0, 2 * scale, x - 1 * scale, y, z + 2 * scale];
      near(volumeAabb(aabb, 1), volume);
      near(surfaceAreaAabb(aabb, 1), area);
      const hull = buildBoxHull([x / 2, y / 2, z / 2]);
      near(volumeConvex(hull), volume);
      near(surfaceAreaConvex(hull), area);
      const mesh = meshOfHull(hull);
      near(volumeMesh(buildMeshTree(mesh)), volume);
      near(surfaceAreaMesh(buildMeshTree(mesh)), area);
      near(volumeMesh(buildMeshTree(flipped(mesh))), -volume);
    }
    expect(volumeAabb([0, 0, 0, -1, -1, 5], 0)).toBe(0);
    expect(surfaceAreaAabb([0, 0, 0, -1, 3, 5], 0)).toBe(0);
    expect(surfaceAreaAabb([0, 0, 0, 0, 3, 5], 0)).toBe(30);
    expect(volumeAabb([0, 0, 0, 1, Number.NaN, 5], 0)).toBeNaN();
  });

  it('of hulls of random points agree with a tetrahedron by tetrahedron sum from elsewhere', () => {
    const rng = createRng(9705);
    for (let run = 0; run < 30; run++) {
      const scale = SCALES[run % 3];
      const hull = buildConvexHull(Array.from({ length: 40 }, () => times(point(rng), scale)).flat());
      const mesh = meshOfHull(hull);
      let volume = 0;
      let area = 0;
      for (let i = 0; i < mesh.length; i += 9) {
        const [p, q, r] = [mesh.slice(i, i + 3), mesh.slice(i + 3, i + 6), mesh.slice(i + 6, i + 9)];
        volume += dot(p, cross(q, r)) / 6;
        area += size(cross(sub(q, p), sub(r, p))) / 2;
      }
      expect(Math.abs(volumeConvex(hull) / volume - 1)).toBeLessThan(1e-12);
      expect(Math.abs(surfaceAreaConvex(hull) / area - 1)).toBeLessThan(1e-12);
      expect(Math.abs(volumeMesh(buildMeshTree(mesh, null, { kind: 'sphere' })) / volume - 1)).toBeLessThan(1e-12);
    }
  });

  it('of triangles and tetrahedra have known values and are the same for either winding', () => {
    const triangle = [1, 1, 1, 4, 1, 1, 1, 5, 1];
    expect(areaTriangle(triangle, 0)).toBe(6);
    expect(areaTriangle([0, 0, 0, 1, 1, 1, 3, 3, 3], 0)).toBe(0);
    const tetrahedron = [...triangle, 7, 8, 4];
    expect(volumeTetrahedron(tetrahedron, 0)).toBe(6);
    expect(volumeTetrahedron([9, ...triangle.slice(3), ...triangle.slice(0, 3), 7, 8, -2], 1)).toBe(6);
    expect(surfaceAreaTetrahedron([0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0], 0)).toBe(12);
    expect(surfaceAreaTetrahedron([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2], 0)).toBeCloseTo(6 + 2 * Math.sqrt(3), 14);
    expect(areaTriangle([0, 0, 0, 1, Number.NaN, 1, 3, 3, 3], 0)).toBeNaN();
  });

  it('of polygons, convex or not, are the same anywhere in space', () => {
    const rng = createRng(9706);
    // An L: 3 × 3 without 2 × 2.
    const corners = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ];
    const out = [0, 0, 0, 0];
    for (let run = 0; run < 90; run++) {
      const scale = SCALES[run % 3];
      const [u, v, w] = randomAxes(rng);
      const o = times(point(rng), 10 * scale);
      const vertices = corners.flatMap(([x, y]) => add(o, add(times(u, x * scale), times(v, y * scale))));
      expect(Math.abs(areaPolygon([9, ...vertices], 1, 6) / (5 * scale * scale) - 1)).toBeLessThan(1e-13);
      expect(planeFromPolygon(out, 0, [9, ...vertices], 1, 6)).toBe(true);
      expect(size(sub(out.slice(0, 3), w))).toBeLessThan(1e-13);
      expect(Math.abs(out[3] - dot(w, o))).toBeLessThan(1e-12 * scale);
      expect(planeFromPoints(out, 0, [9, ...vertices], 1)).toBe(true);
      expect(size(sub(out.slice(0, 3), w))).toBeLessThan(1e-13);
      expect(Math.abs(out[3] - dot(w, o))).toBeLessThan(1e-12 * scale);
    }
    out.fill(5);
    expect(areaPolygon([0, 0, 0, 1, 1, 1], 0, 2)).toBe(0);
    expect(planeFromPolygon(out, 0, [0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5], 0, 4)).toBe(false);
    expect(planeFromPoints(out, 0, [0, 0, 0, 1, 1, 1, 2, 2, 2], 0)).toBe(false);
    expect(planeFromPoints(out, 0, [0, 0, 0, 1, 1, 1, 0, 0, 0], 0)).toBe(false);
    expect(planeFromPoints(out, 0, [0, 0, 0, 1, Number.NaN, 1, 0, 3, 0], 0)).toBe(false);
    expect(out).toEqual([5, 5, 5, 5]);
    const shared = [2, 0, 0, 2, 1, 0, 2, 0, 1];
    expect(planeFromPoints(shared, 2, shared, 0)).toBe(true);
    expect(shared).toEqual([2, 0, 1, 0, 0, 2, 2, 0, 1]);
  });
});

/** The faces of a hull as a soup of triangles. */
function meshOfHull(hull: ReturnType<typeof buildBoxHull>): number[] {
  const mesh: number[] = [];
  for (let face = 0; face < hull.faceCount; face++) {
    const first = hull.faceStarts[face];
    for (let h = first + 2; h < hull.faceStarts[face + 1]; h++) {
      for (const i of [first, h - 1, h]) {
        const v = 3 * hull.halfEdgeVertices[i];
        mesh.push(...hull.vertices.subarray(v, v + 3));
      }
    }
  }
  return mesh;
}

function flipped(mesh: number[]): number[] {
  const result = mesh.slice();
  for (let i = 0; i < mesh.length; i += 9) {
    result.splice(i, 9, ...mesh.slice(i + 3, i + 6), ...mesh.slice(i, i + 3), ...mesh.slice(i + 6, i + 9));
  }
  return result;
}

describe('invertPose', () => {
  it('takes points back to where they came from', () => {
    const rng = createRng(9707);
    for (let run = 0; run < 300; run++) {
      const scale = SCALES[run % 3];
      const q = [0, 1, 2, 3].map(() => rng.range(-1, 1));
      const pose = [...times(point(rng), scale), ...q];
      const p = times(point(rng), scale);
      const there = add(rotate(q, p), pose);
      const out = [9, ...pose];
      invertPose(out, 1, out, 1);
      const back = add(rotate(out.slice(4), there), out.slice(1, 4));
      expect(size(sub(back, p)), `seed 9707 run ${run}`).toBeLessThan(1e-14 * scale);
      invertPose(out, 1, out, 1);
      expect(size(sub(out.slice(1, 4), pose.slice(0, 3)))).toBeLessThan(1e-14 * scale);
      expect(out.slice(4)).toEqual(q);
    }
  });

  it('keeps the pose that does nothing, and gives NaN for no rotation at all', () => {
    const out = [0, 0, 0, 0, 0, 0, 0];
    invertPose(out, 0, [0, 0, 0, 0, 0, 0, 1], 0);
    expect(out).toEqual([0, 0, 0, 0, 0, 0, 1]);
    invertPose(out, 0, [1, 2, 3, 0, 0, 0, 2], 0);
    expect(out).toEqual([-1, -2, -3, 0, 0, 0, 2]);
    // A quarter turn about z, then a step: back is the step turned the other way.
    invertPose(out, 0, [1, 2, 3, 0, 0, 1, 1], 0);
    expect(out).toEqual([-2, 1, -3, 0, 0, -1, 1]);
    invertPose(out, 0, [1, 2, 3, 0, 0, 0, 0], 0);
    expect(out[0]).toBeNaN();
  });
});
