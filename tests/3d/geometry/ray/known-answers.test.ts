import { describe, expect, it } from 'vitest';
import {
  castRayAabb,
  castRayCapsule,
  castRayCone,
  castRayCylinder,
  castRayObb,
  castRayPlane,
  castRayPlaneThroughPoints,
  castRayPolygon,
  castRayQuad,
  castRaySphere,
  castRayTriangle,
  castRayTriangleSingleSided,
  clipRayAabb,
  clipRayObb,
  intersectLineAabb,
  intersectLineObb,
  intersectLinePlane,
  intersectLineQuad,
  intersectLineTriangle,
  overlapsRaySphere,
  rayFromSegment,
} from '../../../../entry/geometry3d.ts';
import { createRng } from '../../../support/rng.ts';

type Cast = (
  out: Float64Array,
  outOffset: number,
  ray: ArrayLike<number>,
  rayOffset: number,
  max: number,
  shape: ArrayLike<number>,
  offset: number,
) => number;

const cast = (f: Cast, ray: number[], shape: number[], max = Infinity): number[] => {
  const out = new Float64Array(6).fill(-7);
  const t = f(out, 0, ray, 0, max, shape, 0);
  return t === Infinity ? [Infinity] : [t, ...out];
};

describe('rayFromSegment', () => {
  it('makes fractions of the segment, and out may be the segment', () => {
    const segment = Float64Array.of(0, 9, 1, 2, 3, 5, 7);
    rayFromSegment(segment, 1, segment, 1);
    expect([...segment]).toEqual([0, 9, 1, 2, -6, 4, 5]);
  });
});

describe('planes', () => {
  const plane = [0, 0, 2, 4];

  it('accepts exactly 0 ≤ t ≤ 1 of a segment', () => {
    expect(cast(castRayPlane, [1, 1, 5, 0, 0, -4], plane, 1)).toEqual([0.75, 1, 1, 2, 0, 0, 1]);
    expect(cast(castRayPlane, [1, 1, -2, 0, 0, 4], plane, 1)).toEqual([1, 1, 1, 2, 0, 0, -1]);
    expect(cast(castRayPlane, [1, 1, 2, 0, 0, 4], plane, 1)).toEqual([0, 1, 1, 2, 0, 0, 0]);
    expect(cast(castRayPlane, [1, 1, -2, 0, 0, 3.999], plane, 1)).toEqual([Infinity]);
    expect(cast(castRayPlane, [1, 1, 2.001, 0, 0, 4], plane, 1)).toEqual([Infinity]);
  });

  it('defines parallel rays: beside the plane they miss, in it they hit at their start', () => {
    expect(cast(castRayPlane, [0, 0, 3, 1, 1, 0], plane)).toEqual([Infinity]);
    expect(cast(castRayPlane, [4, 5, 2, 1, 1, 0], plane)).toEqual([0, 4, 5, 2, 0, 0, 0]);
    expect(cast(castRayPlane, [4, 5, 2, 1, 1, 1], [0, 0, 0, 0])).toEqual([Infinity]);
  });

  it('gives lines a parameter of either sign', () => {
    expect(intersectLinePlane([0, 0, 4, 0, 0, 1], 0, plane, 0)).toBe(-2);
    expect(intersectLinePlane([0, 0, 4, 1, 0, 0], 0, plane, 0)).toBe(Infinity);
    expect(intersectLinePlane([0, 0, 2, 1, 0, 0], 0, plane, 0)).toBe(0);
    expect(intersectLinePlane([0, NaN, 2, 1, 0, 0], 0, plane, 0)).toBe(Infinity);
  });

  it('takes three points, in either order, also far away; points on a line span nothing', () => {
    const points = [1e4, 1e4, 2, 1e4 + 3, 1e4, 2, 1e4, 1e4 + 1, 2];
    const swapped = [...points.slice(0, 3), ...points.slice(6), ...points.slice(3, 6)];
    for (const p of [points, swapped]) {
      expect(cast(castRayPlaneThroughPoints, [0, 0, 5, 0, 0, -6], p)).toEqual([0.5, 0, 0, 2, 0, 0, 1]);
    }
    expect(cast(castRayPlaneThroughPoints, [0, 0, 5, 0, 0, -6], [0, 0, 2, 1, 1, 2, 3, 3, 2])).toEqual([Infinity]);
  });
});

