import { expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import { div, exact, greater, lesser, negate, root, sign, sub, toNumber } from '../../../support/exact.ts';
import {
  aabbRing,
  along,
  dot,
  minus,
  nearestFraction,
  type Point,
  parityContains,
  point,
  ring,
  segmentsMeet,
  square,
  squaredBetween,
  squaredToPolygon,
  squaredToSegment,
  times,
} from '../../../support/exact-2d.ts';
import type { Rng } from '../../../support/rng.ts';
import {
  centreOf,
  HitRate,
  makeOutline,
  placeOutline,
  placePoint,
  type Regime,
  sweep,
  tolerance,
  withNaN,
} from '../support/regimes.ts';

// A1–A4, A6, A8, A10 against exact arithmetic. Lengths agree to 1e-12 of how far the operands reach from each other,
// beside the rounding of the numbers given (1e-15 of them); where a routine must subtract large products (planes) the
// tolerance says so.

const CLOSED = 1e-12;

/** What is wrong with a squared distance: its root against the exact one. */
function lengthProblem(name: string, squared: number, expected: number, allowed: number): string | undefined {
  const length = Math.sqrt(squared);
  if (Math.abs(length - expected) <= allowed) return undefined;
  return `${name}: ${length}, not ${expected}; off by ${length - expected}, allowed ${allowed}`;
}

/** What is wrong with a point that should lie as near as the nearest, and on the shape. */
function pointProblem(
  name: string,
  x: number,
  y: number,
  from: Point,
  distance: number,
  offShape: number,
  allowed: number,
): string | undefined {
  const measured = root(square(minus(from, point(x, y))));
  if (!(Math.abs(measured - distance) <= allowed)) {
    return `${name}: point (${x}, ${y}) is ${measured} away, not ${distance}; off by ${measured - distance}`;
  }
  if (!(offShape <= allowed)) return `${name}: point (${x}, ${y}) is ${offShape} off the shape`;
  return undefined;
}

test('A1: point and plane, normal of any length', () => {
  sweep(11, 20, (rng, regime) => {
    const outline = makeOutline(rng, regime, 4);
    const p = placePoint(rng, regime, outline);
    const [ax, ay, bx, by] = outline as [number, number, number, number];
    const scale = 10 ** rng.range(-3, 3);
    const n = [(by - ay) * scale, (ax - bx) * scale];
    const plane = [...n, n[0] * ax + n[1] * ay];
    const height = sub(dot(point(n[0], n[1]), point(p[0], p[1])), exact(plane[2]));
    const squaredLength = square(point(n[0], n[1]));
    const expected = toNumber(height) / root(squaredLength);
    // n·p and d are as large as |n| times the distance from the origin, and cancel.
    const allowed = CLOSED * (Math.abs(p[0]) + Math.abs(p[1]));
    const out = [0, 0];
    const squared = g.closestPointPlane(out, 0, p, 0, plane, 0);
    const signed = g.signedDistancePointPlane(p, 0, plane, 0);
    const length = Math.hypot(n[0], n[1]);
    const unit = [n[0] / length, n[1] / length, plane[2] / length];
    const unitHeight = g.signedDistancePointUnitPlane(p, 0, unit, 0);
    const unitOut = [0, 0];
    const other = g.closestPointUnitPlane(unitOut, 0, p, 0, unit, 0);
    const foot = minus(point(p[0], p[1]), times(point(n[0], n[1]), div(height, squaredLength)));
    for (const [x, y] of [out, unitOut]) {
      if (!(root(square(minus(foot, point(x, y)))) <= allowed)) return `foot ${x}, ${y}`;
    }
    for (const value of [signed, unitHeight, other]) {
      if (!(Math.abs(value - expected) <= allowed)) return `signed ${value}, not ${expected}`;
    }
    return lengthProblem('plane', squared, Math.abs(expected), allowed);
  });
});

type Line = 'Segment' | 'Ray' | 'Line';
const LOWEST: Record<Line, number> = { Segment: 0, Ray: 0, Line: -Infinity };
const HIGHEST: Record<Line, number> = { Segment: 1, Ray: Infinity, Line: Infinity };
const closestOnLine = { Segment: g.closestPointSegment, Ray: g.closestPointRay, Line: g.closestPointLine };
const distanceToLine = {
  Segment: g.distanceSquaredPointSegment,
  Ray: g.distanceSquaredPointRay,
  Line: g.distanceSquaredPointLine,
};

test.each(['Segment', 'Ray', 'Line'] as const)('A2: point and %s', (kind) => {
  const regions = new HitRate();
  sweep(12, 40, (rng, regime) => {
    const outline = makeOutline(rng, regime, 3);
    const p = placePoint(rng, regime, outline);
    const [ax, ay, bx, by] = outline as [number, number, number, number];
    const operand = kind === 'Segment' ? [ax, ay, bx, by] : [ax, ay, bx - ax, by - ay];
    const start = point(ax, ay);
    const end = kind === 'Segment' ? point(bx, by) : minus(start, times(point(operand[2], operand[3]), exact(-1)));
    const t = nearestFraction(point(p[0], p[1]), start, end, LOWEST[kind], HIGHEST[kind]);
    const expected = root(square(minus(point(p[0], p[1]), along(start, end, t))));
    const allowed = tolerance(CLOSED, p, [ax, ay, bx, by]);
    const out = [0, 0, 0];
    const squared = closestOnLine[kind](out, 0, p, 0, operand, 0);
    regions.count(out[2] === 0 || (kind === 'Segment' && out[2] === 1));
    if (distanceToLine[kind](p, 0, operand, 0) !== squared) return 'the two forms differ';
    const foot = along(start, end, t);
    const off = root(square(minus(foot, point(out[0], out[1]))));
    const onLine = Math.abs(out[2] - toNumber(t)) * Math.hypot(operand[2], operand[3]);
    if (kind !== 'Segment' && !(onLine <= 2 * allowed)) return `t ${out[2]}, not ${toNumber(t)}`;
    return (
      lengthProblem(kind, squared, expected, allowed) ??
      pointProblem(kind, out[0], out[1], point(p[0], p[1]), expected, off, 2 * allowed)
    );
  });
  if (kind !== 'Line') regions.expectBalanced(0.05, 0.7);
  for (const length of [0, 1e-200]) {
    const out = [9, 9, 9];
    const operand = kind === 'Segment' ? [3, 4, 3 + length, 4] : [3, 4, length, 0];
    expect(closestOnLine[kind](out, 0, [0, 0], 0, operand, 0)).toBe(25);
    expect(out).toEqual([3, 4, 0]);
  }
  for (const [p, s] of withNaN([1, 2], [0, 0, 3, 1])) {
    expect(closestOnLine[kind]([0, 0, 0], 0, p, 0, s, 0)).toBeNaN();
    expect(distanceToLine[kind](p, 0, s, 0)).toBeNaN();
  }
});

function makeAabb(rng: Rng, regime: Regime): number[] {
  const [x, y] = centreOf(rng, regime);
  const w = 0.5 * regime.size * rng.range(0.5, 1);
  const h = (0.5 * regime.size * rng.range(0.5, 1)) / regime.aspect;
  return [x - w, y - h, x + w, y + h];
}

test('A3: point and AABB', () => {
  const inside = new HitRate();
  sweep(13, 40, (rng, regime) => {
    const box = makeAabb(rng, regime);
    const [minX, minY, maxX, maxY] = box as [number, number, number, number];
    const p = placePoint(rng, regime, [minX, minY, maxX, minY, maxX, maxY, minX, maxY]);
    const contained = parityContains(point(p[0], p[1]), aabbRing(box));
    inside.count(contained);
    const expected = root(squaredToPolygon(point(p[0], p[1]), aabbRing(box)));
    const allowed = tolerance(1e-15, p, box);
    const out = [0, 0, 0, 0];
    if (g.containsPointAabb(p, 0, box, 0) !== contained) return 'contains';
    const squared = g.closestPointAabb(out, 0, p, 0, box, 0);
    if (squared !== g.distanceSquaredPointAabb(p, 0, box, 0)) return 'the two forms differ';
    if (contained && (out[0] !== p[0] || out[1] !== p[1] || squared !== 0)) return 'inside gives itself and 0';
    const problem =
      lengthProblem('box', squared, expected, allowed) ??
      pointProblem('box', out[0], out[1], point(p[0], p[1]), expected, 0, allowed);
    if (problem) return problem;
    const separation = g.closestSurfacePointAabb(out, 0, p, 0, box, 0);
    const depth = toNumber(
      lesser(
        lesser(sub(exact(p[0]), exact(minX)), sub(exact(maxX), exact(p[0]))),
        lesser(sub(exact(p[1]), exact(minY)), sub(exact(maxY), exact(p[1]))),
      ),
    );
    const signed = contained ? -depth : expected;
    if (!(Math.abs(separation - signed) <= allowed)) return `separation ${separation}, not ${signed}`;
    return surfaceProblem(out, p, separation, 2 * allowed);
  });
  inside.expectBalanced();
  const flat = [1, 2, 5, 2];
  expect(g.closestPointAabb([0, 0], 0, [7, 2], 0, flat, 0)).toBe(4);
  expect(g.containsPointAabb([3, 2], 0, flat, 0)).toBe(true);
  for (const [p, box] of withNaN([1, 2], [0, 0, 3, 4])) {
    expect(g.closestPointAabb([0, 0], 0, p, 0, box, 0)).toBeNaN();
    expect(g.distanceSquaredPointAabb(p, 0, box, 0)).toBeNaN();
    expect(g.closestSurfacePointAabb([0, 0, 0, 0], 0, p, 0, box, 0)).toBeNaN();
    expect(g.containsPointAabb(p, 0, box, 0)).toBe(false);
  }
});

/** p = q + separation · normal, with a unit normal. */
function surfaceProblem(
  out: readonly number[],
  p: readonly number[],
  separation: number,
  allowed: number,
): string | undefined {
  const [qx, qy, nx, ny] = out as [number, number, number, number];
  if (!(Math.abs(Math.hypot(nx, ny) - 1) < 1e-14)) return `normal ${nx}, ${ny}`;
  const off = Math.hypot(qx + separation * nx - p[0], qy + separation * ny - p[1]);
  return off <= allowed
    ? undefined
    : `surface point + separation · normal misses the point by ${off}, allowed ${allowed}`;
}

test('A4: point and OBB', () => {
  const inside = new HitRate();
  sweep(14, 40, (rng, regime) => {
    const [x, y] = centreOf(rng, regime);
    const angle = rng.next() < 0.2 ? 0 : rng.range(0, 7);
    const w = 0.5 * regime.size * rng.range(0.5, 1);
    const h = (0.5 * regime.size * rng.range(0.5, 1)) / regime.aspect;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const obb = [x, y, w, h, c, s];
    const corner = (u: number, v: number) => [x + c * u * w - s * v * h, y + s * u * w + c * v * h];
    const p = placePoint(rng, regime, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].flat());
    // The box's own coordinates of the point, exactly; cos and sin are taken as they are.
    const m = minus(point(p[0], p[1]), point(x, y));
    const u = dot(m, point(c, s));
    const v = dot(m, point(-s, c));
    const beyond = (along: typeof u, half: number) => greater(sub(along, exact(half)), sub(negate(along), exact(half)));
    const bu = beyond(u, w);
    const bv = beyond(v, h);
    const contained = sign(bu) <= 0 && sign(bv) <= 0;
    inside.count(contained);
    const outX = Math.max(0, toNumber(bu));
    const outY = Math.max(0, toNumber(bv));
    const distance = Math.hypot(outX, outY);
    const signed = contained ? Math.max(toNumber(bu), toNumber(bv)) : distance;
    const allowed = tolerance(CLOSED, p, [x - w, y - w, x + w, y + w]);
    const out = [0, 0, 0, 0];
    const squared = g.closestPointObb(out, 0, p, 0, obb, 0);
    if (squared !== g.distanceSquaredPointObb(p, 0, obb, 0)) return 'the two forms differ';
    const band = 4e-16 * (Math.abs(m[0].n === 0n ? 0 : toNumber(m[0])) + Math.abs(toNumber(m[1])) + w + h);
    if (Math.abs(signed) > band && g.containsPointObb(p, 0, obb, 0) !== contained)
      return `contains, ${signed} from the side`;
    if (squared === 0 && (out[0] !== p[0] || out[1] !== p[1])) return 'inside gives itself';
    const problem =
      lengthProblem('obb', squared, distance, allowed) ??
      pointProblem('obb', out[0], out[1], point(p[0], p[1]), distance, 0, 2 * allowed);
    if (problem) return problem;
    const separation = g.closestSurfacePointObb(out, 0, p, 0, obb, 0);
    if (!(Math.abs(separation - signed) <= allowed)) return `separation ${separation}, not ${signed}`;
    return surfaceProblem(out, p, separation, 2 * allowed);
  });
  inside.expectBalanced();
  for (const [p, obb] of withNaN([1, 2], [0, 0, 3, 4, 0.6, 0.8])) {
    expect(g.closestPointObb([0, 0], 0, p, 0, obb, 0)).toBeNaN();
    expect(g.distanceSquaredPointObb(p, 0, obb, 0)).toBeNaN();
    expect(g.closestSurfacePointObb([0, 0, 0, 0], 0, p, 0, obb, 0)).toBeNaN();
    expect(g.containsPointObb(p, 0, obb, 0)).toBe(false);
  }
});

