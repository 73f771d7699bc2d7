import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestPointAabb, distanceSquaredPointAabb } from '../closest/closest-point-aabb.ts';

// A sphere's layout begins with its centre, so a sphere is read as a point by the closest-point routines.

const SPHERE_RADIUS = 3;

/**
 * Returns whether a solid sphere (centre, radius) and a solid AABB have a point in common; touching counts. NaN gives
 * false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.5.
 */
export function overlapsSphereAabb(
  sphere: NumberArray,
  sphereOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return distanceSquaredPointAabb(sphere, sphereOffset, aabb, aabbOffset) <= radius * radius;
}

/**
 * Returns whether a solid sphere and a solid AABB have a point in common and writes, in either case, the point `x y z`
 * of the box closest to the sphere's centre. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.5.
 */
export function overlapsSphereAabbWithPoint(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return closestPointAabb(out, outOffset, sphere, sphereOffset, aabb, aabbOffset) <= radius * radius;
}
