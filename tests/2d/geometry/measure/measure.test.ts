import { describe, expect, test } from 'vitest';
import {
  areaAabb,
  areaCapsule,
  areaCircle,
  areaConvex,
  areaObb,
  areaPolygon,
  areaTriangle,
  buildConvexHull,
  type ConvexPiece,
  castRayPlaneThroughPoints,
  computeAabbCapsule,
  computeAabbCircle,
  computeAabbConvex,
  computeAabbObb,
  computeAabbPoints,
  computeAabbTriangle,
  computeCentroidConvex,
  computeCentroidPolygon,
  computeCentroidTriangle,
  computeNormals,
  createConvexPiece,
  invertPose,
  orient2d,
  planeFromPoints,
  signedAreaPolygon,
  signedDistancePointUnitPlane,
} from '../../../../entry/geometry2d.ts';
import { add, div, type Exact, exact, mul, toNumber, ZERO } from '../../../support/exact.ts';
import { cross, obbRing, type Point, ring, sidesOf } from '../../../support/exact-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const SIZES = [1e-3, 1, 1e4];

function pieceOf(points: number[], radius: number): ConvexPiece {
  const piece = createConvexPiece(points.length / 2);
  piece.count = buildConvexHull(piece.vertices, 0, points, 0, points.length / 2);
  piece.radius = radius;
  computeNormals(piece);
  return piece;
}

function randomNumbers(rng: Rng, count: number, scale: number): number[] {
  return Array.from({ length: count }, () => rng.range(-1, 1) * scale);
}

/** Twice the signed area and its centroid, without rounding. */
function measureExactly(points: readonly Point[]): { twice: Exact; centroid: number[] } {
  let twice = ZERO;
  let x = ZERO;
  let y = ZERO;
  for (const [p, q] of sidesOf(points)) {
    const weight = cross(p, q);
    twice = add(twice, weight);
    x = add(x, mul(weight, add(p[0], q[0])));
    y = add(y, mul(weight, add(p[1], q[1])));
  }
  const three = mul(exact(3), twice);
  return { twice, centroid: twice.n === 0n ? [] : [toNumber(div(x, three)), toNumber(div(y, three))] };
}

/**
 * The outline of points rounded by a radius, as a polygon of `count` corners: those farthest along directions all
 * around.
 */
function outlineOf(points: number[], radius: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const x = Math.cos((2 * Math.PI * i) / count);
    const y = Math.sin((2 * Math.PI * i) / count);
    let best = 0;
    for (let k = 2; k < points.length; k += 2) {
      if (points[k] * x + points[k + 1] * y > points[best] * x + points[best + 1] * y) best = k;
    }
    return [points[best] + radius * x, points[best + 1] + radius * y];
  }).flat();
}

/** Area, centroid and box of a polygon in plain arithmetic. */
function measureRoughly(points: number[]): { area: number; centroid: number[]; aabb: number[] } {
  let area = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < points.length; i += 2) {
    const k = (i + 2) % points.length;
    const weight = points[i] * points[k + 1] - points[i + 1] * points[k];
    area += weight / 2;
    x += (weight * (points[i] + points[k])) / 6;
    y += (weight * (points[i + 1] + points[k + 1])) / 6;
  }
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return {
    area,
    centroid: [x / area, y / area],
    aabb: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}

function expectNear(actual: ArrayLike<number>, expected: readonly number[], tolerance: number, where = ''): void {
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i] - value), `${where}, number ${i}`).toBeLessThanOrEqual(tolerance);
  });
}