test('A6: point and triangle: distance, weights and region', () => {
  const inside = new HitRate();
  sweep(16, 40, (rng, regime) => {
    const outline = makeOutline(rng, regime, 3);
    // A sliver may have rounded to a line.
    if (outline.length < 6) return undefined;
    const p = placePoint(rng, regime, outline);
    const triangle = rng.next() < 0.5 ? outline : [...outline.slice(0, 2), ...outline.slice(4), ...outline.slice(2, 4)];
    const corners = ring(triangle);
    const exactPoint = point(p[0], p[1]);
    const contained = parityContains(exactPoint, corners);
    inside.count(contained);
    const expected = root(squaredToPolygon(exactPoint, corners));
    const allowed = tolerance(CLOSED, p, triangle);
    const out = [0, 0, 0, 0, 0, 0];
    const squared = g.closestPointTriangle(out, 0, p, 0, triangle, 0);
    if (squared !== g.distanceSquaredPointTriangle(p, 0, triangle, 0)) return 'the two forms differ';
    if (g.containsPointTriangle(p, 0, triangle, 0) !== contained) return 'contains';
    if (contained && squared !== 0) return `squared ${squared} though contained`;
    const [x, y, u, v, w, region] = out as [number, number, number, number, number, number];
    if (contained && (x !== p[0] || y !== p[1])) return 'inside gives itself';
    if (Math.abs(u + v + w - 1) > 1e-15 * 4) return `weights add up to ${u + v + w}`;
    if (!(u >= 0 && v >= 0 && w >= 0)) return `weights ${u}, ${v}, ${w}`;
    // From a corner, so that the distance from the origin does not count.
    const [ax, ay, bx, by, cx, cy] = triangle as [number, number, number, number, number, number];
    const off = Math.hypot(ax - x + v * (bx - ax) + w * (cx - ax), ay - y + v * (by - ay) + w * (cy - ay));
    if (!(off <= 2 * allowed)) return `weights miss the point by ${off}, allowed ${2 * allowed}`;
    const onFeature = [
      u === 1,
      v === 1,
      w === 1,
      w === 0 && u > 0 && v > 0,
      u === 0 && v > 0 && w > 0,
      v === 0 && u > 0 && w > 0,
      contained,
    ][region];
    if (!onFeature) return `region ${region} with weights ${u}, ${v}, ${w}`;
    return (
      lengthProblem('triangle', squared, expected, allowed) ??
      pointProblem('triangle', x, y, exactPoint, expected, root(squaredToPolygon(point(x, y), corners)), 2 * allowed)
    );
  });
  inside.expectBalanced();
  const flats = [
    [0, 0, 2, 1, 4, 2],
    [0, 0, 4, 2, 2, 1],
    [1, 1, 1, 1, 4, 5],
    [3, 3, 3, 3, 3, 3],
  ];
  for (const flat of flats) {
    for (const p of [
      [0, 0],
      [2, 1],
      [9, 4],
      [-1, 3],
      [3, 2.5],
    ]) {
      const out = [0, 0, 0, 0, 0, 0];
      const squared = g.closestPointTriangle(out, 0, p, 0, flat, 0);
      const [a, b, c] = ring(flat) as [Point, Point, Point];
      const q = point(p[0], p[1]);
      const least = lesser(squaredToSegment(q, a, b), lesser(squaredToSegment(q, b, c), squaredToSegment(q, c, a)));
      expect(squared).toBeCloseTo(toNumber(least), 12);
      expect(g.containsPointTriangle(p, 0, flat, 0)).toBe(least.n === 0n);
    }
  }
  for (const [p, triangle] of withNaN([1, 1], [0, 0, 4, 0, 0, 4])) {
    expect(g.closestPointTriangle([0, 0, 0, 0, 0, 0], 0, p, 0, triangle, 0)).toBeNaN();
    expect(g.distanceSquaredPointTriangle(p, 0, triangle, 0)).toBeNaN();
    expect(g.containsPointTriangle(p, 0, triangle, 0)).toBe(false);
  }
});

