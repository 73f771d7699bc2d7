import { describe, expect, test } from 'vitest';
import * as g from '../../../../entry/geometry2d.ts';
import { point, ring, separationBetween } from '../../../support/exact-2d.ts';
import { createRng } from '../../../support/rng.ts';
import { castAtRounded } from '../support/cast-reference.ts';
import { pieceOf } from '../support/convex-reference.ts';

// Cases that collision libraries are known to have tripped over, with answers worked out by hand.

const corners = (x: number, y: number, w: number, h: number): number[] => [
  x - w,
  y - h,
  x + w,
  y - h,
  x + w,
  y + h,
  x - w,
  y + h,
];

const supportOf =
  (points: readonly number[], radius = 0): g.Support =>
  (out, offset, dx, dy) => {
    let best = 0;
    for (let i = 2; i < points.length; i += 2) {
      if (points[i] * dx + points[i + 1] * dy > points[best] * dx + points[best + 1] * dy) best = i;
    }
    const length = Math.sqrt(dx * dx + dy * dy);
    out[offset] = points[best] + (radius * dx) / length;
    out[offset + 1] = points[best + 1] + (radius * dy) / length;
    return best / 2;
  };

describe('GJK', () => {
  const gjk = (a: number[], b: number[]) => {
    const cache = g.createGjkCache();
    return { distance: g.distanceGjk(pieceOf(a), pieceOf(b), cache), ...cache };
  };

  test('boxes that touch by a side, a corner, or a part of a side are at distance 0 and end at once', () => {
    for (const [x, y] of [
      [2, 0],
      [-2, 0],
      [0, 2],
      [2, 2],
      [-2, 2],
      [2, 1],
      [2, -0.3],
      [-0.5, -2],
    ] as const) {
      const { distance, iterations, termination } = gjk(corners(0, 0, 1, 1), corners(x, y, 1, 1));
      expect(distance, `${x}, ${y}`).toBe(0);
      expect(iterations).toBeLessThan(8);
      expect([g.GJK_CONTAINMENT, g.GJK_TOUCHING_VERTEX, g.GJK_TOUCHING_EDGE]).toContain(termination);
    }
  });

  test('a hair apart is a hair, parallel sides included', () => {
    for (const gap of [1e-3, 1e-9, 1e-15]) {
      const x = 2 + gap;
      expect(gjk(corners(0, 0, 1, 1), corners(x, 0.25, 1, 1)).distance).toBe(x - 1 - 1);
      expect(gjk(corners(0, 0, 1, 1), corners(0.25, -x, 1, 1)).distance).toBe(x - 1 - 1);
    }
  });

  test('identical, concentric and nested shapes overlap; a point on a corner, a side, inside', () => {
    for (const b of [
      corners(0, 0, 1, 1),
      corners(0, 0, 0.1, 0.1),
      corners(0, 0, 10, 10),
      [1, 1],
      [1, 0],
      [0, 0],
      [0.3, -0.2],
      [-1, -1, 1, 1],
    ]) {
      expect(gjk(corners(0, 0, 1, 1), b).distance, `${b}`).toBe(0);
    }
    expect(gjk([0, 0], [0, 0]).distance).toBe(0);
    expect(gjk([0, 0, 4, 4], [1, 1, 2, 2]).distance).toBe(0);
    expect(gjk([0, 0, 1, 1], [2, 2, 5, 5]).distance).toBe(Math.SQRT2);
  });

  test('a long thin box beside a tiny one far along it', () => {
    expect(gjk(corners(0, 0, 1e4, 1e-3), corners(9999, 1, 1e-3, 1e-3)).distance).toBeCloseTo(1 - 2e-3, 12);
    expect(gjk(corners(0, 0, 1e6, 1e-6), corners(1e6 + 1, 0, 1e-6, 1)).distance).toBeCloseTo(1 - 1e-6, 9);
  });
});