describe('spheres', () => {
  it('keeps a small sphere that a ray reaches from afar', () => {
    // With b² − 4ac the radius is lost beside the distance: 1e14 against 1e-6.
    const t = cast(castRaySphere, [1e7, 3e-4, 0, -1, 0, 0], [0, 0, 0, 1e-3]);
    const depth = Math.sqrt(1e-6 - 9e-8);
    expect(Math.abs(t[1] - depth)).toBeLessThan(1e-12 * depth);
    expect(Math.abs(t[4] - depth / 1e-3)).toBeLessThan(1e-12);
    expect(cast(castRaySphere, [1e7, 1.0001e-3, 0, -1, 0, 0], [0, 0, 0, 1e-3])).toEqual([Infinity]);
  });

  it('touches tangentially, meets a radius of 0 from in front and ignores what lies behind', () => {
    expect(cast(castRaySphere, [-5, 1, 0, 1, 0, 0], [0, 0, 0, 1])).toEqual([5, 0, 1, 0, 0, 1, 0]);
    expect(cast(castRaySphere, [-5, 0, 0, 2, 0, 0], [0, 0, 0, 0])).toEqual([2.5, 0, 0, 0, -1, 0, 0]);
    expect(cast(castRaySphere, [5, 0, 0, 2, 0, 0], [0, 0, 0, 1])).toEqual([Infinity]);
    expect(cast(castRaySphere, [1, 0, 0, 1, 0, 0], [0, 0, 0, 1])).toEqual([0, 1, 0, 0, 0, 0, 0]);
  });

  it('answers yes or no like the hit form', () => {
    const rng = createRng(311);
    let hits = 0;
    for (let run = 0; run < 5000; run++) {
      const o = [0, 0, 0].map(() => rng.range(-3, 3));
      const ray = [...o, ...o.map((x) => rng.range(-2, 2) - x)];
      const sphere = [0, 0, 0, rng.range(0.2, 2)];
      const max = rng.range(0.3, 2);
      const expected = cast(castRaySphere, ray, sphere, max)[0] !== Infinity;
      expect(overlapsRaySphere(ray, 0, max, sphere, 0), `seed 311 run ${run}`).toBe(expected);
      if (expected) hits++;
    }
    expect(hits / 5000).toBeGreaterThan(0.3);
    expect(hits / 5000).toBeLessThan(0.7);
    expect(overlapsRaySphere([0, 0, 0, 1, 0, 0], 0, -1, [0, 0, 0, 1], 0)).toBe(false);
    expect(overlapsRaySphere([3, 0, 0, 0, 0, 0], 0, Infinity, [0, 0, 0, 1], 0)).toBe(false);
    for (let i = 0; i < 6; i++) {
      const ray = [-3, 0, 0, 6, 0, 0];
      expect(overlapsRaySphere(ray, 0, 1, [0, 0, 0, 1], 0)).toBe(true);
      ray[i] = NaN;
      expect(overlapsRaySphere(ray, 0, 1, [0, 0, 0, 1], 0)).toBe(false);
    }
  });
});