test('A8: point and convex polygon, both forms', () => {
  const inside = new HitRate();
  sweep(18, 16, (rng, regime) => {
    const polygon = makeOutline(rng, regime, rng.next() < 0.5 ? rng.integer(3, 8) : rng.integer(9, 24));
    const n = polygon.length / 2;
    const p = placePoint(rng, regime, polygon);
    const corners = ring(polygon);
    const q = point(p[0], p[1]);
    const expected = n > 2 ? squaredToPolygon(q, corners) : squaredToPolygon(q, corners);
    const contained = expected.n === 0n;
    inside.count(contained);
    const allowed = tolerance(CLOSED, p, polygon);
    const out = [0, 0];
    const other = [0, 0];
    const squared = g.closestPointConvexPolygon(out, 0, p, 0, polygon, 0, n);
    const again = g.closestPointConvexPolygonSublinear(other, 0, p, 0, polygon, 0, n);
    if (squared !== again || out[0] !== other[0] || out[1] !== other[1])
      return `forms differ: ${squared} at ${out}, ${again} at ${other}`;
    if (g.containsPointConvexPolygon(p, 0, polygon, 0, n) !== contained) return 'contains, convex';
    if (g.containsPointPolygon(p, 0, polygon, 0, n) !== contained) return 'contains';
    if (contained && squared !== 0) return `squared ${squared} though contained`;
    return (
      lengthProblem('polygon', squared, root(expected), allowed) ??
      pointProblem(
        'polygon',
        out[0],
        out[1],
        q,
        root(expected),
        root(squaredToPolygon(point(out[0], out[1]), corners)),
        2 * allowed,
      )
    );
  });
  inside.expectBalanced();
});

