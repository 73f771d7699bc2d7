import { describe, expect, it } from 'vitest';
import {
  closestPointsTriangleTriangle,
  closestPointTriangle,
  distanceSquaredPointTriangle,
  distanceSquaredSegmentSegment,
  INTERSECTION_NONE,
  INTERSECTION_SEGMENT,
  intersectTriangleTriangle,
} from '../../../../entry/geometry3d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { add, at, distance, isRepresentative, randomPoint, sub, times, type Vec } from '../support/proximity.ts';

// Slivers and nearly parallel segments defeat references in plain arithmetic. Here coordinates are whole multiples of
// 2^-40, and distances are computed as exact fractions of whole numbers.

type Whole = [bigint, bigint, bigint];
type Fraction = [bigint, bigint];
const UNIT = 2 ** 40;

const whole = (x: number): bigint => BigInt(Math.round(x * UNIT));
const minus = (a: Whole, b: Whole): Whole => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Whole, b: Whole): Whole => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const product = (a: Whole, b: Whole): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const crossed = (a: Whole, b: Whole): Whole => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const smaller = (a: Fraction, b: Fraction): Fraction => (a[0] * b[1] < b[0] * a[1] ? a : b);
const numbers = (a: Whole): Vec => [Number(a[0]) / UNIT, Number(a[1]) / UNIT, Number(a[2]) / UNIT];
const scaled = (a: Whole, t: number): Whole => a.map((x) => (x * whole(t)) >> 40n) as Whole;
const random = (rng: Rng, half: number): Whole => randomPoint(rng, half).map(whole) as Whole;

/** The root of a fraction of squared units, as a length. */
function lengthOf([numerator, denominator]: Fraction): number {
  const target = (numerator << 400n) / denominator;
  if (target < 2n) return 0;
  let root = 1n << BigInt((target.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + target / root) >> 1n;
    if (next >= root) return Number(root) / 2 ** 200 / UNIT;
    root = next;
  }
}

function pointSegment(p: Whole, a: Whole, b: Whole): Fraction {
  const e = minus(b, a);
  const m = minus(p, a);
  const along = product(m, e);
  if (along <= 0n) return [product(m, m), 1n];
  if (along >= product(e, e)) return [product(minus(p, b), minus(p, b)), 1n];
  const c = crossed(m, e);
  return [product(c, c), product(e, e)];
}

function pointTriangle(p: Whole, a: Whole, b: Whole, c: Whole): Fraction {
  const n = crossed(minus(b, a), minus(c, a));
  const sides = [
    crossed(minus(b, a), minus(p, a)),
    crossed(minus(c, b), minus(p, b)),
    crossed(minus(a, c), minus(p, c)),
  ].map((side) => product(side, n));
  if (product(n, n) > 0n && sides.every((side) => side >= 0n)) {
    const height = product(n, minus(p, a));
    return [height * height, product(n, n)];
  }
  return smaller(pointSegment(p, a, b), smaller(pointSegment(p, b, c), pointSegment(p, c, a)));
}

function segmentSegment(a: Whole, b: Whole, c: Whole, d: Whole): Fraction {
  let best = smaller(pointSegment(a, c, d), pointSegment(b, c, d));
  best = smaller(best, smaller(pointSegment(c, a, b), pointSegment(d, a, b)));
  const u = minus(b, a);
  const v = minus(d, c);
  const r = minus(a, c);
  const n = crossed(u, v);
  const n2 = product(n, n);
  const s = product(crossed(v, r), n);
  const t = product(crossed(u, r), n);
  if (n2 > 0n && s >= 0n && s <= n2 && t >= 0n && t <= n2) best = smaller(best, [product(r, n) ** 2n, n2]);
  return best;
}

