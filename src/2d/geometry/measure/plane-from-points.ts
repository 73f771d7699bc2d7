import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Computes the plane (3 numbers: `nx ny d`, n·x = d) through two points (`x y x y`; 4), with a unit normal left of the
 * way from the first to the second. Returns whether there is one: equal points, NaN or infinite coordinates give false
 * and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.6, in the plane.
 */
export function planeFromPoints(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
): boolean {
  const ax = points[pointsOffset];
  const ay = points[pointsOffset + 1];
  const x = ay - points[pointsOffset + 3];
  const y = points[pointsOffset + 2] - ax;
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0 && length < Infinity)) return false;
  const nx = x / length;
  const ny = y / length;
  out[outOffset] = nx;
  out[outOffset + 1] = ny;
  out[outOffset + 2] = nx * ax + ny * ay;
  return true;
}
