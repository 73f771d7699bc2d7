import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestPointAabb, distanceSquaredPointAabb } from '../closest/closest-point-aabb.ts';
import { closestPointObb, distanceSquaredPointObb } from '../closest/closest-point-obb.ts';

// A circle's layout begins with its centre, so a circle is read as a point by the closest-point routines.

const CIRCLE_RADIUS = 2;

/**
 * Returns whether a solid circle (centre, radius) and a solid AABB have a point in common; touching counts.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.5.
 */
export function overlapsCircleAabb(
  circle: NumberArray,
  circleOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  return distanceSquaredPointAabb(circle, circleOffset, aabb, aabbOffset) <= radius * radius;
}

/**
 * Returns whether a solid circle and a solid AABB have a point in common and writes, in either case, the point `x y` of
 * the box closest to the circle's centre.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.5.
 */
export function overlapsCircleAabbWithPoint(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  return closestPointAabb(out, outOffset, circle, circleOffset, aabb, aabbOffset) <= radius * radius;
}

/**
 * Returns whether a solid circle (centre, radius) and a solid OBB have a point in common; touching counts.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.6.
 */
export function overlapsCircleObb(
  circle: NumberArray,
  circleOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  return distanceSquaredPointObb(circle, circleOffset, obb, obbOffset) <= radius * radius;
}

/**
 * Returns whether a solid circle and a solid OBB have a point in common and writes, in either case, the point `x y` of
 * the box closest to the circle's centre.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.6.
 */
export function overlapsCircleObbWithPoint(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  return closestPointObb(out, outOffset, circle, circleOffset, obb, obbOffset) <= radius * radius;
}