describe('penetration of symmetric and deep overlaps', () => {
  const cases: [string, number[], number[], number][] = [
    ['equal boxes in one place', corners(0, 0, 1, 1), corners(0, 0, 1, 1), 2],
    ['a box in the middle of another', corners(0, 0, 3, 2), corners(0, 0, 1, 1), 3],
    ['crossed bars', corners(0, 0, 5, 0.5), corners(0, 0, 0.5, 5), 5.5],
    ['a box at the side of another, inside', corners(0, 0, 3, 2), corners(2, 0, 1, 1), 2],
    ['touching', corners(0, 0, 1, 1), corners(2, 0, 1, 1), 0],
    ['touching by corners', corners(0, 0, 1, 1), corners(2, 2, 1, 1), 0],
    ['a point in the middle', corners(0, 0, 1, 2), [0, 0], 1],
    ['a point on a side', corners(0, 0, 1, 2), [1, 0.5], 0],
    ['crossed segments', [-1, 0, 1, 0], [0, -2, 0, 2], 1],
    ['segments in one line', [-1, 0, 1, 0], [0, 0, 3, 0], 0],
    ['equal points', [1, 2], [1, 2], 0],
    ['equal triangles', [0, 0, 2, 0, 0, 2], [0, 0, 2, 0, 0, 2], Math.SQRT2],
  ];
  test.each(cases)('%s', (_name, a, b, depth) => {
    expect(-separationBetween(ring(a), ring(b))).toBeCloseTo(depth, 12);
    for (const scale of [1, 1e-3, 1e4]) {
      const [p, q] = [a.map((v) => v * scale), b.map((v) => v * scale)];
      const out = [0, 0, 0, 0, 0, 0];
      expect(Math.abs(g.penetrationSat(out, 0, pieceOf(p), pieceOf(q)) - depth * scale)).toBeLessThanOrEqual(
        1e-14 * scale,
      );
      const report = g.createEpaReport();
      const epa = g.penetrationEpa(out, 0, supportOf(p), supportOf(q), g.createGjkCache(), report);
      expect(Math.abs(epa - depth * scale)).toBeLessThanOrEqual(1e-14 * scale);
      expect(report.iterations).toBeLessThan(20);
      expect([g.EPA_CONVERGED, g.EPA_TOUCHING]).toContain(report.termination);
      expect(Math.hypot(out[0], out[1])).toBeCloseTo(1, 14);
      expect(Math.hypot(out[2] - out[4], out[3] - out[5])).toBeCloseTo(depth * scale, 8);
    }
  });

  test('concentric circles: any direction serves, the depth is the sum of the radii', () => {
    const report = g.createEpaReport();
    const out = [0, 0, 0, 0, 0, 0];
    expect(
      g.penetrationEpa(out, 0, supportOf([3, 4], 1), supportOf([3, 4], 2), g.createGjkCache(), report),
    ).toBeCloseTo(3, 12);
    expect(Math.hypot(out[0], out[1])).toBeCloseTo(1, 14);
  });
});

describe('rays along sides and through corners', () => {
  const box = [-1, -1, 1, 1];
  const square = corners(0, 0, 1, 1);
  const casts: [string, (out: number[], ray: number[], max: number) => number][] = [
    ['AABB', (out, ray, max) => g.castRayAabb(out, 0, ray, 0, max, box, 0)],
    ['OBB', (out, ray, max) => g.castRayObb(out, 0, ray, 0, max, [0, 0, 1, 1, 1, 0], 0)],
    ['OBB turned', (out, ray, max) => g.castRayObb(out, 0, ray, 0, max, [0, 0, 1, 1, 0, 1], 0)],
    ['polygon', (out, ray, max) => g.castRayConvexPolygon(out, 0, ray, 0, max, square, 0, 4)],
    ['piece', (out, ray, max) => g.castRayConvex(out, 0, ray, 0, max, pieceOf(square))],
    ['GJK', (out, ray, max) => g.castRaySupport(out, 0, ray, 0, max, supportOf(square))],
  ];
  test.each(casts)('%s', (_name, cast) => {
    const out = [0, 0, 0, 0];
    // Along a side, from before it: touching counts.
    for (const ray of [
      [-3, 1, 1, 0],
      [-3, -1, 1, 0],
      [3, 1, -1, 0],
      [1, -3, 0, 1],
      [-1, 3, 0, -1],
    ]) {
      expect(cast(out, ray, 9), `${ray}`).toBeCloseTo(2, 12);
      expect(cast(out, ray, 1.99), `${ray}`).toBe(Infinity);
    }
    // On the side's line, but away from it; beside it.
    expect(cast(out, [-3, 1, -1, 0], 9)).toBe(Infinity);
    expect(cast(out, [2, 1, 1, 0], 9)).toBe(Infinity);
    expect(cast(out, [-3, 1 + 1e-9, 1, 0], 9)).toBe(Infinity);
    // Through a corner, into the box and past it.
    expect(cast(out, [-2, -2, 1, 1], 9)).toBeCloseTo(1, 12);
    expect(cast(out, [-2, 0, 1, 1], 9)).toBeCloseTo(1, 12);
    expect(cast(out, [-2, 0, 1, 1 + 1e-9], 9)).toBe(Infinity);
    // From a corner and a side, outward: it starts on the box.
    expect(cast(out, [1, 1, 1, 1], 9)).toBe(0);
    expect(cast(out, [1, 0, 1, 0], 9)).toBe(0);
    expect(out).toEqual([1, 0, 0, 0]);
    // A point query.
    expect(cast(out, [0.5, 1, 0, 0], 9)).toBe(0);
    expect(cast(out, [0.5, 1.5, 0, 0], 9)).toBe(Infinity);
  });

  test('segments: along, through an end, from an end, collinear but apart', () => {
    const out = [0, 0, 0, 0];
    const cast = (ray: number[], segment: number[]) => g.castRaySegment(out, 0, ray, 0, 9, segment, 0);
    expect(cast([-1, 0, 1, 0], [0, 0, 3, 0])).toBe(1);
    expect(cast([1, 0, 1, 0], [0, 0, 3, 0])).toBe(0);
    expect(cast([4, 0, 1, 0], [0, 0, 3, 0])).toBe(Infinity);
    expect(cast([-1, -1, 1, 1], [0, 0, 3, 0])).toBe(1);
    expect(cast([-1, 1e-300, 1, 0], [0, 0, 3, 0])).toBe(Infinity);
    expect(cast([0, 0, 0, 1], [0, 0, 3, 0])).toBe(0);
    expect(cast([1, 0, 0, 0], [0, 0, 3, 0])).toBe(0);
    expect(cast([0, 2, 0, -1], [0, 0, 0, 0])).toBe(2);
  });
});