describe('against exact fractions', () => {
  it('measures points against slivers, caps and needles of any thinness to the last digits', () => {
    const rng = createRng(9001);
    const out = new Float64Array(7);
    let faces = 0;
    const runs = 3000;
    for (let run = 0; run < runs; run++) {
      const a = random(rng, 1);
      const b = random(rng, 1);
      const width = 10 ** rng.range(-12, 0);
      const along = plus(a, scaled(minus(b, a), rng.next()));
      const c = plus(run % 3 === 0 ? along : run % 3 === 1 ? a : b, random(rng, width));
      const near = plus(a, plus(scaled(minus(b, a), rng.range(0, 1)), scaled(minus(c, a), rng.range(-0.2, 0.6))));
      const p = plus(near, random(rng, rng.next() < 0.6 ? width * 0.3 : 10 ** rng.range(-12, 0.5)));
      const truth = lengthOf(pointTriangle(p, a, b, c));
      const triangle = [...numbers(a), ...numbers(b), ...numbers(c)];
      const squared = closestPointTriangle(out, 0, numbers(p), 0, triangle, 0);
      const message = `seed 9001 run ${run}: ${numbers(p)} / ${triangle}`;
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(4e-15);
      expect(Math.abs(distance(at(out, 0), numbers(p)) - truth), message).toBeLessThan(4e-15);
      if (out[6] === 6) faces++;
    }
    expect(isRepresentative(faces, runs), `on the face ${faces} of ${runs}`).toBe(true);
  });

  it('measures segments at any angle to the last digits', () => {
    const rng = createRng(9002);
    let inner = 0;
    const runs = 3000;
    for (let run = 0; run < runs; run++) {
      const a = random(rng, 1);
      const b = random(rng, 1);
      const u = minus(b, a);
      const c =
        run % 2 ? plus(plus(a, scaled(u, rng.range(-0.3, 1.2))), random(rng, 10 ** rng.range(-12, 0))) : random(rng, 1);
      const d = plus(plus(c, scaled(u, rng.range(-1.5, 1.5))), random(rng, 10 ** rng.range(-12, 0)));
      const truth = lengthOf(segmentSegment(a, b, c, d));
      const squared = distanceSquaredSegmentSegment(
        [...numbers(a), ...numbers(b)],
        0,
        [...numbers(c), ...numbers(d)],
        0,
      );
      const message = `seed 9002 run ${run}: ${numbers(a)},${numbers(b)} / ${numbers(c)},${numbers(d)}`;
      expect(Math.abs(Math.sqrt(squared) - truth), message).toBeLessThan(4e-15);
      if (truth < 0.01) inner++;
    }
    expect(inner).toBeGreaterThan(runs * 0.1);
  });
});

describe('nearly coplanar triangles', () => {
  it('puts the intersection into both triangles however flat they meet', () => {
    const rng = createRng(9003);
    const out = new Float64Array(6);
    let hits = 0;
    const runs = 2000;
    for (let run = 0; run < runs; run++) {
      const tilt = 10 ** rng.range(-17, -3);
      const [a, b, c] = [randomPoint(rng, 1), randomPoint(rng, 1), randomPoint(rng, 1)];
      const inPlane = (): Vec => {
        const q = add(a, add(times(sub(b, a), rng.range(-0.5, 1)), times(sub(c, a), rng.range(-0.5, 1))));
        return add(q, randomPoint(rng, tilt));
      };
      const first = [...a, ...b, ...c];
      const second = [...inPlane(), ...inPlane(), ...inPlane()];
      const kind = intersectTriangleTriangle(out, 0, first, 0, second, 0);
      const message = `seed 9003 run ${run}: ${first} / ${second}`;
      const squared = closestPointsTriangleTriangle(new Float64Array(6), 0, first, 0, second, 0);
      // A gap smaller than rounding may come out as 0; triangles that meet always do.
      if (kind === INTERSECTION_NONE) expect(squared, message).toBeGreaterThanOrEqual(0);
      else expect(squared, message).toBe(0);
      if (kind !== INTERSECTION_SEGMENT) continue;
      hits++;
      for (const offset of [0, 3]) {
        expect(Math.sqrt(distanceSquaredPointTriangle(out, offset, first, 0)), message).toBeLessThan(2e-14);
        expect(Math.sqrt(distanceSquaredPointTriangle(out, offset, second, 0)), message).toBeLessThan(2e-14);
      }
    }
    expect(isRepresentative(hits, runs), `hits ${hits} of ${runs}`).toBe(true);
  });
});
