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

// In the half plane of the axis the cone is a triangle: apex (0, 0), centre of the base (length, 0), rim (length,
// radius). A point outside is nearest to the base if it lies beyond it and not beyond the rim, else to the side from
// apex to rim.

const CONE_RADIUS = 6;

/**
 * Writes the point `x y z` of a solid cone (apex, centre of base, radius of base) closest to a point and returns the
 * squared distance. A point inside or on the cone gives itself and 0. An axis of zero length points nowhere: the cone
 * is then its apex. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5, for the triangle in the plane of axis and point.
 */
export function closestPointCone(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  cone: NumberArray,
  coneOffset: number,
): number {
  writeClosestPointOfCone(out, outOffset, point, pointOffset, cone, coneOffset);
  return profile[PROFILE_SQUARE];
}

/** Writes what {@link closestPointCone} does, and leaves the squared distance in `profile`. */
export function writeClosestPointOfCone(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  cone: NumberArray,
  coneOffset: number,
): void {
  findInProfileOfCone(point, pointOffset, cone, coneOffset);
  stepToProfile(out, outOffset, point, pointOffset, cone, coneOffset);
}

/**
 * Returns the squared distance from a point to a solid cone (apex, centre of base, radius of base); 0 inside and on it.
 * An axis of zero length points nowhere: the cone is then its apex. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5, for the triangle in the plane of axis and point.
 */
export function distanceSquaredPointCone(
  point: NumberArray,
  pointOffset: number,
  cone: NumberArray,
  coneOffset: number,
): number {
  findInProfileOfCone(point, pointOffset, cone, coneOffset);
  return profile[PROFILE_SQUARE];
}

/** Finds the nearest place of the triangle, and how far it is: see `profile`. */
function findInProfileOfCone(point: NumberArray, pointOffset: number, cone: NumberArray, coneOffset: number): void {
  placeInProfile(point, pointOffset, cone, coneOffset);
  const along = profile[PROFILE_ALONG];
  const radial = profile[PROFILE_RADIAL];
  const length = profile[PROFILE_LENGTH];
  const radius = length === 0 ? 0 : cone[coneOffset + CONE_RADIUS];
  profile[PROFILE_NEAREST_ALONG] = along;
  profile[PROFILE_NEAREST_RADIAL] = radial;
  profile[PROFILE_SQUARE] = 0;
  // Twice the area of the triangle between apex, rim and point: positive beyond the side.
  const beyondSide = radial * length - along * radius;
  if (along >= length && radial <= radius) {
    profile[PROFILE_NEAREST_ALONG] = length;
    profile[PROFILE_SQUARE] = (along - length) * (along - length);
    return;
  }
  if (length > 0 && along >= 0 && along <= length && beyondSide <= 0) return;
  const slantSquare = length * length + radius * radius;
  const t = slantSquare > 0 ? Math.max(0, Math.min(1, (along * length + radial * radius) / slantSquare)) : 0;
  const up = along - t * length;
  const outward = radial - t * radius;
  profile[PROFILE_NEAREST_ALONG] = t * length;
  profile[PROFILE_NEAREST_RADIAL] = t * radius;
  profile[PROFILE_SQUARE] = t > 0 && t < 1 ? (beyondSide * beyondSide) / slantSquare : up * up + outward * outward;
}

/**
 * Returns whether a point lies inside or on a solid cone (apex, centre of base, radius of base), up to the rounding of
 * its distance from the axis. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5, for the triangle in the plane of axis and point.
 */
export function containsPointCone(
  point: NumberArray,
  pointOffset: number,
  cone: NumberArray,
  coneOffset: number,
): boolean {
  return distanceSquaredPointCone(point, pointOffset, cone, coneOffset) === 0;
}
