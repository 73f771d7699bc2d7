import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// A box is the intersection of two slabs. Where the line o + t·d is inside the slab min ≤ x ≤ max, t lies between
// (min − o)/d and (max − o)/d; inside the box it lies in both intervals. A line parallel to a slab is in it for every t
// or for none, its two faces included; comparing instead of dividing keeps 0 · ∞ out.
// Subtraction and division round monotonically, so entry ≤ exit per slab, and two boxes sharing a face compute the same
// number for it: no ray slips between them.

/** The verdict of {@link slabs}: parameters of entry and exit, and the axis entered through (−1: none, 0: x, 1: y). */
let slabEntry = 0;
let slabExit = 0;
let slabAxis = -1;

function slabs(line: NumberArray, lineOffset: number, aabb: NumberArray, aabbOffset: number): boolean {
  slabEntry = -Infinity;
  slabExit = Infinity;
  slabAxis = -1;
  for (let axis = 0; axis < 2; axis++) {
    const origin = line[lineOffset + axis];
    const direction = line[lineOffset + 2 + axis];
    const min = aabb[aabbOffset + axis];
    const max = aabb[aabbOffset + 2 + axis];
    if (direction === 0) {
      if (!(origin >= min && origin <= max)) {
        return false;
      }
      continue;
    }
    const near = ((direction > 0 ? min : max) - origin) / direction;
    const far = ((direction > 0 ? max : min) - origin) / direction;
    // Also turns NaN and empty boxes away.
    if (!(near <= far)) {
      return false;
    }
    if (near > slabEntry) {
      slabEntry = near;
      slabAxis = axis;
    }
    if (far < slabExit) {
      slabExit = far;
    }
  }
  return slabEntry <= slabExit;
}

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
  if (!slabs(line, lineOffset, aabb, aabbOffset)) {
    return false;
  }
  out[outOffset] = slabEntry;
  out[outOffset + 1] = slabExit;
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
  if (!slabs(ray, rayOffset, aabb, aabbOffset)) {
    return false;
  }
  const first = Math.max(slabEntry, 0);
  const last = Math.min(slabExit, maxFraction);
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
  if (!slabs(ray, rayOffset, aabb, aabbOffset) || slabExit < 0) {
    return Infinity;
  }
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  if (slabEntry <= 0) {
    return writeStartHit(out, outOffset, ox, oy, maxFraction);
  }
  if (!(slabEntry <= maxFraction)) {
    return Infinity;
  }
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const maxX = aabb[aabbOffset + 2];
  const maxY = aabb[aabbOffset + 3];
  if (slabAxis === 0) {
    const y = Math.max(minY, Math.min(oy + slabEntry * dy, maxY));
    writeHit(out, outOffset, dx > 0 ? minX : maxX, y, dx > 0 ? -1 : 1, 0);
  } else {
    const x = Math.max(minX, Math.min(ox + slabEntry * dx, maxX));
    writeHit(out, outOffset, x, dy > 0 ? minY : maxY, 0, dy > 0 ? -1 : 1);
  }
  return slabEntry;
}
