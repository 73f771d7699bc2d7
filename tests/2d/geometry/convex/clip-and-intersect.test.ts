import { describe, expect, test } from 'vitest';
import {
  areaPolygon,
  buildConvexHull,
  clipConvexPolygon,
  computeAabbCorners,
  computeObbCorners,
  intersectConvexPolygons,
  overlapsConvexPolygons,
  planeFromPoints,
  signedAreaPolygon,
} from '../../../../entry/geometry2d.ts';
import { CollisionError } from '../../../../src/core/errors.ts';
import { add, div, type Exact, exact, mul, sign, sub, toNumber, ZERO } from '../../../support/exact.ts';
import {
  cross,
  minus,
  obbRing,
  type Point,
  point,
  polygonsMeet,
  ring,
  sidesOf,
  squaredToPolygon,
} from '../../../support/exact-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

/** Clips by the line a → b, keeping what lies left of it or on it, without rounding. */
function clipExactly(points: readonly Point[], a: Point, b: Point): Point[] {
  const kept: Point[] = [];
  for (const [p, q] of sidesOf(points)) {
    const side = cross(minus(b, a), minus(p, a));
    const next = cross(minus(b, a), minus(q, a));
    if (sign(side) >= 0) kept.push(p);
    if (sign(side) * sign(next) >= 0) continue;
    const t = div(side, sub(side, next));
    kept.push([add(p[0], mul(t, sub(q[0], p[0]))), add(p[1], mul(t, sub(q[1], p[1])))]);
  }
  return kept;
}

function areaExactly(points: readonly Point[]): number {
  let twice: Exact = ZERO;
  for (const [p, q] of points.length > 2 ? sidesOf(points) : []) twice = add(twice, cross(p, q));
  return toNumber(twice) / 2;
}

/** The common area of two counter-clockwise convex polygons, by clipping without rounding. */
function commonArea(a: readonly Point[], b: readonly Point[]): number {
  let common = [...a];
  for (const [p, q] of sidesOf(b)) common = clipExactly(common, p, q);
  return areaExactly(common);
}

function hullOf(points: number[]): number[] {
  const out: number[] = [];
  return out.slice(0, 2 * buildConvexHull(out, 0, points, 0, points.length / 2));
}

/** A convex polygon of up to 9 corners. On a grid of whole numbers two of them often share corners, lines and sides. */
function randomPolygon(rng: Rng, scale: number, onGrid: boolean): number[] {
  const x = rng.range(-0.8, 0.8) * scale;
  const y = rng.range(-0.8, 0.8) * scale;
  const thin = rng.integer(0, 4) === 0 ? 1e-3 : 1;
  for (;;) {
    const points = Array.from({ length: rng.integer(3, 9) }, () => {
      if (onGrid) return [rng.integer(-3, 3), rng.integer(0, 3)];
      return [x + rng.range(-1, 1) * scale, y + thin * rng.range(-1, 1) * scale];
    }).flat();
    if (onGrid) for (let i = 0, dy = rng.integer(-4, 1); i < points.length; i += 2) points[i + 1] += dy;
    const hull = hullOf(points);
    if (hull.length > 4) return onGrid ? hull.map((value) => value * scale) : hull;
  }
}

const reversed = (points: number[]): number[] => points.map((_, i) => points[points.length - 2 - i + 2 * (i % 2)]);

