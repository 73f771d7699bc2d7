import type { NumberArray } from '../../../core/number-array.ts';

// The corner lowest along n takes, on each axis, the minimum where n is positive and the maximum where it is negative;
// the highest corner is the other choice. Working with the corners instead of centre and extents keeps a box that
// touches an axis-parallel plane touching it exactly, however far it lies from the origin.

/** Returns n·x − d at the corner lowest along n. */
function lowest(aabb: NumberArray, aabbOffset: number, plane: NumberArray, planeOffset: number): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  return (
    nx * aabb[nx > 0 ? aabbOffset : aabbOffset + 3] +
    ny * aabb[ny > 0 ? aabbOffset + 1 : aabbOffset + 4] +
    nz * aabb[nz > 0 ? aabbOffset + 2 : aabbOffset + 5] -
    plane[planeOffset + 3]
  );
}

/** Returns n·x − d at the corner highest along n. */
function highest(aabb: NumberArray, aabbOffset: number, plane: NumberArray, planeOffset: number): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  return (
    nx * aabb[nx > 0 ? aabbOffset + 3 : aabbOffset] +
    ny * aabb[ny > 0 ? aabbOffset + 4 : aabbOffset + 1] +
    nz * aabb[nz > 0 ? aabbOffset + 5 : aabbOffset + 2] -
    plane[planeOffset + 3]
  );
}

/**
 * Returns whether an AABB has a point on a plane (n·x = d, normal of any length); touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3.
 */
export function overlapsAabbPlane(
  aabb: NumberArray,
  aabbOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  return lowest(aabb, aabbOffset, plane, planeOffset) <= 0 && highest(aabb, aabbOffset, plane, planeOffset) >= 0;
}

/**
 * Returns whether an AABB lies entirely behind a plane, in the half-space n·x ≤ d (normal of any length); touching the
 * plane from behind counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3.
 */
export function containsAabbHalfSpace(
  aabb: NumberArray,
  aabbOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const high = highest(aabb, aabbOffset, plane, planeOffset);
  // The lowest corner is asked because NaN may be there alone.
  return high <= 0 && lowest(aabb, aabbOffset, plane, planeOffset) <= high;
}

/**
 * Returns whether an AABB has a point in the half-space behind a plane, n·x ≤ d (normal of any length); touching
 * counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3.
 */
export function overlapsAabbHalfSpace(
  aabb: NumberArray,
  aabbOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const low = lowest(aabb, aabbOffset, plane, planeOffset);
  // The highest corner is asked because NaN may be there alone.
  return low <= 0 && highest(aabb, aabbOffset, plane, planeOffset) >= low;
}