test('A8: few corners, corners in line, NaN', () => {
  const out = [0, 0];
  expect(g.closestPointConvexPolygon(out, 0, [4, 5], 0, [1, 1], 0, 1)).toBe(25);
  expect(g.closestPointConvexPolygon(out, 0, [4, 5], 0, [0, 1, 1, 1], 0, 2)).toBe(25);
  for (const flat of [
    [0, 0, 1, 1, 3, 3],
    [0, 0, 3, 3, 1, 1],
    [0, 0, 0, 0, 3, 3, 3, 3],
    [3, 3, 1, 1, 0, 0, 2, 2],
  ]) {
    const n = flat.length / 2;
    expect(g.closestPointConvexPolygon(out, 0, [5, 5], 0, flat, 0, n), `${flat}`).toBe(8);
    expect(out).toEqual([3, 3]);
    expect(g.closestPointConvexPolygon(out, 0, [2, 2], 0, flat, 0, n)).toBe(0);
    expect(g.closestPointConvexPolygon(out, 0, [0, 2], 0, flat, 0, n)).toBe(2);
    for (const [p, inside] of [
      [[5, 5], false],
      [[2, 2], true],
      [[0, 2], false],
    ] as const) {
      expect(g.containsPointPolygon(p, 0, flat, 0, n)).toBe(inside);
      expect(g.containsPointConvexPolygon(p, 0, flat, 0, n)).toBe(inside);
    }
  }
  for (const point of [
    [2, 1],
    [9, -9],
  ]) {
    for (const [p, polygon] of withNaN(point, [0, 0, 4, 0, 4, 4, 0, 4])) {
      expect(g.closestPointConvexPolygon(out, 0, p, 0, polygon, 0, 4)).toBeNaN();
    }
  }
  const round = Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? Math.cos : Math.sin)(((i >> 1) * Math.PI) / 16));
  expect(g.closestPointConvexPolygonSublinear(out, 0, [Number.NaN, 0], 0, round, 0, 32)).toBeNaN();
  expect(g.closestPointConvexPolygonSublinear(out, 0, [0, Number.NaN], 0, round, 0, 32)).toBeNaN();
});

