import type { NumberArray } from '../../../core/number-array.ts';
import { heightAt, sphereExtent } from './axis-heights.ts';

// For a normal of any length, h = n·c − d is the centre's height times |n|, so it is compared with r·|n|.

const SPHERE_RADIUS = 3;

/**
 * Returns whether a sphere has a point on a plane (n·x = d, normal of any length); touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.2.
 */
export function overlapsSpherePlane(
  sphere: NumberArray,
  sphereOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = heightAt(sphere, sphereOffset, plane, planeOffset);
  return Math.abs(height) <= sphereExtent(sphere[sphereOffset + SPHERE_RADIUS], plane, planeOffset);
}

/**
 * Returns whether a sphere lies entirely behind a plane, in the half-space n·x ≤ d (normal of any length); touching the
 * plane from behind counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.2.
 */
export function containsSphereHalfSpace(
  sphere: NumberArray,
  sphereOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = heightAt(sphere, sphereOffset, plane, planeOffset);
  return height <= -sphereExtent(sphere[sphereOffset + SPHERE_RADIUS], plane, planeOffset);
}

/**
 * Returns whether a sphere has a point in the half-space behind a plane, n·x ≤ d (normal of any length); touching
 * counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.2.
 */
export function overlapsSphereHalfSpace(
  sphere: NumberArray,
  sphereOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = heightAt(sphere, sphereOffset, plane, planeOffset);
  return height <= sphereExtent(sphere[sphereOffset + SPHERE_RADIUS], plane, planeOffset);
}