describe('boxes', () => {
  const box = [0, 0, 0, 1, 2, 3];
  const obb = [0.5, 1, 1.5, 0.5, 1, 1.5, 1, 0, 0, 0, 1, 0, 0, 0, 1];

  it('says what a start inside gives: a negative entry, a clipped 0, a hit at 0', () => {
    const out = new Float64Array(2);
    const ray = [0.5, 1, 1, 1, 0, 0];
    for (const [intersect, clip, shape] of [
      [intersectLineAabb, clipRayAabb, box],
      [intersectLineObb, clipRayObb, obb],
    ] as const) {
      expect(intersect(out, 0, ray, 0, shape, 0)).toBe(true);
      expect([...out]).toEqual([-0.5, 0.5]);
      expect(clip(out, 0, ray, 0, 0.25, shape, 0)).toBe(true);
      expect([...out]).toEqual([0, 0.25]);
      expect(clip(out, 0, [-1, 1, 1, 1, 0, 0], 0, 10, shape, 0)).toBe(true);
      expect([...out]).toEqual([1, 2]);
      expect(clip(out, 0, [-1, 1, 1, 1, 0, 0], 0, 0.99, shape, 0)).toBe(false);
      expect(clip(out, 0, [-1, 1, 1, -1, 0, 0], 0, 9, shape, 0)).toBe(false);
      expect(intersect(out, 0, [-1, 1, 1, -1, 0, 0], 0, shape, 0)).toBe(true);
      expect([...out]).toEqual([-2, -1]);
    }
    expect(cast(castRayAabb, ray, box)).toEqual([0, 0.5, 1, 1, 0, 0, 0]);
  });

  it('lets axis-parallel rays run in a face, along an edge and past', () => {
    for (const f of [castRayAabb, castRayObb]) {
      const shape = f === castRayAabb ? box : obb;
      expect(cast(f, [-1, 2, 1, 1, 0, 0], shape)).toEqual([1, 0, 2, 1, -1, 0, 0]);
      expect(cast(f, [-1, 0, 0, 1, 0, 0], shape)).toEqual([1, 0, 0, 0, -1, 0, 0]);
      expect(cast(f, [-1, 2, 3, 1, -0, 0], shape)).toEqual([1, 0, 2, 3, -1, 0, 0]);
      expect(cast(f, [-1, 2.0000001, 1, 1, 0, 0], shape)).toEqual([Infinity]);
      expect(cast(f, [-1, -0.0000001, 1, 1, -0, 0], shape)).toEqual([Infinity]);
    }
  });

  it('hits flat boxes and refuses empty ones', () => {
    expect(cast(castRayAabb, [-1, 1, 1, 2, 0, 0], [0, 0, 0, 0, 2, 2])).toEqual([0.5, 0, 1, 1, -1, 0, 0]);
    expect(cast(castRayAabb, [-1, 1, 1, 2, 0, 0], [1, 0, 0, 0, 2, 2])).toEqual([Infinity]);
    expect(cast(castRayAabb, [-1, 1, 1, 0, 0, 0], [1, 0, 0, 0, 2, 2])).toEqual([Infinity]);
  });

  it('puts the point exactly on the face and never outside the box', () => {
    const rng = createRng(8);
    for (let run = 0; run < 2000; run++) {
      const ray = [
        rng.range(-9, -2),
        rng.range(-4, 4),
        rng.range(-4, 4),
        rng.range(1, 9),
        rng.range(-1, 1),
        rng.range(-1, 1),
      ];
      const [t, x, y, z, nx, ny, nz] = cast(castRayAabb, ray, [-0.1, -0.7, -0.3, 0.3, 0.9, 0.7]);
      if (t === Infinity) continue;
      const label = `seed 8 run ${run}`;
      if (nx !== 0) expect(x, label).toBe(nx < 0 ? -0.1 : 0.3);
      if (ny !== 0) expect(y, label).toBe(ny < 0 ? -0.7 : 0.9);
      if (nz !== 0) expect(z, label).toBe(nz < 0 ? -0.3 : 0.7);
      expect(x >= -0.1 && x <= 0.3 && y >= -0.7 && y <= 0.9 && z >= -0.3 && z <= 0.7, label).toBe(true);
    }
  });
});

