import type { NumberArray } from '../../../core/number-array.ts';
import { heightAt } from './axis-heights.ts';

// Along n the box reaches r = Σ halfExtent_k · |n·axis_k| to either side of its centre. Height of the centre and r are
// both scaled by |n|, so the length of n does not matter.

/** Returns the extent of the box along n, times |n|. */
function extent(obb: NumberArray, obbOffset: number, plane: NumberArray, planeOffset: number): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  return (
    obb[obbOffset + 3] * Math.abs(nx * obb[obbOffset + 6] + ny * obb[obbOffset + 7] + nz * obb[obbOffset + 8]) +
    obb[obbOffset + 4] * Math.abs(nx * obb[obbOffset + 9] + ny * obb[obbOffset + 10] + nz * obb[obbOffset + 11]) +
    obb[obbOffset + 5] * Math.abs(nx * obb[obbOffset + 12] + ny * obb[obbOffset + 13] + nz * obb[obbOffset + 14])
  );
}

/**
 * Returns whether an OBB has a point on a plane (n·x = d, normal of any length); touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3.
 */
export function overlapsObbPlane(
  obb: NumberArray,
  obbOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = heightAt(obb, obbOffset, plane, planeOffset);
  return Math.abs(height) <= extent(obb, obbOffset, plane, planeOffset);
}

/**
 * Returns whether an OBB lies entirely behind a plane, in the half-space n·x ≤ d (normal of any length); touching the
 * plane from behind counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3.
 */
export function containsObbHalfSpace(
  obb: NumberArray,
  obbOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  return heightAt(obb, obbOffset, plane, planeOffset) <= -extent(obb, obbOffset, plane, planeOffset);
}

/**
 * Returns whether an OBB has a point in the half-space behind a plane, n·x ≤ d (normal of any length); touching counts.
 * NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3.
 */
export function overlapsObbHalfSpace(
  obb: NumberArray,
  obbOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  return heightAt(obb, obbOffset, plane, planeOffset) <= extent(obb, obbOffset, plane, planeOffset);
}
