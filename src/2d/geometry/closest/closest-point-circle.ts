import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { squaredGap, writeClosestRounded } from './rounded.ts';

/**
 * Writes the point `x y` of a solid circle (centre, radius) closest to a point and returns the squared distance. A
 * point inside or on the circle gives itself and 0. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1: the centre, moved towards the point by the radius.
 */
export function closestPointCircle(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  circle: NumberArray,
  circleOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const x = circle[circleOffset];
  const y = circle[circleOffset + 1];
  const squared = (px - x) * (px - x) + (py - y) * (py - y);
  return writeClosestRounded(out, outOffset, px, py, x, y, squared, circle[circleOffset + 2]);
}

/**
 * Returns the squared distance from a point to a solid circle (centre, radius); 0 inside and on the circle.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.
 */
export function distanceSquaredPointCircle(
  point: NumberArray,
  pointOffset: number,
  circle: NumberArray,
  circleOffset: number,
): number {
  const dx = point[pointOffset] - circle[circleOffset];
  const dy = point[pointOffset + 1] - circle[circleOffset + 1];
  return squaredGap(dx * dx + dy * dy, circle[circleOffset + 2]);
}

/**
 * Returns whether a point lies inside or on a circle (centre, radius). NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.3.1, one of the circles being a point.
 */
export function containsPointCircle(
  point: NumberArray,
  pointOffset: number,
  circle: NumberArray,
  circleOffset: number,
): boolean {
  const dx = point[pointOffset] - circle[circleOffset];
  const dy = point[pointOffset + 1] - circle[circleOffset + 1];
  const radius = circle[circleOffset + 2];
  return dx * dx + dy * dy <= radius * radius;
}
