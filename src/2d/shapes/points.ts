import { CollisionError, refuse, requireFinite } from '../../core/errors.ts';
import type { NumberArray } from '../../core/number-array.ts';

/** Points as a flat array `[x0, y0, x1, y1, …]`, or as an array of `{ x, y }` or `[x, y]`. */
export type PointsInput = NumberArray | ArrayLike<{ readonly x: number; readonly y: number }> | ArrayLike<NumberArray>;

/**
 * Copies points of any accepted form to a flat array.
 * @throws CollisionError `invalid-number` naming the point that is not finite; `invalid-shape` for an odd flat array or what is no point.
 */
export function flattenPoints(what: string, points: PointsInput): Float64Array {
  if (typeof points !== 'object' || points === null) {
    refuse('invalid-shape', `${what}: the points`, 'an array', points);
  }
  const first = points[0];
  const flat =
    first === undefined || typeof first === 'number'
      ? Float64Array.from(points as NumberArray)
      : flattenObjects(what, points as ArrayLike<{ x: number; y: number } | NumberArray>);
  if (flat.length % 2 !== 0) {
    throw new CollisionError(
      'invalid-shape',
      `${what}: a flat point array must have an even length, got ${flat.length}`,
    );
  }
  for (let i = 0; i < flat.length; i++) {
    // Asked here, so that no name is put together for the points that are.
    if (!Number.isFinite(flat[i])) requireFinite(`${what}: ${i % 2 === 0 ? 'x' : 'y'} of point ${i >> 1}`, flat[i]!);
  }
  return flat;
}

function flattenObjects(what: string, points: ArrayLike<{ x: number; y: number } | NumberArray>): Float64Array {
  const flat = new Float64Array(points.length * 2);
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    if (typeof point !== 'object' || point === null) {
      refuse('invalid-shape', `${what}: point ${i}`, '[x, y] or { x, y }', point);
    }
    flat[2 * i] = 'x' in point ? point.x : Number(point[0]);
    flat[2 * i + 1] = 'y' in point ? point.y : Number(point[1]);
  }
  return flat;
}