describe('intersectConvexPolygons', () => {
  test.each([
    [1e-3, false],
    [1, false],
    [1e4, false],
    [1, true],
    [2 ** -10, true],
  ])('agrees with clipping without rounding, size %f, on a grid: %s', (scale, onGrid) => {
    const rng = createRng(7303);
    const meeting = new HitRate();
    for (let i = 0; i < 300; i++) {
      const a = randomPolygon(rng, scale, onGrid);
      const b = randomPolygon(rng, scale, onGrid).map((value, k) => (onGrid || k % 2 === 1 ? value : value + scale));
      const where = `seed ${rng.seed}, case ${i}: ${JSON.stringify([a, b])}`;
      const out: number[] = [7];
      const count = intersectConvexPolygons(out, 1, a, 0, a.length / 2, b, 0, b.length / 2);
      const common = out.slice(1);
      expect(common.length, where).toBe(2 * count);
      expect(count > 0, where).toBe(polygonsMeet(ring(a), ring(b)));
      expect(count > 0, where).toBe(overlapsConvexPolygons(a, 0, a.length / 2, b, 0, b.length / 2));
      expect(count, where).toBeLessThanOrEqual((a.length + b.length) / 2);
      const area = commonArea(ring(a), ring(b));
      expect(Math.abs(areaPolygon(common, 0, count) - area), where).toBeLessThan(1e-14 * scale * scale);
      if (count > 2) expect(signedAreaPolygon(common, 0, count), where).toBeGreaterThan(0);
      for (let k = 0; k < count; k++) {
        const corner = point(common[2 * k], common[2 * k + 1]);
        for (const polygon of [a, b]) {
          expect(toNumber(squaredToPolygon(corner, ring(polygon))), where).toBeLessThan((1e-15 * scale) ** 2 * 10);
        }
      }
      // Either winding, and out in place of an operand.
      const inPlace = reversed(a);
      const again = intersectConvexPolygons(inPlace, 0, inPlace, 0, a.length / 2, reversed(b), 0, b.length / 2);
      expect(Math.abs(areaPolygon(inPlace, 0, again) - area), where).toBeLessThan(1e-14 * scale * scale);
      expect(again > 0, where).toBe(count > 0);
      meeting.count(count > 0);
    }
    meeting.expectBalanced();
  });

  test('two squares', () => {
    const out = new Float64Array(10);
    const a = [0, 0, 2, 0, 2, 2, 0, 2];
    expect(intersectConvexPolygons(out, 2, a, 0, 4, [1, 1, 3, 1, 3, 3, 1, 3], 0, 4)).toBe(4);
    expect([...out]).toEqual([0, 0, 1, 1, 2, 1, 2, 2, 1, 2]);
    expect(intersectConvexPolygons(out, 0, a, 0, 4, a, 0, 4)).toBe(4);
    expect([...out.subarray(0, 8)]).toEqual(a);
  });

  test('a common side, a common corner, nothing', () => {
    const out: number[] = [];
    const a = [0, 0, 2, 0, 2, 2, 0, 2];
    expect(intersectConvexPolygons(out, 0, a, 0, 4, [2, 1, 5, 1, 5, 3, 2, 3], 0, 4)).toBe(2);
    expect(out).toEqual([2, 1, 2, 2]);
    expect(intersectConvexPolygons(out, 0, a, 0, 4, [2, 2, 5, 2, 5, 3, 2, 3], 0, 4)).toBe(1);
    expect(out.slice(0, 2)).toEqual([2, 2]);
    expect(intersectConvexPolygons(out, 0, a, 0, 4, [2.0000000000000004, 2, 5, 2, 5, 3], 0, 3)).toBe(0);
    expect(intersectConvexPolygons(out, 0, a, 0, 4, [], 0, 0)).toBe(0);
  });

  test('operands without area', () => {
    const out: number[] = [];
    const a = [0, 0, 2, 0, 2, 2, 0, 2];
    expect(intersectConvexPolygons(out, 0, a, 0, 4, [1, 1, 3, 3], 0, 2)).toBe(2);
    expect(out).toEqual([1, 1, 2, 2]);
    expect(intersectConvexPolygons(out, 0, a, 0, 4, [-1, 1, 3, 1, 5, 1], 0, 3)).toBe(2);
    expect(out).toEqual([0, 1, 2, 1]);
    expect(intersectConvexPolygons(out, 0, [1, 1], 0, 1, a, 0, 4)).toBe(1);
    expect(intersectConvexPolygons(out, 0, [0, 0, 4, 4], 0, 2, [0, 4, 4, 0], 0, 2)).toBe(1);
    expect(out.slice(0, 2)).toEqual([2, 2]);
  });

  test('many corners', () => {
    const disk = (x: number) =>
      hullOf(
        Array.from({ length: 500 }, (_, i) => [x + Math.cos(0.0125663706 * i), Math.sin(0.0125663706 * i)]).flat(),
      );
    const [a, b] = [disk(0), disk(1)] as const;
    const out: number[] = [];
    const count = intersectConvexPolygons(out, 0, a, 0, a.length / 2, b, 0, b.length / 2);
    // A lens of two circles of radius 1 at the distance 1.
    expect(areaPolygon(out, 0, count)).toBeCloseTo((2 * Math.PI) / 3 - Math.sqrt(3) / 2, 3);
  });

  test('a typed array without room and a number that is none are refused, and nothing is written', () => {
    const a = [0, 0, 2, 0, 2, 2, 0, 2];
    const out = new Float64Array(7);
    const refused = (code: string, run: () => void) =>
      expect(run).toThrow(expect.objectContaining({ constructor: CollisionError, code }));
    refused('out-of-range', () => intersectConvexPolygons(out, 0, a, 0, 4, a, 0, 4));
    refused('out-of-range', () => clipConvexPolygon(out, 0, a, 0, 4, [0, 0, 0], 0));
    expect([...out]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    refused('invalid-number', () => intersectConvexPolygons([], 0, a, 0, 4, [0, 0, 1, Number.NaN, 1, 1], 0, 3));
    refused('invalid-number', () => intersectConvexPolygons([], 0, [0, 0, Infinity, 0, 1, 1], 0, 3, a, 0, 4));
  });
});

describe('clipConvexPolygon', () => {
  test.each([1e-3, 1, 1e4])('agrees with clipping without rounding, size %f', (scale) => {
    const rng = createRng(7304);
    const cut = new HitRate();
    for (let i = 0; i < 400; i++) {
      const polygon = i % 2 === 0 ? randomPolygon(rng, scale, false) : reversed(randomPolygon(rng, scale, false));
      const line = Array.from({ length: 4 }, () => rng.range(-1.5, 1.5) * scale);
      const plane = [7, 0, 0, 0];
      planeFromPoints(plane, 1, line, 0);
      const count = polygon.length / 2;
      const out = [7, ...polygon];
      const where = `seed ${rng.seed}, case ${i}: ${JSON.stringify([polygon, line])}`;
      const kept = clipConvexPolygon(out, 1, out, 1, count, plane, 1);
      const whole = areaPolygon(polygon, 0, count);
      // Behind the plane is right of the line.
      const [a, b] = [point(line[0], line[1]), point(line[2], line[3])];
      const area = Math.abs(areaExactly(clipExactly(ring(polygon), b, a)));
      expect(Math.abs(areaPolygon(out, 1, kept) - area), where).toBeLessThan(1e-14 * scale * scale);
      if (kept > 2 && area > 1e-9 * scale * scale) {
        expect(signedAreaPolygon(out, 1, kept) > 0, where).toBe(i % 2 === 0);
      }
      const rest: number[] = [];
      const before = plane.map((value) => 0 - value);
      const restCount = clipConvexPolygon(rest, 0, polygon, 0, count, before, 1);
      expect(Math.abs(areaPolygon(rest, 0, restCount) + area - whole), where).toBeLessThan(1e-14 * scale * scale);
      cut.count(kept > 0 && restCount > 0);
    }
    cut.expectBalanced();
  });

  test('a square, cut, touched, whole and gone; normals of any length', () => {
    const square = [0, 0, 2, 0, 2, 2, 0, 2];
    const out: number[] = [];
    expect(clipConvexPolygon(out, 0, square, 0, 4, [5, 0, 5], 0)).toBe(4);
    expect(out).toEqual([0, 0, 1, 0, 1, 2, 0, 2]);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [1, 1, 3], 0)).toBe(5);
    expect(out).toEqual([0, 0, 2, 0, 2, 1, 1, 2, 0, 2]);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [1, 0, 0], 0)).toBe(2);
    expect(out.slice(0, 4)).toEqual([0, 0, 0, 2]);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [1, 1, 0], 0)).toBe(1);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [1, 1, -1], 0)).toBe(0);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [1, 1, 4], 0)).toBe(4);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [0, 0, 0], 0)).toBe(4);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [0, 0, -1], 0)).toBe(0);
    expect(clipConvexPolygon(out, 0, square, 0, 4, [Number.NaN, 0, 0], 0)).toBe(0);
  });

  test('segments and points', () => {
    const out: number[] = [];
    expect(clipConvexPolygon(out, 0, [0, 0, 4, 0], 0, 2, [1, 0, 3], 0)).toBe(2);
    expect(out).toEqual([3, 0, 0, 0]);
    expect(clipConvexPolygon(out, 0, [1, 1], 0, 1, [1, 0, 3], 0)).toBe(1);
    expect(clipConvexPolygon(out, 0, [4, 1], 0, 1, [1, 0, 3], 0)).toBe(0);
    expect(clipConvexPolygon(out, 0, [], 0, 0, [1, 0, 3], 0)).toBe(0);
  });
});

