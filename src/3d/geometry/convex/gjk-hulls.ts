import type { WritableNumberArray } from '../../../core/number-array.ts';
import { closestPointsGjkSupport, distanceGjkSupport, type GjkCache } from './gjk.ts';
import { type PlacedHull, placeSupports, supportOfA, supportOfB } from './placed-hull.ts';

/**
 * Returns the distance between two placed hulls; 0 when they touch or overlap. The `indexA` and `indexB` of the cache
 * are vertices. For points without a hull see `createPointsSupport`. Otherwise as {@link distanceGjkSupport}.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function distanceGjk(a: PlacedHull, b: PlacedHull, cache?: GjkCache): number {
  placeSupports(a, b);
  return distanceGjkSupport(supportOfA, supportOfB, cache);
}

/**
 * Writes the closest points of two placed hulls, on A then on B (6 numbers), and returns their squared distance. When
 * they overlap the two points are one common point and the result is 0. Otherwise as {@link distanceGjkSupport}.
 *
 * Source: Gilbert, Johnson and Keerthi, 1988; terminations after Catto, Computing Distance, GDC 2010.
 */
export function closestPointsGjk(
  out: WritableNumberArray,
  outOffset: number,
  a: PlacedHull,
  b: PlacedHull,
  cache?: GjkCache,
): number {
  placeSupports(a, b);
  return closestPointsGjkSupport(out, outOffset, supportOfA, supportOfB, cache);
}
