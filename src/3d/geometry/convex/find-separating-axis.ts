import { coldAxisCache } from '../../../core/axis-cache.ts';
import type { WritableNumberArray } from '../../../core/number-array.ts';
import type { PlacedHull } from './placed-hull.ts';
import { findSeparatingFeature, placeHulls, rotationA, satAxis } from './sat.ts';

/**
 * Finds the axis along which two placed hulls are farthest apart, or overlap least, of all face normals and all crosses
 * of edges that face each other: writes its unit direction from A to B in the world (3 numbers) and returns the signed
 * separation along it: a lower bound of their distance, or minus their minimum translation; touching is 0. NaN poses
 * give −Infinity and write nothing.
 *
 * The axis in `cache[cacheIndex]` (0 for none; any value is safe) is tried first, and when it still separates that is
 * the answer. The best axis found is stored.
 *
 * Source: Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013.
 */
export function findSeparatingAxis(
  out: WritableNumberArray,
  outOffset: number,
  a: PlacedHull,
  b: PlacedHull,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): number {
  placeHulls(a, b);
  const separation = findSeparatingFeature(a.hull, b.hull, Infinity, cache, cacheIndex, 0);
  if (separation === -Infinity) return separation;
  const r = rotationA;
  const { x, y, z } = satAxis;
  for (let axis = 0; axis < 3; axis++) {
    const row = 3 * axis;
    out[outOffset + axis] = r[row] * x + r[row + 1] * y + r[row + 2] * z;
  }
  return separation;
}
