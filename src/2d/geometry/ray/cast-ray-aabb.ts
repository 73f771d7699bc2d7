import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { meetSlabs, slabs } from '../../../core/slabs.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

/**
 * Intersects an infinite line (origin, direction; 4) with an AABB (4): writes the parameters of entry and exit to
 * `out` (2) and returns true, or returns false and writes nothing. A negative entry lies behind the origin:
 * entry < 0 < exit says the origin is inside. A zero direction gives −Infinity and Infinity when the origin is in the
 * box. NaN and empty boxes (min > max) give false.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function intersectLineAabb(
  out: WritableNumberArray,
  outOffset: number,
  line: NumberArray,
  lineOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  if (!meetSlabs(line, lineOffset, aabb, aabbOffset, 2)) return false;
  out[outOffset] = slabs.entry;
  out[outOffset + 1] = slabs.exit;
  return true;
}

/**
 * Clips a ray (4) to an AABB (4): writes the part of [0, maxFraction] that lies in the box to `out` (first and last
 * fraction, 2) and returns true, or returns false and writes nothing. A start inside gives a first fraction of 0; a ray
 * that touches gives equal fractions.
 *
 * Source: Liang and Barsky, A New Concept and Method for Line Clipping, 1984.
 */
export function clipRayAabb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  if (!meetSlabs(ray, rayOffset, aabb, aabbOffset, 2)) return false;
  const first = Math.max(slabs.entry, 0);
  const last = Math.min(slabs.exit, maxFraction);
  if (!(first <= last)) {
    return false;
  }
  out[outOffset] = first;
  out[outOffset + 1] = last;
  return true;
}

/**
 * Casts a ray (4) at a solid AABB (4). Returns the fraction of the direction at which it first meets the box and writes
 * the point and the outward normal of the side (4); the point lies exactly on that side. Starting inside or on the box
 * gives 0, the origin and a zero normal. A miss, an empty box or NaN gives `Infinity` and writes nothing. Entering
 * through a corner, the normal is along x.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function castRayAabb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  if (!meetSlabs(ray, rayOffset, aabb, aabbOffset, 2) || slabs.exit < 0) return Infinity;
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  if (slabs.entry <= 0) {
    return writeStartHit(out, outOffset, ox, oy, maxFraction);
  }
  if (!(slabs.entry <= maxFraction)) {
    return Infinity;
  }
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const maxX = aabb[aabbOffset + 2];
  const maxY = aabb[aabbOffset + 3];
  if (slabs.axis === 0) {
    const y = Math.max(minY, Math.min(oy + slabs.entry * dy, maxY));
    writeHit(out, outOffset, dx > 0 ? minX : maxX, y, dx > 0 ? -1 : 1, 0);
  } else {
    const x = Math.max(minX, Math.min(ox + slabs.entry * dx, maxX));
    writeHit(out, outOffset, x, dy > 0 ? minY : maxY, 0, dy > 0 ? -1 : 1);
  }
  return slabs.entry;
}
