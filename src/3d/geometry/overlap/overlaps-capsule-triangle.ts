import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredSegmentTriangle } from '../closest/closest-points-segment-triangle.ts';

const CAPSULE_RADIUS = 6;

/**
 * Returns whether a solid capsule (a, b, radius) and a triangle (9) have a point in common; touching counts. Exact up
 * to the rounding of the distance. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.10, with the distance from a segment to a triangle.
 */
export function overlapsCapsuleTriangle(
  capsule: NumberArray,
  capsuleOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  return distanceSquaredSegmentTriangle(capsule, capsuleOffset, triangle, triangleOffset) <= radius * radius;
}