describe.each(SIZES)('shapes of size %f', (scale) => {
  test('circles, capsules and rounded pieces agree with finely cut outlines', () => {
    // 3,600 corners: what is cut off is 5e-7 of a circle. The sides of the box are met exactly.
    const rng = createRng(7401);
    const flat = new HitRate();
    for (let i = 0; i < 120; i++) {
      const where = `seed ${rng.seed}, case ${i}`;
      const corners = rng.integer(1, 5);
      const points = randomNumbers(rng, 2 * corners, scale);
      const radius = rng.range(0.05, 1) * scale;
      const rough = measureRoughly(outlineOf(points, radius, 3600));
      const tolerance = 1e-6 * scale;
      const out = new Float64Array(6);
      const piece = pieceOf(points, radius);
      computeAabbConvex(out, 1, piece);
      expectNear(out.subarray(1), rough.aabb, 1e-15 * scale, where);
      expect(Math.abs(areaConvex(piece) - rough.area), where).toBeLessThan(4 * tolerance * scale);
      expect(Math.abs(computeCentroidConvex(out, 1, piece) - areaConvex(piece)), where).toBeLessThan(
        1e-13 * scale * scale,
      );
      expectNear(out.subarray(1), rough.centroid, tolerance, where);
      if (corners <= 2) {
        const shape = [7, ...points, radius];
        const [computeAabb, area] = corners === 1 ? [computeAabbCircle, areaCircle] : [computeAabbCapsule, areaCapsule];
        expect(Math.abs(area(shape, 1) - areaConvex(piece)), where).toBeLessThan(1e-14 * scale * scale);
        // The box may be written over the shape.
        const inPlace = [...shape, 0, 0];
        computeAabb(inPlace, 1, inPlace, 1);
        expectNear(inPlace.slice(1), rough.aabb, 1e-15 * scale, where);
      }
      flat.count(corners <= 2);
    }
    flat.expectBalanced();
  });

  test('triangles and polygons agree with sums without rounding', () => {
    const rng = createRng(7402);
    const clockwise = new HitRate();
    for (let i = 0; i < 300; i++) {
      const where = `seed ${rng.seed}, case ${i}`;
      const far = i % 3 === 0 ? 100 * scale : 0;
      const thin = i % 2 === 0 ? 1 : 1e-6;
      const points = randomNumbers(rng, 2 * rng.integer(3, 9), scale).map((v, k) => far + (k % 2 === 0 ? v : thin * v));
      const count = points.length / 2;
      const { twice, centroid } = measureExactly(ring(points));
      const half = toNumber(twice) / 2;
      // A polygon that crosses itself loses digits between its parts; that is relative to the parts.
      const parts = scale * scale * thin * count;
      expect(Math.abs(signedAreaPolygon([7, ...points], 1, count) - half), where).toBeLessThan(1e-12 * parts);
      expect(areaPolygon(points, 0, count), where).toBe(Math.abs(signedAreaPolygon(points, 0, count)));
      const triangle = measureExactly(ring(points, 0, 3));
      const third = Math.abs(toNumber(triangle.twice)) / 2;
      expect(Math.abs(areaTriangle([7, ...points], 1) - third), where).toBeLessThanOrEqual(1e-12 * third);
      clockwise.count(half < 0);

      const hull: number[] = [];
      const corners = buildConvexHull(hull, 0, points, 0, count);
      const whole = measureExactly(ring(hull, 0, corners));
      const area = toNumber(whole.twice) / 2;
      expect(Math.abs(areaPolygon(hull, 0, corners) - area), where).toBeLessThan(1e-12 * area);
      const out = [7, ...hull];
      expect(Math.abs(computeCentroidPolygon(out, 1, out, 1, corners) - area), where).toBeLessThan(1e-12 * area);
      // The last bit of the place itself is what far points cost.
      expect(Math.abs(out[1] - whole.centroid[0]), where).toBeLessThan(1e-12 * scale + 1e-15 * far);
      expect(Math.abs(out[2] - whole.centroid[1]), where).toBeLessThan(1e-12 * scale * thin + 1e-15 * far);
      if (Math.abs(half) > 0.1 * parts) {
        const simple = [0, 0];
        computeCentroidPolygon(simple, 0, points, 0, count);
        expectNear(simple, centroid, 1e-11 * scale, where);
      }
      const middle = [7, ...points];
      computeCentroidTriangle(middle, 1, middle, 1);
      expectNear(
        middle.slice(1),
        [0, 1].map((k) =>
          toNumber(div(add(add(exact(points[k]), exact(points[k + 2])), exact(points[k + 4])), exact(3))),
        ),
        1e-15 * (scale + far),
        where,
      );
      const xs = points.filter((_, k) => k % 2 === 0);
      const ys = points.filter((_, k) => k % 2 === 1);
      const box = [...points];
      computeAabbPoints(box, 0, box, 0, count);
      expect(box.slice(0, 4), where).toEqual([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
      computeAabbTriangle(box, 0, points, 0);
      computeAabbPoints(middle, 0, points, 0, 3);
      expect(box.slice(0, 4), where).toEqual(middle.slice(0, 4));
    }
    clockwise.expectBalanced();
  });

  test('boxes agree with their corners', () => {
    const rng = createRng(7403);
    for (let i = 0; i < 100; i++) {
      const angle = rng.range(0, 7);
      const obb = [
        ...randomNumbers(rng, 4, scale).map((v, k) => (k < 2 ? v : Math.abs(v))),
        Math.cos(angle),
        Math.sin(angle),
      ];
      const corners = obbRing(obb).map(([x, y]) => [toNumber(x), toNumber(y)]);
      const { twice } = measureExactly(obbRing(obb));
      expect(Math.abs(areaObb([7, ...obb], 1) - toNumber(twice) / 2)).toBeLessThan(1e-14 * scale * scale);
      const xs = corners.map(([x]) => x);
      const ys = corners.map(([, y]) => y);
      const expected = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      computeAabbObb(obb, 0, obb, 0);
      expectNear(obb, expected, 1e-15 * scale);
      expect(areaAabb([7, ...obb], 1)).toBe((obb[2] - obb[0]) * (obb[3] - obb[1]));
    }
  });

  test('a plane goes through its points, which side is positive as orient2d says', () => {
    const rng = createRng(7404);
    const left = new HitRate();
    for (let i = 0; i < 200; i++) {
      const points = randomNumbers(rng, 4, scale);
      const p = randomNumbers(rng, 2, scale);
      const plane = [7, ...points];
      expect(planeFromPoints(plane, 1, plane, 1)).toBe(true);
      expect(Math.abs(Math.hypot(plane[1], plane[2]) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(signedDistancePointUnitPlane(points, 0, plane, 1))).toBeLessThan(1e-15 * scale);
      expect(Math.abs(signedDistancePointUnitPlane(points, 2, plane, 1))).toBeLessThan(1e-15 * scale);
      const side = orient2d(points[0], points[1], points[2], points[3], p[0], p[1]);
      const height = signedDistancePointUnitPlane(p, 0, plane, 1);
      const length = Math.hypot(points[2] - points[0], points[3] - points[1]);
      expect(Math.abs(height - side / length)).toBeLessThan(1e-14 * scale);
      left.count(height > 0);
      // Down from the left, and up from the right: the ray sees the normal that faces it.
      const hit = [0, 0, 0, 0];
      const ray = [...p, -side * plane[1], -side * plane[2]];
      expect(castRayPlaneThroughPoints(hit, 0, ray, 0, Infinity, points, 0)).toBeLessThan(Infinity);
      expectNear(hit.slice(2), [plane[1] * Math.sign(side), plane[2] * Math.sign(side)], 1e-15);
    }
    left.expectBalanced();
  });

  test('a pose and its inverse undo each other', () => {
    const rng = createRng(7405);
    for (let i = 0; i < 100; i++) {
      const angle = rng.range(0, 7);
      const pose = [7, ...randomNumbers(rng, 2, scale), Math.cos(angle), Math.sin(angle)];
      const p = randomNumbers(rng, 2, scale);
      const inverse = [...pose];
      invertPose(inverse, 1, inverse, 1);
      expect(inverse[0]).toBe(7);
      const apply = ([, x, y, cos, sin]: number[], [px, py]: number[]) => [
        x + (cos * px - sin * py),
        y + (sin * px + cos * py),
      ];
      expectNear(apply(inverse, apply(pose, p)), p, 2e-15 * scale);
      expectNear(apply(pose, apply(inverse, p)), p, 2e-15 * scale);
    }
  });
});

describe('known answers', () => {
  test('areas', () => {
    expect(areaAabb([1, 2, 4, 8], 0)).toBe(18);
    expect(areaAabb([Infinity, Infinity, -Infinity, -Infinity], 0)).toBe(0);
    expect(areaAabb([0, 0, Number.NaN, 1], 0)).toBeNaN();
    expect(areaObb([9, 9, 3, 2, 0.6, 0.8], 0)).toBe(24);
    expect(areaCircle([5, 5, 2], 0)).toBe(4 * Math.PI);
    expect(areaCapsule([0, 0, 3, 4, 2], 0)).toBe(20 + 4 * Math.PI);
    expect(areaTriangle([0, 0, 0, 2, 3, 0], 0)).toBe(3);
    // An L, either way round, and a bow tie whose halves cancel.
    expect(signedAreaPolygon([0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4], 0, 6)).toBe(7);
    expect(signedAreaPolygon([0, 4, 1, 4, 1, 1, 4, 1, 4, 0, 0, 0], 0, 6)).toBe(-7);
    expect(areaPolygon([0, 0, 2, 2, 2, 0, 0, 2], 0, 4)).toBe(0);
    for (const count of [0, 1, 2]) expect(areaPolygon([0, 0, 2, 2], 0, count)).toBe(0);
    expect(areaTriangle([0, 0, 1e-8, 1e-8, 3, 3], 0)).toBe(0);
    expect(areaTriangle([0.1, 0.1, 0.7, 0.7, Number.NaN, 1], 0)).toBeNaN();
  });

  test('the centroid of an L, and of what has no area', () => {
    const out = [0, 0];
    expect(computeCentroidPolygon(out, 0, [0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4], 0, 6)).toBe(7);
    expectNear(out, [9.5 / 7, 9.5 / 7], 1e-15);
    expect(computeCentroidPolygon(out, 0, [1, 1, 2, 2, 6, 6], 0, 3)).toBe(0);
    expect(out).toEqual([3, 3]);
    expect(computeCentroidPolygon(out, 0, [5, 6], 0, 1)).toBe(0);
    expect(out).toEqual([5, 6]);
    expect(computeCentroidConvex(out, 0, pieceOf([1, 1, 3, 5], 0))).toBe(0);
    expect(out).toEqual([2, 3]);
  });

  test('a rounded square: its core, four strips and a circle', () => {
    const piece = pieceOf([0, 0, 2, 0, 2, 2, 0, 2], 1);
    expect(areaConvex(piece)).toBe(12 + Math.PI);
    const out = [0, 0, 0, 0];
    expect(Math.abs(computeCentroidConvex(out, 0, piece) - 12 - Math.PI)).toBeLessThan(1e-14);
    expectNear(out, [1, 1], 1e-15);
    computeAabbConvex(out, 0, piece);
    expect(out).toEqual([-1, -1, 3, 3]);
  });

  test('the box of no point holds nothing, and NaN shows', () => {
    const out = [0, 0, 0, 0];
    computeAabbPoints(out, 0, [], 0, 0);
    expect(out).toEqual([Infinity, Infinity, -Infinity, -Infinity]);
    computeAabbPoints(out, 0, [0, 0, Number.NaN, 1, 2, 2], 0, 3);
    expect(out).toEqual([Number.NaN, 0, Number.NaN, 2]);
    computeAabbCircle(out, 0, [0, 0, Number.NaN], 0);
    expect(out).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });

  test('two equal points are no plane', () => {
    const out = [5, 5, 5];
    expect(planeFromPoints(out, 0, [1, 2, 1, 2], 0)).toBe(false);
    expect(planeFromPoints(out, 0, [1, 2, Number.NaN, 2], 0)).toBe(false);
    expect(planeFromPoints(out, 0, [1, 2, Infinity, 2], 0)).toBe(false);
    expect(out).toEqual([5, 5, 5]);
    expect(planeFromPoints(out, 0, [1, 2, 5, 2], 0)).toBe(true);
    expect(out.map((value) => value + 0)).toEqual([0, 1, 2]);
  });

  test('the inverse of a quarter turn at (3, 4)', () => {
    const out = [0, 0, 0, 0];
    invertPose(out, 0, [3, 4, 0, 1], 0);
    expect(out).toEqual([-4, 3, 0, -1]);
    invertPose(out, 0, [3, 4, 0, 0], 0);
    expect(out).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
});
