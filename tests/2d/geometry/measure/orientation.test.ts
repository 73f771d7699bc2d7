import { expect, test } from 'vitest';
import { orient2d } from '../../../../src/2d/geometry/measure/orientation.ts';
import { effort } from '../../../support/effort.ts';
import { createRng } from '../../../support/rng.ts';
import { logRange } from '../support/log-range.ts';

/** A double as an exact integer multiple of 2^-1074. */
function toBigInt(value: number): bigint {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0];
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

/** The sign from whole-number arithmetic. */
function exactSign(p: readonly number[]): number {
  const [ax, ay, bx, by, cx, cy] = p.map(toBigInt) as [bigint, bigint, bigint, bigint, bigint, bigint];
  const determinant = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  return determinant > 0n ? 1 : determinant < 0n ? -1 : 0;
}

function signOf(p: readonly number[]): number {
  // + 0 turns −0 into 0.
  return Math.sign(orient2d(p[0], p[1], p[2], p[3], p[4], p[5])) + 0;
}

test('counter-clockwise is positive and the value is twice the area', () => {
  expect(orient2d(0, 0, 3, 0, 0, 2)).toBe(6);
  expect(orient2d(0, 0, 0, 2, 3, 0)).toBe(-6);
  expect(orient2d(1, 1, 2, 2, 7, 7)).toBe(0);
  expect(orient2d(5, 5, 5, 5, 9, 1)).toBe(0);
});

test('the sign is exact for nearly collinear points, and swaps flip it', () => {
  const seed = 101;
  const rng = createRng(seed);
  const seen = [0, 0, 0];
  const cases = effort(20_000, 4000);
  for (let i = 0; i < cases; i++) {
    const scale = logRange(rng, 1e-3, 1e4);
    const ax = rng.range(-scale, scale);
    const ay = rng.range(-scale, scale);
    const bx = rng.range(-scale, scale);
    const by = rng.range(-scale, scale);
    // Rounded points of the line, on a coarse grid every other time so that exact zeros occur too.
    const t = i % 2 === 0 ? rng.range(-2, 2) : rng.integer(-4, 4);
    const grid = (v: number): number => (i % 2 === 0 ? v : Math.round((v / scale) * 1024) * 2 ** -10);
    const p = [grid(ax), grid(ay), grid(bx), grid(by), 0, 0];
    p[4] = p[0] + t * (p[2] - p[0]);
    p[5] = p[1] + t * (p[3] - p[1]);
    const expected = exactSign(p);
    seen[expected + 1]++;
    const context = `seed ${seed}, case ${i}: ${p.join(', ')}`;
    expect(signOf(p), context).toBe(expected);
    expect(signOf([p[2], p[3], p[0], p[1], p[4], p[5]]) + expected, context).toBe(0);
    expect(signOf([p[2], p[3], p[4], p[5], p[0], p[1]]), context).toBe(expected);
  }
  // All three answers must be well represented.
  for (const count of seen) expect(count).toBeGreaterThan(0.15 * cases);
});

test('the naive determinant would be wrong where this is right', () => {
  // A walk over neighbouring doubles around (12, 12)–(24, 24), the classic counterexample to the naive sign.
  let naiveWrong = 0;
  for (let i = 0; i < 64; i++) {
    for (let j = 0; j < 64; j++) {
      const p = [0.5 + i * 2 ** -53, 0.5 + j * 2 ** -53, 12, 12, 24, 24];
      const expected = exactSign(p);
      if (signOf(p) !== expected) expect.fail(p.join(', '));
      const naive = (p[0] - 24) * (12 - 24) - (p[1] - 24) * (12 - 24);
      if (Math.sign(naive) !== expected) naiveWrong++;
    }
  }
  expect(naiveWrong).toBeGreaterThan(100);
});

test('NaN gives NaN', () => {
  expect(orient2d(Number.NaN, 0, 1, 0, 0, 1)).toBeNaN();
});
