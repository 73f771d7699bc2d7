import { CollisionError, refuse, requireInteger } from '../../core/errors.ts';
import { isCoordinate, requireCoordinate } from '../../core/limits.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { withoutSign } from '../../core/unsigned-zero.ts';

/** Points as a flat array `[x0, y0, x1, y1, …]`, or as an array of `{ x, y }` or `[x, y]`. */
export type PointsInput = NumberArray | ArrayLike<{ readonly x: number; readonly y: number }> | ArrayLike<NumberArray>;

/** The largest number of numbers in a list of points: the memory for a larger shape could not be had. */
const MAX_LENGTH = 2 ** 25;

/**
 * Copies points of any accepted form to a flat array.
 * @throws CollisionError `invalid-number` naming the point that is not finite or beyond 1e30; `invalid-shape` for an
 *   odd flat array or what is no point; `out-of-range` for a length that is no length of an array, or above 2²⁵.
 */
export function flattenPoints(what: string, points: PointsInput): Float64Array {
  if (typeof points !== 'object' || points === null) {
    refuse('invalid-shape', `${what}: the points`, 'an array', points);
  }
  const length = requireInteger(`${what}: the length of the points`, points.length, 0, MAX_LENGTH);
  const isFlat = length === 0 || typeof points[0] === 'number';
  if (isFlat && length % 2 !== 0) {
    throw new CollisionError('invalid-shape', `${what}: a flat point array must have an even length, got ${length}`);
  }
  // The first point is checked before memory for all of them is allocated.
  if (!isFlat) requirePoint(what, 0, points[0]);
  const flat = new Float64Array(isFlat ? length : 2 * length);
  for (let i = 0; i < flat.length; i += 2) {
    const point = i >> 1;
    const from = isFlat ? undefined : requirePoint(what, point, points[point]);
    const x = from === undefined ? (points as NumberArray)[i] : 'x' in from ? from.x : from[0];
    const y = from === undefined ? (points as NumberArray)[i + 1] : 'y' in from ? from.y : from[1];
    // The condition stands here so that no name is put together for points that can be used.
    if (!(isCoordinate(x) && isCoordinate(y))) {
      requireCoordinate(`${what}: x of point ${point}`, x);
      requireCoordinate(`${what}: y of point ${point}`, y);
    }
    flat[i] = withoutSign(x);
    flat[i + 1] = withoutSign(y);
  }
  return flat;
}

function requirePoint(what: string, index: number, point: unknown): { x: number; y: number } | NumberArray {
  if (typeof point === 'object' && point !== null) {
    const { length } = point as { length?: number };
    // Points of space are not cut down to the plane.
    if (length === undefined || length === 2 || 'x' in point) return point as NumberArray;
    refuse('invalid-shape', `${what}: point ${index}`, '[x, y] or { x, y }', `${length} numbers`);
  }
  refuse('invalid-shape', `${what}: point ${index}`, '[x, y] or { x, y }', point);
}
