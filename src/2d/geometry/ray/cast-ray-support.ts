import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { coldGjkCache, type GjkCache, runGjkSupport, type Support } from '../convex/gjk.ts';
import { SEARCH_DISTANCE, SEARCH_X, SEARCH_Y, search } from '../convex/gjk-simplex.ts';

/** Relative to the coordinates: nearer than this is contact. Eight roundings: 8 EPSILON. */
const CONTACT_DISTANCE = 2 ** -49;

/**
 * The largest number of steps. A step leads at least to the tangent that it was computed from; on a ray that grazes a
 * curve, each step halves the rest.
 */
const MAX_STEPS = 128;

const position = new Float64Array(2);

/** The moving point as a shape. */
const pointSupport: Support = (out, outOffset) => {
  out[outOffset] = position[0];
  out[outOffset + 1] = position[1];
  return 0;
};

/**
 * Casts a ray (origin, direction of any length) against any convex shape given by its support function, rounded ones
 * included: writes the hit point and the outward unit normal there (4 numbers) and returns the fraction t of the
 * direction, 0 ≤ t ≤ `maxFraction`. An origin inside or on the shape hits at 0 with a zero normal. Returns Infinity and
 * writes nothing on a miss; a zero direction is a point query. NaN misses. `cache` warm-starts GJK.
 *
 * From the current point the closest point of the shape gives a line that keeps the shape behind it; the ray may
 * advance to that line without passing through anything. The hit is within eight roundings of the coordinates, measured
 * square to the shape. Source: van den Bergen, Ray Casting against General Convex Objects, 2004.
 */
export function castRaySupport(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  support: Support,
  cache: GjkCache = coldGjkCache(),
): number {
  if (!(maxFraction >= 0)) return Infinity;
  const originX = ray[rayOffset];
  const originY = ray[rayOffset + 1];
  const directionX = ray[rayOffset + 2];
  const directionY = ray[rayOffset + 3];
  const size = Math.abs(originX) + Math.abs(originY);
  let fraction = 0;
  let normalX = 0;
  let normalY = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const x = originX + fraction * directionX;
    const y = originY + fraction * directionY;
    position[0] = x;
    position[1] = y;
    runGjkSupport(pointSupport, support, cache);
    const distance = search[SEARCH_DISTANCE];
    if (distance <= CONTACT_DISTANCE * (size + Math.abs(x) + Math.abs(y))) break;
    // From the shape to the point: GJK's direction, shape minus point towards the origin.
    const length = Math.sqrt(search[SEARCH_X] * search[SEARCH_X] + search[SEARCH_Y] * search[SEARCH_Y]);
    normalX = search[SEARCH_X] / length;
    normalY = search[SEARCH_Y] / length;
    const rate = normalX * directionX + normalY * directionY;
    if (!(rate < 0)) return Infinity;
    const next = fraction - distance / rate;
    // A ray whose tip just touches hits, however the quotient is rounded.
    if (!(next <= maxFraction + 4 * EPSILON * maxFraction)) return Infinity;
    const bounded = Math.min(next, maxFraction);
    if (bounded === fraction) break;
    fraction = bounded;
  }
  out[outOffset] = originX + fraction * directionX;
  out[outOffset + 1] = originY + fraction * directionY;
  out[outOffset + 2] = fraction > 0 ? normalX : 0;
  out[outOffset + 3] = fraction > 0 ? normalY : 0;
  return fraction;
}