test('A10: segment and segment', () => {
  const meeting = new HitRate();
  sweep(20, 60, (rng, regime) => {
    const first = makeOutline(rng, regime, 3);
    const second = placeOutline(rng, regime, first, makeOutline(rng, regime, 3));
    const i = 2 * rng.integer(0, first.length / 2 - 1);
    const a = [...first, ...first].slice(i, i + 4);
    const b = second.slice(0, 4);
    // Parallel, collinear and shared ends on purpose.
    const twist = rng.integer(0, 9);
    if (twist === 0) b.splice(2, 2, b[0] + (a[2] - a[0]), b[1] + (a[3] - a[1]));
    if (twist === 1)
      b.splice(0, 4, 2 * a[2] - a[0], 2 * a[3] - a[1], a[2] + 0.5 * (a[0] - a[2]), a[3] + 0.5 * (a[1] - a[3]));
    if (twist === 2) b.splice(0, 2, a[2], a[3]);
    if (twist === 3) b.splice(2, 2, b[0], b[1]);
    if (twist === 4) a.splice(2, 2, a[0], a[1]);
    if (twist >= 5) {
      const t = rng.next();
      const [x, y] = [a[0] + t * (a[2] - a[0]), a[1] + t * (a[3] - a[1])];
      b.splice(2, 2, x + rng.next() * (x - b[0]), y + rng.next() * (y - b[1]));
    }
    const [p, q, r, s] = [...ring(a), ...ring(b)] as [Point, Point, Point, Point];
    const meet = segmentsMeet(p, q, r, s);
    meeting.count(meet);
    const expected = root(squaredBetween([p, q], [r, s]));
    const allowed = tolerance(CLOSED, a, b);
    const out = [0, 0, 0, 0, 0, 0];
    const squared = g.closestPointsSegmentSegment(out, 0, a, 0, b, 0);
    if (squared !== g.distanceSquaredSegmentSegment(a, 0, b, 0)) return 'the two forms differ';
    if (meet && squared !== 0) return `squared ${squared} though they meet`;
    if (g.overlapsSegmentSegment(a, 0, b, 0) !== meet) return 'overlaps';
    const between = Math.hypot(out[2] - out[0], out[3] - out[1]);
    if (!(Math.abs(between - expected) <= 2 * allowed)) return `points are ${between} apart, not ${expected}`;
    const [f, h] = [out[4], out[5]];
    if (!(f >= 0 && f <= 1 && h >= 0 && h <= 1)) return `fractions ${f}, ${h}`;
    const off = Math.hypot(
      a[0] - out[0] + f * (a[2] - a[0]),
      a[1] - out[1] + f * (a[3] - a[1]),
      b[0] - out[2] + h * (b[2] - b[0]),
      b[1] - out[3] + h * (b[3] - b[1]),
    );
    if (!(off <= 2 * allowed)) return `fractions miss the points by ${off}`;
    return lengthProblem('segments', squared, expected, allowed);
  });
  meeting.expectBalanced();
  for (const [a, b] of withNaN([0, 0, 4, 1], [2, 2, 5, -3])) {
    expect(g.closestPointsSegmentSegment([0, 0, 0, 0, 0, 0], 0, a, 0, b, 0)).toBeNaN();
    expect(g.distanceSquaredSegmentSegment(a, 0, b, 0)).toBeNaN();
    expect(g.overlapsSegmentSegment(a, 0, b, 0)).toBe(false);
  }
});
