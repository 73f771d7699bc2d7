import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointSegment } from '../closest/closest-point-segment.ts';
import { distanceSquaredSegmentSegment } from '../closest/closest-points-segment-segment.ts';
import { distanceSquaredSegmentAabb, distanceSquaredSegmentObb } from '../closest/distance-segment-box.ts';

// A capsule's layout begins with its segment and a circle's with its centre, so that the distance routines read them
// as such.

const CAPSULE_RADIUS = 4;
const CIRCLE_RADIUS = 2;

/**
 * Returns whether two solid capsules (a, b, radius) have a point in common; touching counts. A capsule of zero length
 * is a circle. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1.
 */
export function overlapsCapsuleCapsule(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const radius = a[aOffset + CAPSULE_RADIUS] + b[bOffset + CAPSULE_RADIUS];
  return distanceSquaredSegmentSegment(a, aOffset, b, bOffset) <= radius * radius;
}

/**
 * Returns whether a segment (4) and a solid capsule (a, b, radius) have a point in common; touching counts. NaN gives
 * false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1.
 */
export function overlapsSegmentCapsule(
  segment: NumberArray,
  segmentOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): boolean {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  return distanceSquaredSegmentSegment(segment, segmentOffset, capsule, capsuleOffset) <= radius * radius;
}

/**
 * Returns whether a solid circle (centre, radius) and a solid capsule (a, b, radius) have a point in common; touching
 * counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1.
 */
export function overlapsCircleCapsule(
  circle: NumberArray,
  circleOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): boolean {
  const radius = circle[circleOffset + CIRCLE_RADIUS] + capsule[capsuleOffset + CAPSULE_RADIUS];
  return distanceSquaredPointSegment(circle, circleOffset, capsule, capsuleOffset) <= radius * radius;
}

/**
 * Returns whether a solid capsule (a, b, radius) and a solid AABB have a point in common; touching counts. NaN gives
 * false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7, the capsule being the way of the sphere.
 */
export function overlapsCapsuleAabb(
  capsule: NumberArray,
  capsuleOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  return distanceSquaredSegmentAabb(capsule, capsuleOffset, aabb, aabbOffset) <= radius * radius;
}

/**
 * Returns whether a solid capsule (a, b, radius) and a solid OBB have a point in common; touching counts, up to the
 * rounding of the turn into the box's frame. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.7, the capsule being the way of the sphere.
 */
export function overlapsCapsuleObb(
  capsule: NumberArray,
  capsuleOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  return distanceSquaredSegmentObb(capsule, capsuleOffset, obb, obbOffset) <= radius * radius;
}