describe('corners of boxes', () => {
  test('are those of the layout, counter-clockwise, also in place', () => {
    const aabb = [1, 2, 4, 8, 0, 0, 0, 0];
    computeAabbCorners(aabb, 0, aabb, 0);
    expect(aabb).toEqual([1, 2, 4, 2, 4, 8, 1, 8]);
    const obb = [9, 10, 20, 2, 1, 0, 1, 0, 0];
    computeObbCorners(obb, 1, obb, 1);
    expect(obb).toEqual([9, 11, 18, 11, 22, 9, 22, 9, 18]);
  });

  test.each([1e-3, 1, 1e4])('of turned boxes lie where the numbers say, size %f', (scale) => {
    const rng = createRng(7305);
    for (let i = 0; i < 100; i++) {
      const angle = rng.range(0, 7);
      const sizes = Array.from({ length: 4 }, () => rng.range(0.1, 2) * scale);
      const obb = [...sizes, Math.cos(angle), Math.sin(angle)];
      const out = new Float64Array(8);
      computeObbCorners(out, 0, obb, 0);
      obbRing(obb).forEach(([x, y], k) => {
        expect(Math.abs(toNumber(sub(exact(out[2 * k]), x)))).toBeLessThan(1e-15 * scale);
        expect(Math.abs(toNumber(sub(exact(out[2 * k + 1]), y)))).toBeLessThan(1e-15 * scale);
      });
      expect(signedAreaPolygon(out, 0, 4)).toBeGreaterThan(0);
    }
  });
});
