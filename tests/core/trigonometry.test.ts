import { expect, test } from 'vitest';
import { cos, cosSin, sin } from '../../src/core/trigonometry.ts';
import { logRange } from '../2d/geometry/support/log-range.ts';
import { createRng } from '../support/rng.ts';

/** The spacing of doubles at a number. */
function ulp(value: number): number {
  return 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52);
}

test('agrees with high-precision values computed elsewhere', () => {
  // Rounded from 40-digit arithmetic; the angles are the exact doubles written here.
  const known: [number, number, number][] = [
    [1, 0.5403023058681398, 0.8414709848078965],
    [2.5, -0.8011436155469337, 0.5984721441039565],
    [-4, -0.6536436208636119, 0.7568024953079282],
    [1e6, 0.9367521275331447, -0.34999350217129294],
    [1.5707963267948966, 6.123233995736766e-17, 1],
    [Math.PI, -1, 1.2246467991473532e-16],
  ];
  for (const [angle, cosine, sine] of known) {
    expect(Math.abs(cos(angle) - cosine), `cos ${angle}`).toBeLessThanOrEqual(ulp(cosine));
    expect(Math.abs(sin(angle) - sine), `sin ${angle}`).toBeLessThanOrEqual(ulp(sine));
  }
});

test('stays within two units in the last place of the engine’s own functions up to 1e6', () => {
  const seed = 11;
  const rng = createRng(seed);
  for (let i = 0; i < 100000; i++) {
    const angle = i % 3 === 0 ? rng.range(-1e6, 1e6) : i % 3 === 1 ? rng.range(-7, 7) : logRange(rng, 1e-12, 1);
    const context = `seed ${seed}, case ${i}, angle ${angle}`;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    if (Math.abs(cos(angle) - c) > 2 * ulp(c)) expect.fail(`cos ${context}`);
    if (Math.abs(sin(angle) - s) > 2 * ulp(s)) expect.fail(`sin ${context}`);
  }
});

test('is exact near multiples of a quarter turn, where the reduction cancels most', () => {
  for (let n = 1; n < 600000; n += 811) {
    const angle = n * 1.5707963267948966;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    expect(Math.abs(cos(angle) - c), `cos ${angle}`).toBeLessThanOrEqual(2 * ulp(c));
    expect(Math.abs(sin(angle) - s), `sin ${angle}`).toBeLessThanOrEqual(2 * ulp(s));
  }
});

test('cosSin writes the same bits, is odd and even, and keeps the unit length', () => {
  const seed = 12;
  const rng = createRng(seed);
  const out = [0, 0, 0, 0];
  for (let i = 0; i < 20000; i++) {
    const angle = rng.range(-1e5, 1e5);
    cosSin(out, 1, angle);
    const context = `seed ${seed}, angle ${angle}`;
    if (out[1] !== cos(angle) || out[2] !== sin(angle)) expect.fail(context);
    if (cos(-angle) !== out[1] || sin(-angle) !== -out[2]) expect.fail(context);
    if (Math.abs(out[1] ** 2 + out[2] ** 2 - 1) > 5e-16) expect.fail(context);
  }
  expect(out[0]).toBe(0);
  expect(out[3]).toBe(0);
});

test('far angles stay on the circle, NaN and infinity give NaN', () => {
  const seed = 13;
  const rng = createRng(seed);
  for (let i = 0; i < 2000; i++) {
    const angle = logRange(rng, 1.7e6, 1e12);
    const bound = 2 ** (Math.floor(Math.log2(angle)) - 52) + 4e-16;
    if (Math.abs(cos(angle) - Math.cos(angle)) > bound) expect.fail(`seed ${seed}, angle ${angle}`);
    if (Math.abs(sin(angle) - Math.sin(angle)) > bound) expect.fail(`seed ${seed}, angle ${angle}`);
  }
  for (const bad of [Number.NaN, Infinity, -Infinity]) {
    expect(cos(bad)).toBeNaN();
    expect(sin(bad)).toBeNaN();
  }
  expect(sin(0)).toBe(0);
  expect(cos(0)).toBe(1);
});
