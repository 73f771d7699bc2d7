import { expect, it } from 'vitest';
import {
  addScaled,
  addVectors,
  areAlong,
  clearVector,
  copyVector,
  hasLength,
  removeAlong,
  scaleVector,
  subtractVectors,
  writeDot,
  writeLength,
} from '../../../src/core/movement/vector.ts';

const of = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

it('vectors are added, subtracted, scaled and copied, onto themselves as well', () => {
  const to = of(0, 0, 0);
  addVectors(to, of(1, 2, 3), of(10, 20, 30));
  expect([...to]).toEqual([11, 22, 33]);
  subtractVectors(to, to, of(1, 2, 3));
  expect([...to]).toEqual([10, 20, 30]);
  addScaled(to, to, of(-2), of(1, 2, 3));
  expect([...to]).toEqual([8, 16, 24]);
  scaleVector(to, of(0.5), to);
  expect([...to]).toEqual([4, 8, 12]);
  copyVector(to, of(7, 8, 9));
  expect([...to]).toEqual([7, 8, 9]);
  clearVector(to);
  expect([...to]).toEqual([0, 0, 0]);
});

it('dot products, lengths and angles', () => {
  const out = of(0);
  writeDot(out, of(1, 2, 3), of(4, -5, 6));
  expect(out[0]).toBe(12);
  writeLength(out, of(2, -3, 6));
  expect(out[0]).toBe(7);
  expect([hasLength(of(0, 0, 0)), hasLength(of(0, 0, -1e-9))]).toEqual([false, true]);
  expect([areAlong(of(1, 0, 0), of(1, 5, 0)), areAlong(of(1, 0, 0), of(0, 5, 0))]).toEqual([true, false]);
});

it('removeAlong leaves the part across a unit vector', () => {
  const to = of(0, 0, 0);
  removeAlong(to, of(3, 4, 5), of(0, 1, 0));
  expect([...to]).toEqual([3, 0, 5]);
  removeAlong(to, of(10, 5, 1), of(0.6, 0, 0.8));
  // The part along it is 6.8.
  expect([...to]).toEqual([expect.closeTo(5.92, 12), 5, expect.closeTo(-4.44, 12)]);
});
