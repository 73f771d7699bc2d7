import { directionAt, limitAt, unitAt } from './cast-piece.ts';

/** Powers of two between which no square of a length, and no product of a few, is beyond or below all numbers. */
const LEAST = 2 ** -310;
const MOST = 2 ** 310;
/** A power of two: at most four multiplications or divisions by it bring any number to between LEAST and MOST. */
const STEP = 2 ** 256;

/**
 * Scales the direction of a translation (see cast-piece.ts) by a power of two if it is so short or long that its square
 * is no number, and its limit the other way: routines of rays take the square. Writes by how much fractions have to be
 * multiplied then, 1 for others. Hits whose fraction would be beyond all numbers are left out by the limit.
 */
export function scaleWay(way: Float64Array, axes: number): void {
  const unit = unitAt(axes);
  const from = directionAt(axes);
  way[unit] = 1;
  let longest = 0;
  for (let axis = 0; axis < axes; axis++) longest = Math.max(longest, Math.abs(way[from + axis]));
  if (longest === 0 || (longest >= LEAST && longest <= MOST)) return;
  const limit = limitAt(axes);
  way[limit] = Math.min(way[limit], Number.MAX_VALUE);
  while (!(longest >= LEAST && longest <= MOST)) {
    const step = longest < LEAST ? STEP : 1 / STEP;
    longest *= step;
    way[unit] *= step;
    way[limit] /= step;
    for (let axis = 0; axis < axes; axis++) way[from + axis] *= step;
  }
}
