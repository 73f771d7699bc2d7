import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredSegmentAabb, distanceSquaredSegmentObb } from '../closest/distance-segment-box.ts';

const CAPSULE_RADIUS = 6;

/**
 * Returns whether a solid capsule (a, b, radius) and a solid AABB have a point in common; touching counts. Exact up to
 * the rounding of the distance. NaN gives false.
 *
 * Derived here: the distance between the capsule's axis and the box, in closed form.
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
 * Returns whether a solid capsule (a, b, radius) and a solid OBB (15) have a point in common; touching counts. Exact up
 * to the rounding of the distance. NaN gives false.
 *
 * Derived here: the distance between the capsule's axis and the box, in closed form.
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
