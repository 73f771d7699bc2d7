import { coldAxisCache } from '../../../core/axis-cache.ts';
import type { PlacedHull } from '../convex/placed-hull.ts';
import { findSeparatingFeature, placeHulls } from '../convex/sat.ts';

/**
 * Returns whether two placed hulls overlap; touching counts. `cache[cacheIndex]` remembers the axis that separated
 * them, which makes the next call on a pair still apart a matter of two supports. NaN poses count as overlapping
 * nothing: false.
 *
 * Source: Gottschalk, Lin, Manocha, OBBTree, 1996; Gregorius, The Separating Axis Test between Convex Polyhedra, GDC
 * 2013.
 */
export function overlapsConvex(
  a: PlacedHull,
  b: PlacedHull,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): boolean {
  placeHulls(a, b);
  const separation = findSeparatingFeature(a.hull, b.hull, 0, cache, cacheIndex);
  return separation <= 0 && separation > -Infinity;
}