test('segment and segment: crossing, parallel, end to end, one or both a point', () => {
  const cases: [number[], number[], number][] = [
    [[0, 0, 4, 0], [2, -1, 2, 1], 0],
    [[0, 0, 4, 0], [0, 1, 4, 1], 1],
    [[0, 0, 4, 0], [5, 0, 9, 0], 1],
    [[0, 0, 4, 0], [4, 0, 9, 0], 0],
    [[0, 0, 4, 0], [1, 0, 2, 0], 0],
    [[0, 0, 4, 0], [2, 3, 2, 3], 9],
    [[0, 0, 4, 0], [6, 0, 6, 0], 4],
    [[1, 1, 1, 1], [4, 5, 4, 5], 25],
    [[1, 1, 1, 1], [1, 1, 1, 1], 0],
    [[0, 0, 1, 0], [2, 1, 2, 5], 2],
    [[0, 0, 1e6, 1], [0, 1, 1e6, 1], 0],
    // All but parallel, and so short a way apart that a determinant of them is rounding.
    [[0, 0, 1, 1e-9], [0, 1e-3, 1, 1e-3 + 1e-9], 1e-6],
  ];
  for (const [a, b, squared] of cases) {
    for (const [p, q] of [
      [a, b],
      [b, a],
      [[...a.slice(2), ...a.slice(0, 2)], b],
    ] as const) {
      expect(g.distanceSquaredSegmentSegment(p, 0, q, 0), `${p} and ${q}`).toBeCloseTo(squared, 12);
    }
  }
});

test('points exactly on corners and sides of polygons', () => {
  const star = [0, 3, -1, 1, -3, 1, -1.5, -0.5, -2, -3, 0, -1.5, 2, -3, 1.5, -0.5, 3, 1, 1, 1];
  for (let i = 0; i < 20; i += 2) {
    const [x, y, u, v] = [star[i], star[i + 1], star[(i + 2) % 20], star[(i + 3) % 20]];
    expect(g.containsPointPolygon([x, y], 0, star, 0, 10)).toBe(true);
    expect(g.containsPointPolygon([(x + u) / 2, (y + v) / 2], 0, star, 0, 10)).toBe(true);
    // Beside a corner, level with others.
    expect(g.containsPointPolygon([x + 10, y], 0, star, 0, 10)).toBe(false);
    expect(g.containsPointPolygon([x - 10, y], 0, star, 0, 10)).toBe(false);
  }
  expect(g.containsPointPolygon([0, 1], 0, star, 0, 10)).toBe(true);
  expect(g.containsPointPolygon([2, 0], 0, star, 0, 10)).toBe(true);
  expect(g.containsPointPolygon([2.001, 0], 0, star, 0, 10)).toBe(false);
});

