import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredSegmentSegment } from '../closest/closest-points-segment-segment.ts';

const CAPSULE_RADIUS = 6;

/**
 * Returns whether two solid capsules (a, b, radius) have a point in common; touching counts. Exact up to the rounding
 * of the distance. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1.
 */
export function overlapsCapsuleCapsule(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const radius = a[aOffset + CAPSULE_RADIUS] + b[bOffset + CAPSULE_RADIUS];
  return distanceSquaredSegmentSegment(a, aOffset, b, bOffset) <= radius * radius;
}

/**
 * Returns whether a segment (two points) touches a solid capsule (a, b, radius). Exact up to the rounding of the
 * distance. NaN gives false.
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
