import { describe, expect, test } from 'vitest';
import { computeBoundingCircle, containsPointCircle } from '../../../../entry/geometry2d.ts';
import { compare, div, type Exact, exact, mul, ONE, toNumber } from '../../../support/exact.ts';
import { cross, minus, type Point, plus, ring, square, times } from '../../../support/exact-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const HALF = div(ONE, exact(2));

/** The middle of the circle through three points, without rounding; undefined for three on a line. */
function circumcentre(a: Point, b: Point, c: Point): Point | undefined {
  const [u, v] = [minus(b, a), minus(c, a)];
  const twice = mul(exact(2), cross(u, v));
  if (twice.n === 0n) return undefined;
  const turned = minus(times(v, square(u)), times(u, square(v)));
  return plus(a, [div(turned[1], twice), div(mul(exact(-1), turned[0]), twice)]);
}

/** The smallest circle around points by trying all pairs and triples, without rounding; and how many make it. */
function smallestExactly(points: readonly Point[]): { radius: number; centre: number[]; makers: number } {
  let best: { squared: Exact; centre: Point; makers: number } | undefined;
  const attempt = (centre: Point | undefined, from: Point, makers: number) => {
    if (centre === undefined) return;
    const squared = square(minus(from, centre));
    if (best !== undefined && compare(squared, best.squared) >= 0) return;
    if (points.every((p) => compare(square(minus(p, centre)), squared) <= 0)) best = { squared, centre, makers };
  };
  for (const [i, p] of points.entries()) {
    attempt(p, p, 1);
    for (const [j, q] of points.slice(0, i).entries()) {
      attempt(times(plus(p, q), HALF), p, 2);
      for (const r of points.slice(0, j)) attempt(circumcentre(p, q, r), p, 3);
    }
  }
  const { squared, centre, makers } = best!;
  return { radius: Math.sqrt(toNumber(squared)), centre: centre.map(toNumber), makers };
}

const KINDS: Record<string, (rng: Rng, scale: number) => number[]> = {
  scattered: (rng, scale) => Array.from({ length: 2 * rng.integer(3, 6) }, () => rng.range(-1, 1) * scale),
  'on a grid': (rng, scale) => Array.from({ length: 2 * rng.integer(3, 6) }, () => rng.integer(-2, 2) * scale),
  slivers: (rng, scale) =>
    Array.from({ length: 2 * rng.integer(3, 5) }, (_, k) => rng.range(-1, 1) * scale * (k % 2 === 0 ? 1 : 1e-8)),
  needles: (rng, scale) => {
    const thin = 10 ** rng.range(-14, -1) * scale;
    const tip = [scale, 0];
    return [...tip, 0, thin * rng.range(0, 1), 0, -thin * rng.range(0, 1), ...tip.map((v) => v - thin * thin)];
  },
  'far away': (rng, scale) => Array.from({ length: 2 * rng.integer(3, 6) }, () => (1000 + rng.range(-1, 1)) * scale),
};

describe.each(Object.keys(KINDS))('points %s', (kind) => {
  test.each([1e-3, 1, 1e4])('agree with all pairs and triples tried without rounding, size %f', (scale) => {
    const rng = createRng(7501);
    const pairs = new HitRate();
    for (let i = 0; i < 150; i++) {
      const points = KINDS[kind](rng, scale);
      const count = points.length / 2;
      const where = `seed ${rng.seed}, case ${i}: ${JSON.stringify(points)}`;
      const { radius, makers } = smallestExactly(ring(points));
      const out = [7, 0, 0, 0, 7];
      const found = computeBoundingCircle(out, 1, [3, ...points], 1, count);
      expect(out[3], where).toBe(found);
      expect([out[0], out[4]], where).toEqual([7, 7]);
      const far = kind === 'far away' ? 3e-13 * scale : 0;
      expect(found, where).toBeGreaterThanOrEqual(radius * (1 - 1e-15) - far);
      expect(found, where).toBeLessThanOrEqual(radius * (1 + 1e-14) + far);
      for (let k = 0; k < count; k++) expect(containsPointCircle(points, 2 * k, out, 1), where).toBe(true);
      const inPlace = [...points];
      computeBoundingCircle(inPlace, 0, inPlace, 0, count);
      expect(inPlace.slice(0, 3), where).toEqual(out.slice(1, 4));
      pairs.count(makers <= 2);
    }
    if (kind === 'scattered') pairs.expectBalanced();
  });
});

describe('many points', () => {
  test('on one circle, to the last few bits', () => {
    const points = Array.from({ length: 4000 }, (_, i) => [3 + 5 * Math.cos(i), 4 + 5 * Math.sin(i)]).flat();
    const out = [0, 0, 0];
    expect(Math.abs(computeBoundingCircle(out, 0, points, 0, 4000) - 5)).toBeLessThan(1e-14);
    expect(Math.abs(out[0] - 3) + Math.abs(out[1] - 4)).toBeLessThan(1e-6);
  });

  test('in any order: the same circle but for rounding', () => {
    const rng = createRng(7502);
    const points = Array.from({ length: 2000 }, () => rng.range(-1, 1) + rng.range(-1, 1));
    const out = [0, 0, 0];
    const radius = computeBoundingCircle(out, 0, points, 0, 1000);
    const other = [0, 0, 0];
    for (let round = 0; round < 20; round++) {
      const order = Array.from({ length: 1000 }, (_, i) => i).sort(() => rng.range(-1, 1));
      const shuffled = order.flatMap((i) => points.slice(2 * i, 2 * i + 2));
      expect(Math.abs(computeBoundingCircle(other, 0, shuffled, 0, 1000) - radius)).toBeLessThan(1e-14);
      expect(Math.hypot(other[0] - out[0], other[1] - out[1])).toBeLessThan(1e-13);
    }
  });
});

describe('known answers', () => {
  const circleOf = (points: number[]) => {
    const out = [0, 0, 0];
    computeBoundingCircle(out, 0, points, 0, points.length / 2);
    return out;
  };

  test('one point, equal ones, two, some of one line, an acute triangle, an obtuse one', () => {
    expect(circleOf([3, 4])).toEqual([3, 4, 0]);
    expect(circleOf([3, 4, 3, 4, 3, 4])).toEqual([3, 4, 0]);
    expect(circleOf([0, 0, 6, 8])).toEqual([3, 4, 5]);
    expect(circleOf([0, 0, 3, 4, 1.5, 2, 6, 8, 0, 0])).toEqual([3, 4, 5]);
    expect(circleOf([-3, 4, 3, 4, 0, -5])).toEqual([0, 0, 5]);
    expect(circleOf([-5, 0, 5, 0, 1, 2])).toEqual([0, 0, 5]);
  });

  test('no point, NaN and infinity are no circle', () => {
    const none = [Number.NaN, Number.NaN, Number.NaN];
    expect(circleOf([])).toEqual(none);
    expect(circleOf([0, 0, 1, Number.NaN, 2, 2])).toEqual(none);
    expect(circleOf([Number.NaN, 0, 1, 1])).toEqual(none);
    expect(circleOf([0, 0, Infinity, 1])).toEqual(none);
  });
});
