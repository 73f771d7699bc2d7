import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { PROFILE_ALONG, PROFILE_LENGTH, PROFILE_RADIAL, placeInProfile, profile } from './axis-profile.ts';
import { stepToProfile } from './step-to-profile.ts';

// In the half plane of the axis the cylinder is the rectangle 0 ≤ along ≤ length, radial ≤ radius: both are clamped.

const CYLINDER_RADIUS = 6;

/**
 * Writes the point `x y z` of a solid, capped cylinder (a, b, radius) closest to a point and returns the squared
 * distance. A point inside or on the cylinder gives itself and 0. An axis of zero length points nowhere: the cylinder
 * is then its point a. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3, for the rectangle in the plane of axis and point.
 */
export function closestPointCylinder(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const square = distanceSquaredPointCylinder(point, pointOffset, cylinder, cylinderOffset);
  const length = profile[PROFILE_LENGTH];
  const along = Math.max(0, Math.min(profile[PROFILE_ALONG], length));
  const radial = Math.min(profile[PROFILE_RADIAL], length === 0 ? 0 : cylinder[cylinderOffset + CYLINDER_RADIUS]);
  stepToProfile(out, outOffset, px, py, pz, cylinder, cylinderOffset, along, radial);
  return square;
}

/**
 * Returns the squared distance from a point to a solid, capped cylinder (a, b, radius); 0 inside and on it. An axis of
 * zero length points nowhere: the cylinder is then its point a. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3, for the rectangle in the plane of axis and point.
 */
export function distanceSquaredPointCylinder(
  point: NumberArray,
  pointOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): number {
  placeInProfile(point[pointOffset], point[pointOffset + 1], point[pointOffset + 2], cylinder, cylinderOffset);
  const length = profile[PROFILE_LENGTH];
  const radius = length === 0 ? 0 : cylinder[cylinderOffset + CYLINDER_RADIUS];
  const up = Math.max(-profile[PROFILE_ALONG], 0, profile[PROFILE_ALONG] - length);
  const outward = Math.max(0, profile[PROFILE_RADIAL] - radius);
  return up * up + outward * outward;
}

/**
 * Returns whether a point lies inside or on a capped cylinder (a, b, radius), up to the rounding of its distance from
 * the axis. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.3, for the rectangle in the plane of axis and point.
 */
export function containsPointCylinder(
  point: NumberArray,
  pointOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): boolean {
  return distanceSquaredPointCylinder(point, pointOffset, cylinder, cylinderOffset) === 0;
}
