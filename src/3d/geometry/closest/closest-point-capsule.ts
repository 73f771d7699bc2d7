import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  closestFractionOnSegment,
  distanceSquaredAtFraction,
  distanceSquaredPointSegment,
} from './closest-point-segment.ts';
import { squareBeyond, writeNearestOfBall } from './closest-point-sphere.ts';

const CAPSULE_RADIUS = 6;

/**
 * Writes the point `x y z` of a solid capsule (a, b, radius) closest to a point and returns the squared distance. A
 * point inside or on the capsule gives itself and 0. An axis of zero length makes it a sphere. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
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
  const pz = point[pointOffset + 2];
  const ax = capsule[capsuleOffset];
  const ay = capsule[capsuleOffset + 1];
  const az = capsule[capsuleOffset + 2];
  const bx = capsule[capsuleOffset + 3];
  const by = capsule[capsuleOffset + 4];
  const bz = capsule[capsuleOffset + 5];
  const t = closestFractionOnSegment(px, py, pz, ax, ay, az, bx, by, bz);
  return writeNearestOfBall(
    out,
    outOffset,
    px,
    py,
    pz,
    t === 1 ? bx : ax + t * (bx - ax),
    t === 1 ? by : ay + t * (by - ay),
    t === 1 ? bz : az + t * (bz - az),
    distanceSquaredAtFraction(px, py, pz, ax, ay, az, bx, by, bz, t),
    capsule[capsuleOffset + CAPSULE_RADIUS],
  );
}

/**
 * Returns the squared distance from a point to a solid capsule (a, b, radius); 0 inside and on it. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function distanceSquaredPointCapsule(
  point: NumberArray,
  pointOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  const square = distanceSquaredPointSegment(point, pointOffset, capsule, capsuleOffset);
  return squareBeyond(square, capsule[capsuleOffset + CAPSULE_RADIUS]);
}

/**
 * Returns whether a point lies inside or on a capsule (a, b, radius). NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.2.
 */
export function containsPointCapsule(
  point: NumberArray,
  pointOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): boolean {
  return distanceSquaredPointCapsule(point, pointOffset, capsule, capsuleOffset) === 0;
}
