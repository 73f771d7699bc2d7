import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// A plane of 2D is the line n·x = d. For n of any length the foot point of p lies at p − n (n·p − d) / n·n, and the
// distance is (n·p − d) / |n|; only the distance needs a root, and neither needs one when n is known to be a unit
// vector.

/**
 * Writes the point `x y` of a plane (normal of any length and d, n·x = d) closest to a point; returns the squared
 * distance. A zero normal is no plane: it gives the point itself and 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.1.
 */
export function closestPointPlane(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const height = nx * px + ny * py - plane[planeOffset + 2];
  const lengthSquared = nx * nx + ny * ny;
  const scale = lengthSquared > 0 ? height / lengthSquared : 0;
  out[outOffset] = px - scale * nx;
  out[outOffset + 1] = py - scale * ny;
  // The result is never below zero, and never −0.
  return Math.abs(scale * height);
}

/**
 * Writes the point `x y` of a plane whose normal is a unit vector closest to a point; returns the signed distance,
 * positive on the side the normal points to. One product instead of the division of the general form.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.1.
 */
export function closestPointUnitPlane(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const height = nx * px + ny * py - plane[planeOffset + 2];
  out[outOffset] = px - height * nx;
  out[outOffset + 1] = py - height * ny;
  return height;
}

/**
 * Returns the signed distance of a point from a plane (normal of any length), positive on the side the normal points
 * to. A zero normal gives 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.1.
 */
export function signedDistancePointPlane(
  point: NumberArray,
  pointOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const height = nx * point[pointOffset] + ny * point[pointOffset + 1] - plane[planeOffset + 2];
  const length = Math.sqrt(nx * nx + ny * ny);
  return length === 0 ? 0 : height / length;
}

/**
 * Returns the signed distance of a point from a plane whose normal is a unit vector.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.1.
 */
export function signedDistancePointUnitPlane(
  point: NumberArray,
  pointOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  return (
    plane[planeOffset] * point[pointOffset] + plane[planeOffset + 1] * point[pointOffset + 1] - plane[planeOffset + 2]
  );
}
