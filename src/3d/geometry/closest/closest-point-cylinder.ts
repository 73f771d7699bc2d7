import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  PROFILE_ALONG,
  PROFILE_LENGTH,
  PROFILE_NEAREST_ALONG,
  PROFILE_NEAREST_RADIAL,
  PROFILE_RADIAL,
  PROFILE_SQUARE,
  placeInProfile,
  profile,
} from './axis-profile.ts';
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
  writeClosestPointOfCylinder(out, outOffset, point, pointOffset, cylinder, cylinderOffset);
  return profile[PROFILE_SQUARE];
}

/** Writes what {@link closestPointCylinder} does, and leaves the squared distance in `profile`. */
export function writeClosestPointOfCylinder(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): void {
  findInProfileOfCylinder(point, pointOffset, cylinder, cylinderOffset);
  stepToProfile(out, outOffset, point, pointOffset, cylinder, cylinderOffset);
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
  findInProfileOfCylinder(point, pointOffset, cylinder, cylinderOffset);
  return profile[PROFILE_SQUARE];
}

/** Finds the nearest place of the rectangle, and how far it is: see `profile`. */
function findInProfileOfCylinder(
  point: NumberArray,
  pointOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): void {
  placeInProfile(point, pointOffset, cylinder, cylinderOffset);
  const along = profile[PROFILE_ALONG];
  const radial = profile[PROFILE_RADIAL];
  const length = profile[PROFILE_LENGTH];
  const radius = length === 0 ? 0 : cylinder[cylinderOffset + CYLINDER_RADIUS];
  const up = Math.max(-along, 0, along - length);
  const outward = Math.max(0, radial - radius);
  profile[PROFILE_NEAREST_ALONG] = Math.max(0, Math.min(along, length));
  profile[PROFILE_NEAREST_RADIAL] = Math.min(radial, radius);
  profile[PROFILE_SQUARE] = up * up + outward * outward;
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