describe('triangles', () => {
  const triangle = [0, 0, 0, 2, 0, 0, 0, 2, 0];

  it('gives the weights of the point and a parameter of either sign', () => {
    const out = new Float64Array(3);
    expect(intersectLineTriangle(out, 0, [0.5, 1, 3, 0, 0, 2], 0, triangle, 0)).toBe(-1.5);
    expect([...out]).toEqual([0.25, 0.25, 0.5]);
    expect(intersectLineTriangle(out, 0, [1.1, 1, 3, 0, 0, 2], 0, triangle, 0)).toBe(Infinity);
  });

  it('includes its edges and vertices', () => {
    for (const [x, y] of [
      [0, 0],
      [2, 0],
      [0, 2],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      expect(cast(castRayTriangle, [x, y, 1, 0, 0, -1], triangle)).toEqual([1, x, y, 0, 0, 0, 1]);
    }
  });

  it('tells the sides apart, at every scale alike', () => {
    // A threshold such as 1e-5 on the unnormalised product would call the small ones parallel.
    for (const scale of [1e-6, 1e-3, 1, 1e4, 1e8]) {
      const scaled = triangle.map((x) => x * scale);
      const down = [0.5 * scale, 0.5 * scale, scale, 0.001 * scale, 0, -scale];
      const up = [0.5 * scale, 0.5 * scale, -scale, 0.001 * scale, 0, scale];
      expect(cast(castRayTriangleSingleSided, down, scaled)[0], `${scale}`).toBeCloseTo(1, 14);
      expect(cast(castRayTriangleSingleSided, down, scaled).slice(4)).toEqual([0, 0, 1]);
      expect(cast(castRayTriangleSingleSided, up, scaled)).toEqual([Infinity]);
      expect(cast(castRayTriangle, up, scaled).slice(4)).toEqual([0, 0, -1]);
    }
  });

  it('defines rays in its plane: they enter through an edge', () => {
    expect(cast(castRayTriangle, [-1, 0.5, 0, 2, 0, 0], triangle)).toEqual([0.5, 0, 0.5, 0, 0, 0, 1]);
    expect(cast(castRayTriangle, [-1, 0, 0, 2, 0, 0], triangle)).toEqual([0.5, 0, 0, 0, 0, 0, 1]);
    expect(cast(castRayTriangle, [3, -1, 0, -1, 1, 0], triangle)).toEqual([1, 2, 0, 0, 0, 0, 1]);
    expect(cast(castRayTriangle, [0.5, 0.5, 0, 1, 1, 0], triangle)).toEqual([0, 0.5, 0.5, 0, 0, 0, 0]);
    expect(cast(castRayTriangle, [-1, -0.5, 0, 2, 0, 0], triangle)).toEqual([Infinity]);
    expect(cast(castRayTriangle, [-1, 0.5, 0, -2, 0, 0], triangle)).toEqual([Infinity]);
    expect(cast(castRayTriangle, [-1, 0.5, 0, 2, 0, 0], triangle, 0.49)).toEqual([Infinity]);
    expect(cast(castRayTriangle, [-1, 0.5, 1e-9, 2, 0, 0], triangle)).toEqual([Infinity]);
    expect(cast(castRayTriangleSingleSided, [-1, 0.5, 0, 2, 0, 0], triangle)).toEqual([Infinity]);
    // The sum of the triple products is 0 here, by which a listing divides.
    const out = Float64Array.of(5, 5, 5);
    expect(intersectLineTriangle(out, 0, [-1, 0.5, 0, 2, 0, 0], 0, triangle, 0)).toBe(Infinity);
    expect([...out]).toEqual([5, 5, 5]);
  });

  it('hits at 0 from any point of a tilted triangle, in any direction, whatever the rounding', () => {
    const rng = createRng(29);
    const pick = (): number => rng.integer(-20, 20);
    for (let run = 0; run < 2000; run++) {
      // Whole edges divided by 8 keep the points exactly in the plane.
      const a = [pick(), pick(), pick()];
      const u = [pick() * 8, pick() * 8, pick() * 8];
      const v = [pick() * 8, pick() * 8, pick() * 8];
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      if (normal.every((x) => x === 0)) continue;
      const i = rng.integer(1, 6);
      const j = rng.integer(1, 7 - i);
      const o = a.map((x, k) => x + (u[k] * i + v[k] * j) / 8);
      const ray = [...o, rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
      const shape = [...a, ...a.map((x, k) => x + u[k]), ...a.map((x, k) => x + v[k])];
      expect(cast(castRayTriangle, ray, shape), `seed 29 run ${run}`).toEqual([0, ...o, 0, 0, 0]);
      expect(cast(castRayQuad, ray, [...shape, ...shape.slice(0, 3)]), `seed 29 run ${run}`).toEqual([
        0,
        ...o,
        0,
        0,
        0,
      ]);
    }
  });

  it('never hits a triangle without area', () => {
    expect(cast(castRayTriangle, [1, 0, 1, 0, 0, -1], [0, 0, 0, 1, 0, 0, 3, 0, 0])).toEqual([Infinity]);
    expect(cast(castRayTriangle, [1, 1, 1, 0, 0, -1], [1, 1, 0, 1, 1, 0, 1, 1, 0])).toEqual([Infinity]);
  });
});

describe('quads and polygons', () => {
  // A dart: reflex at (1, 1).
  const dart = [0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 4, 0];

  it('knows a concave quad in every rotation and direction of its vertices', () => {
    for (let k = 0; k < 4; k++) {
      const turned = [...dart.slice(3 * k), ...dart.slice(0, 3 * k)];
      const reversed = [3, 2, 1, 0].flatMap((i) => turned.slice(3 * i, 3 * i + 3));
      for (const quad of [turned, reversed]) {
        expect(cast(castRayQuad, [0.5, 0.5, 2, 0, 0, -4], quad)).toEqual([0.5, 0.5, 0.5, 0, 0, 0, 1]);
        expect(cast(castRayQuad, [1.9, 1.9, 2, 0, 0, -4], quad)).toEqual([Infinity]);
        expect(cast(castRayQuad, [2, 0.5, 2, 0, 0, -4], quad)[0]).toBe(0.5);
        expect(cast(castRayPolygonFour, [1.2, 1.2, 2, 0, 0, -4], quad)).toEqual([Infinity]);
        expect(intersectLineQuad([0.5, 0.5, 2, 0, 0, 4], 0, quad, 0)).toBe(-0.5);
        expect(intersectLineQuad([1.9, 1.9, 2, 0, 0, 4], 0, quad, 0)).toBe(Infinity);
        expect(intersectLineQuad([-1, 0.5, 0, 1, 0, 0], 0, quad, 0)).toBe(Infinity);
        expect(cast(castRayQuad, [5, 2, 0, -1, 0, 0], quad)[0]).toBeCloseTo(5 - 2 / 3, 14);
        expect(cast(castRayQuad, [5, 5, 0, -1, -1, 0], quad)[0]).toBeCloseTo(4, 14);
      }
    }
  });

  const castRayPolygonFour: Cast = (out, o, ray, r, max, s, i) => castRayPolygon(out, o, ray, r, max, s, i, 4);

  it('refuses fewer than three vertices', () => {
    const two: Cast = (out, o, ray, r, max, s, i) => castRayPolygon(out, o, ray, r, max, s, i, 2);
    expect(cast(two, [0, 0, 1, 0, 0, -1], [-1, 0, 0, 1, 0, 0])).toEqual([Infinity]);
  });
});

describe('round solids', () => {
  const axial = [0, 0, 0, 0, 0, 4, 1];

  it('meets side, caps and ends of a capsule and a cylinder', () => {
    expect(cast(castRayCapsule, [5, 0, 2, -2, 0, 0], axial)).toEqual([2, 1, 0, 2, 1, 0, 0]);
    expect(cast(castRayCapsule, [0, 0, 9, 0, 0, -2], axial)).toEqual([2, 0, 0, 5, 0, 0, 1]);
    expect(cast(castRayCapsule, [0, 0, -9, 0, 0, 2], axial)).toEqual([4, 0, 0, -1, 0, 0, -1]);
    expect(cast(castRayCapsule, [1, 0, 9, 0, 0, -1], axial)).toEqual([5, 1, 0, 4, 1, 0, 0]);
    expect(cast(castRayCapsule, [1.0000001, 0, 9, 0, 0, -1], axial)).toEqual([Infinity]);
    expect(cast(castRayCapsule, [5, 0, 0, -2, 0, 0], [0, 0, 0, 0, 0, 0, 1])).toEqual([2, 1, 0, 0, 1, 0, 0]);
    expect(cast(castRayCylinder, [5, 0, 2, -2, 0, 0], axial)).toEqual([2, 1, 0, 2, 1, 0, 0]);
    expect(cast(castRayCylinder, [0.5, 0, 9, 0, 0, -2], axial)).toEqual([2.5, 0.5, 0, 4, 0, 0, 1]);
    expect(cast(castRayCylinder, [0.5, 0, -9, 0, 0, 3], axial)).toEqual([3, 0.5, 0, 0, 0, 0, -1]);
    expect(cast(castRayCylinder, [1, 0, 9, 0, 0, -1], axial)).toEqual([5, 1, 0, 4, 0, 0, 1]);
    expect(cast(castRayCylinder, [1.0000001, 0, 9, 0, 0, -1], axial)).toEqual([Infinity]);
    expect(cast(castRayCylinder, [5, 0, 4, -1, 0, 0], axial)).toEqual([4, 1, 0, 4, 1, 0, 0]);
    expect(cast(castRayCylinder, [5, 0, 4.0000001, -1, 0, 0], axial)).toEqual([Infinity]);
    expect(cast(castRayCylinder, [5, 0, 0, -2, 0, 0], [0, 0, 0, 0, 0, 0, 1])).toEqual([Infinity]);
  });

  it('meets side, base, apex and only one half of the double cone', () => {
    const cone = [0, 0, 4, 0, 0, 0, 4];
    const side = cast(castRayCone, [9, 0, 2, -1, 0, 0], cone);
    expect(side[0]).toBeCloseTo(7, 13);
    expect(side[4]).toBeCloseTo(Math.SQRT1_2, 14);
    expect(side[6]).toBeCloseTo(Math.SQRT1_2, 14);
    expect(cast(castRayCone, [1, 1, -3, 0, 0, 1], cone)).toEqual([3, 1, 1, 0, 0, 0, -1]);
    expect(cast(castRayCone, [0, 0, 9, 0, 0, -1], cone)).toEqual([5, 0, 0, 4, 0, 0, 1]);
    expect(cast(castRayCone, [9, 0, 6, -1, 0, 0], cone)).toEqual([Infinity]);
    expect(cast(castRayCone, [9, 0, -2, -1, 0, 0], cone)).toEqual([Infinity]);
    // Parallel to the side: inside from its single root on.
    expect(cast(castRayCone, [-3, 0, 5, 1, 0, -1], cone)[0]).toBeCloseTo(2, 13);
    expect(cast(castRayCone, [-1, 0, 7, 1, 0, -1], cone)).toEqual([Infinity]);
    expect(cast(castRayCone, [0, 0, 9, 0, 0, -1], [0, 0, 4, 0, 0, 4, 1])).toEqual([Infinity]);
    // From inside the mirrored half above the apex.
    expect(cast(castRayCone, [0, 1, 9, 0, 0, -1], cone)[0]).toBeCloseTo(6, 13);
  });
});
