import { expect, it } from 'vitest';
import { atan2, cos, cosSin, sin } from '../../entry/2d.ts';
import { logRange } from '../2d/geometry/support/log-range.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

function ulp(value: number): number {
  return 2 ** Math.max(-1074, Math.floor(Math.log2(Math.abs(value))) - 52);
}

it('agrees with high-precision values computed elsewhere', () => {
  // Rounded from 40-digit arithmetic: y, x, angle.
  const known: [number, number, number][] = [
    [1, 1, 0.7853981633974483],
    [1, 2, 0.4636476090008061],
    [2, 1, 1.1071487177940904],
    [1, -2, 2.677945044588987],
    [-3, -4, -2.498091544796509],
    [1e-9, 1, 1e-9],
    [1, 1e9, 1e-9],
    [1, -1e9, 3.141592652589793],
  ];
  for (const [y, x, angle] of known) {
    expect(Math.abs(atan2(y, x) - angle), `${y}, ${x}`).toBeLessThanOrEqual(ulp(angle));
  }
});

it('stays within two units in the last place of the engine’s own function, all around and at all sizes', () => {
  const rng = createRng(21);
  let worst = 0;
  for (let i = 0; i < effort(200_000, 20_000); i++) {
    const size = i % 2 === 0 ? 1 : logRange(rng, 1e-300, 1e300);
    const y = (i % 3 === 0 ? rng.range(-1, 1) : logRange(rng, 1e-12, 1) * (rng.next() < 0.5 ? -1 : 1)) * size;
    const x = rng.range(-1, 1) * size;
    const expected = Math.atan2(y, x);
    const off = Math.abs(atan2(y, x) - expected) / ulp(expected);
    worst = Math.max(worst, off);
    if (!(off <= 2)) throw new Error(`seed 21, case ${i}: atan2(${y}, ${x}) is ${atan2(y, x)}, ${off} units off`);
  }
  expect(worst).toBeGreaterThan(0);
});

it('takes zeros, infinities and NaN as Math.atan2 does', () => {
  const special = [0, -0, 1, -1, Infinity, -Infinity, NaN, 5e-324, -5e-324, 1.7976931348623157e308];
  for (const y of special) {
    for (const x of special) {
      const expected = Math.atan2(y, x);
      if (Number.isNaN(expected) || expected === 0) expect(atan2(y, x), `${y}, ${x}`).toBe(expected);
      else expect(Math.abs(atan2(y, x) - expected), `${y}, ${x}`).toBeLessThanOrEqual(2 * ulp(expected));
    }
  }
});

it('is mirrored to the bit, and never beyond π', () => {
  const rng = createRng(22);
  for (let i = 0; i < 20_000; i++) {
    const [y, x] = [rng.range(-1, 1), rng.range(-1, 1)];
    expect(atan2(-y, x)).toBe(-atan2(y, x));
    expect(Math.abs(atan2(y * 1e-17, x))).toBeLessThanOrEqual(Math.PI);
  }
});

it('gives back the angle whose cosine and sine it is given', () => {
  const rng = createRng(23);
  const turn = new Float64Array(2);
  for (let i = 0; i < 20_000; i++) {
    const angle = rng.range(-Math.PI, Math.PI);
    cosSin(turn, 0, angle);
    expect([turn[0], turn[1]]).toEqual([cos(angle), sin(angle)]);
    const back = atan2(turn[1], turn[0]);
    if (!(Math.abs(back - angle) <= 1e-15 * Math.PI))
      throw new Error(`seed 23, case ${i}: ${angle} comes back as ${back}`);
  }
});

it('has these bits on every engine', () => {
  // A sum over a fixed walk: any other rounding anywhere changes it.
  let sum = 0;
  for (let i = 1; i <= 1000; i++) sum += atan2(Math.sqrt(i) - 12, 20 - i / 37) * cos(i) + sin(i * 0.3);
  expect(sum).toBe(5.108625685424235);
});
