import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointCone } from '../closest/closest-point-cone.ts';
import { distanceSquaredPointCylinder } from '../closest/closest-point-cylinder.ts';
import { distanceSquaredPointSegment } from '../closest/closest-point-segment.ts';

// A sphere's layout begins with its centre, so a sphere is read as a point by the distance routines.

const SPHERE_RADIUS = 3;
const CAPSULE_RADIUS = 6;

/**
 * Returns whether a solid sphere (centre, radius) and a solid capsule (a, b, radius) have a point in common; touching
 * counts. Exact up to the rounding of the distance. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1.
 */
export function overlapsSphereCapsule(
  sphere: NumberArray,
  sphereOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS] + capsule[capsuleOffset + CAPSULE_RADIUS];
  return distanceSquaredPointSegment(sphere, sphereOffset, capsule, capsuleOffset) <= radius * radius;
}

/**
 * Returns whether a solid sphere (centre, radius) and a solid, capped cylinder (a, b, radius) have a point in common;
 * touching counts. Exact up to the rounding of the distance. A cylinder with an axis of zero length counts as its point
 * a. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.5, with the distance from a cylinder.
 */
export function overlapsSphereCylinder(
  sphere: NumberArray,
  sphereOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return distanceSquaredPointCylinder(sphere, sphereOffset, cylinder, cylinderOffset) <= radius * radius;
}

/**
 * Returns whether a solid sphere (centre, radius) and a solid cone (apex, centre of base, radius of base) have a point
 * in common; touching counts. Exact up to the rounding of the distance. A cone with an axis of zero length counts as
 * its apex. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.5, with the distance from a cone.
 */
export function overlapsSphereCone(
  sphere: NumberArray,
  sphereOffset: number,
  cone: NumberArray,
  coneOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return distanceSquaredPointCone(sphere, sphereOffset, cone, coneOffset) <= radius * radius;
}
