import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { GjkCache } from '../convex/gjk.ts';
import { type PlacedHull, placeSupports, supportOfA, supportOfB } from '../convex/placed-hull.ts';
import { castSupport } from './cast-support.ts';

/**
 * Casts a placed hull along a translation (3), without turning, at a fixed hull, by `castSupport` with their supports:
 * it writes and returns the same.
 *
 * Source: van den Bergen, Ray Casting against General Convex Objects, 2004, for the idea of clipping by support planes.
 */
export function castConvex(
  out: WritableNumberArray,
  outOffset: number,
  a: PlacedHull,
  b: PlacedHull,
  translation: NumberArray,
  translationOffset: number,
  cache?: GjkCache,
): number {
  placeSupports(a, b);
  return castSupport(out, outOffset, supportOfA, supportOfB, translation, translationOffset, cache);
}
