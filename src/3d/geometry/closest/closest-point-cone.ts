import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { PROFILE_ALONG, PROFILE_LENGTH, PROFILE_RADIAL, placeInProfile, profile } from './axis-profile.ts';
import { stepToProfile } from './step-to-profile.ts';

// In the half plane of the axis the cone is a triangle: apex (0, 0), centre of the base (length, 0), rim (length,
// radius). A point outside is nearest to the base if it lies beyond it and not beyond the rim, else to the side from
// apex to rim.

const CONE_RADIUS = 6;

/** The nearest place of the triangle to the point measured last. */
let nearestAlong = 0;
let nearestRadial = 0;

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
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const square = distanceSquaredPointCone(point, pointOffset, cone, coneOffset);
  stepToProfile(out, outOffset, px, py, pz, cone, coneOffset, nearestAlong, nearestRadial);
  return square;
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
  placeInProfile(point[pointOffset], point[pointOffset + 1], point[pointOffset + 2], cone, coneOffset);
  const along = profile[PROFILE_ALONG];
  const radial = profile[PROFILE_RADIAL];
  const length = profile[PROFILE_LENGTH];
  const radius = length === 0 ? 0 : cone[coneOffset + CONE_RADIUS];
  nearestAlong = along;
  nearestRadial = radial;
  // Twice the area of the triangle between apex, rim and point: positive beyond the side.
  const beyondSide = radial * length - along * radius;
  if (along >= length && radial <= radius) {
    nearestAlong = length;
    return (along - length) ** 2;
  }
  if (length > 0 && along >= 0 && along <= length && beyondSide <= 0) return 0;
  const slantSquare = length * length + radius * radius;
  const t = slantSquare > 0 ? Math.max(0, Math.min(1, (along * length + radial * radius) / slantSquare)) : 0;
  nearestAlong = t * length;
  nearestRadial = t * radius;
  if (t > 0 && t < 1) return (beyondSide * beyondSide) / slantSquare;
  return (along - nearestAlong) ** 2 + (radial - nearestRadial) ** 2;
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
