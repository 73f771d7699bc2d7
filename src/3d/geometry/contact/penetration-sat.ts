import { coldAxisCache } from '../../../core/axis-cache.ts';
import type { WritableNumberArray } from '../../../core/number-array.ts';
import type { PlacedHull } from '../convex/placed-hull.ts';
import { satAxis } from '../convex/sat.ts';
import { collideConvex } from './collide-convex.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from './contact-layout.ts';

const contact = new Float64Array(CONTACT_STRIDE);
const contactFeatures = new Uint32Array(CONTACT_MAX_POINTS);

/**
 * Computes the penetration depth of two placed hulls by separating axes, exact to rounding: writes the unit normal from
 * A to B, the deepest points on A and on B (9 numbers) and returns the depth. Moving B by depth · normal just separates
 * them, and no shorter translation does; the point on B is the point on A minus depth · normal. Hulls apart give a
 * negative result, minus their gap along the best axis, which is at most their distance. See {@link collideConvex} for
 * `cache`; NaN gives NaN.
 *
 * All pairs of edges are tested: for hulls of hundreds of vertices `penetrationEpa` is faster.
 *
 * Source: Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013.
 */
export function penetrationSat(
  out: WritableNumberArray,
  outOffset: number,
  a: PlacedHull,
  b: PlacedHull,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): number {
  const count = collideConvex(contact, contactFeatures, a, b, Number.MAX_VALUE, cache, cacheIndex);
  if (count === 0) return Number.NaN;
  let deepest = CONTACT_POINTS;
  for (let i = 1; i < count; i++) {
    const at = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    if (contact[at + CONTACT_SEPARATION] < contact[deepest + CONTACT_SEPARATION]) deepest = at;
  }
  const depth = -satAxis.separation;
  for (let axis = 0; axis < 3; axis++) {
    const normal = contact[axis];
    out[outOffset + axis] = normal;
    out[outOffset + 3 + axis] = contact[deepest + axis] + 0.5 * depth * normal;
    out[outOffset + 6 + axis] = contact[deepest + axis] - 0.5 * depth * normal;
  }
  return depth;
}