test('clipping: an incident edge wholly outside a side plane is not drawn out along its line', () => {
  const contact = new Float64Array(8);
  const features = new Uint32Array(2);
  // B's deepest corner is over A's top near its end; its lower edge rises outward, past that end.
  const a = corners(0, 0, 1, 1);
  const b = [0.99, 0.9, 3, 1.9, 2.5, 3, 0.5, 2];
  const count = g.collideConvex(contact, features, pieceOf(a), pieceOf(b), 0, new Int32Array(1), 0);
  const expected = separationBetween(ring(a), ring(b));
  expect(count).toBeGreaterThan(0);
  expect(Math.min(contact[4], count === 2 ? contact[7] : 0)).toBeCloseTo(expected, 14);
  for (let i = 0; i < count; i++) {
    expect(contact[4 + 3 * i]).toBeGreaterThanOrEqual(expected - 1e-14);
    expect(contact[4 + 3 * i]).toBeLessThanOrEqual(0);
    expect(Math.abs(contact[2 + 3 * i])).toBeLessThanOrEqual(1.05);
  }
});

test('shapes without area are what they have collapsed to, for casts too', () => {
  let met = 0;
  let total = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const rng = createRng(seed + 700);
    const scale = [1, 2 ** -10, 1e4, 0.5][seed % 4];
    const flat = (): number[] => {
      const [x, y, u, v] = [rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(0, 1), rng.integer(-1, 1)];
      const steps = Array.from({ length: rng.integer(1, 4) }, () => rng.integer(-1, 2)).sort((p, q) => p - q);
      return steps.flatMap((k) => [(x + k * u) * scale, (y + k * v) * scale]);
    };
    const shape = flat();
    const n = shape.length / 2;
    const ray = [rng.integer(-3, 3), rng.integer(-3, 3), rng.integer(-2, 2), rng.integer(-2, 2)].map((v) => v * scale);
    if (rng.next() < 0.5) {
      const k = 2 * rng.integer(0, n - 1);
      ray.splice(2, 2, shape[k] - ray[0], shape[k + 1] - ray[1]);
    }
    // Of points on a line, the two farthest apart.
    const ends = shape.length > 2 ? [...shape.slice(0, 2), ...shape.slice(-2)] : shape;
    const expected = castAtRounded(point(ray[0], ray[1]), point(ray[2], ray[3]), ring(ends), 0);
    const label = `seed ${seed}: ray ${ray} at ${shape}`;
    const out = [7, 7, 7, 7];
    total++;
    if (expected < Infinity) met++;
    const close = (t: number) => (expected === Infinity ? t === Infinity : Math.abs(t - expected) <= 1e-12);
    expect(
      g.castRayConvexPolygon(out, 0, ray, 0, 1e9, shape, 0, n),
      `polygon, ${label}, expected ${expected}`,
    ).toSatisfy(close);
    // A piece of three corners or more is a polygon; one that is a segment or point is given as such.
    if (n < 3) {
      expect(g.castRayConvex(out, 0, ray, 0, 1e9, pieceOf(shape)), `piece, ${label}, expected ${expected}`).toSatisfy(
        close,
      );
    }
    expect(g.castRaySupport(out, 0, ray, 0, 1e9, supportOf(shape)), `gjk, ${label}, expected ${expected}`).toSatisfy(
      close,
    );
    const within = (t: number) => (expected <= 1 ? Math.abs(t - expected) <= 1e-12 : t === Infinity);
    const mover = pieceOf(ray.slice(0, 2));
    expect(
      g.castConvex(out, 0, mover, pieceOf(shape), ray.slice(2), 0),
      `convex, ${label}, expected ${expected}`,
    ).toSatisfy(within);
    expect(
      g.castConvexSat(out, 0, mover, pieceOf(shape), ray.slice(2), 0),
      `sat, ${label}, expected ${expected}`,
    ).toSatisfy(within);
    expect(
      g.castConvexSat(
        out,
        0,
        pieceOf(shape),
        mover,
        ray.slice(2).map((v) => 0 - v),
        0,
      ),
      `sat, other way, ${label}`,
    ).toSatisfy(within);
  }
  expect(met / total).toBeGreaterThan(0.2);
  expect(met / total).toBeLessThan(0.7);
});
