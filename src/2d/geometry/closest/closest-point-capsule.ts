import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  closestFractionOnSegment,
  distanceSquaredAtFraction,
  distanceSquaredPointSegment,
} from './closest-point-segment.ts';
import { squaredGap, writeClosestRounded } from './rounded.ts';

/**
 * Writes the point `x y` of a solid capsule (a, b, radius) closest to a point and returns the squared distance. A
 * point inside or on the capsule gives itself and 0. A capsule of zero length is a circle. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2: the point of the segment, moved towards the point by the
 * radius.
 */
export function closestPointCapsule(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const ax = capsule[capsuleOffset];
  const ay = capsule[capsuleOffset + 1];
  const bx = capsule[capsuleOffset + 2];
  const by = capsule[capsuleOffset + 3];
  const t = closestFractionOnSegment(px, py, ax, ay, bx, by);
  const qx = t === 1 ? bx : ax + t * (bx - ax);
  const qy = t === 1 ? by : ay + t * (by - ay);
  const squared = distanceSquaredAtFraction(px, py, ax, ay, bx, by, t);
  return writeClosestRounded(out, outOffset, px, py, qx, qy, squared, capsule[capsuleOffset + 4]);
}

/**
 * Returns the squared distance from a point to a solid capsule (a, b, radius); 0 inside and on the capsule.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.1.
 */
export function distanceSquaredPointCapsule(
  point: NumberArray,
  pointOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  // The capsule's layout begins with its segment.
  const squared = distanceSquaredPointSegment(point, pointOffset, capsule, capsuleOffset);
  return squaredGap(squared, capsule[capsuleOffset + 4]);
}

/**
 * Returns whether a point lies inside or on a capsule (a, b, radius). NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1, the sphere being a point.
 */
export function containsPointCapsule(
  point: NumberArray,
  pointOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): boolean {
  const radius = capsule[capsuleOffset + 4];
  return distanceSquaredPointSegment(point, pointOffset, capsule, capsuleOffset) <= radius * radius;
}
