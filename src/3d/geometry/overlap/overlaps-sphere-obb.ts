import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestPointObb, distanceSquaredPointObb } from '../closest/closest-point-obb.ts';

// A sphere's layout begins with its centre, so a sphere is read as a point by the closest-point routines.

const SPHERE_RADIUS = 3;

/**
 * Returns whether a solid sphere (centre, radius) and a solid OBB have a point in common; touching counts. NaN gives
 * false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.6.
 */
export function overlapsSphereObb(
  sphere: NumberArray,
  sphereOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return distanceSquaredPointObb(sphere, sphereOffset, obb, obbOffset) <= radius * radius;
}

/**
 * Returns whether a solid sphere and a solid OBB have a point in common and writes, in either case, the point `x y z`
 * of the box closest to the sphere's centre. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.6.
 */
export function overlapsSphereObbWithPoint(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return closestPointObb(out, outOffset, sphere, sphereOffset, obb, obbOffset) <= radius * radius;
}
