import { expect, it } from 'vitest';
import { writeUnitVector } from '../../src/core/unit-vector.ts';

it.each([5e-324, 1e-200, 1e-140, 1, 1e140, 1e200, 1e308])('a direction of length %s has a unit vector', (length) => {
  const out = new Float64Array(4);
  expect(writeUnitVector(out, 1, 0, -length, 0)).toBe(true);
  expect(Array.from(out)).toEqual([0, 0, -1, 0]);
  if (length < 1e-300) return;
  writeUnitVector(out, 1, 0.3 * length, 0, 0.4 * length);
  expect(Array.from(out)).toEqual([0, 0.6, 0, 0.8].map((value) => expect.closeTo(value, 14)));
});

it('nothing is written for a direction that leads nowhere', () => {
  const out = Float64Array.of(7, 7, 7);
  expect(writeUnitVector(out, 0, 0, -0, 0)).toBe(false);
  expect(writeUnitVector(out, 0, Number.NaN, 1, 0)).toBe(false);
  expect(Array.from(out)).toEqual([7, 7, 7]);
});
