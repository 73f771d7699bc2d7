import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// For n of any length the foot point of p on the plane n·x = d lies at p − n (n·p − d) / n·n, and the distance is
// (n·p − d) / |n|; only the distance needs a root, and neither needs one when n is known to be a unit vector.

/**
 * Writes the point `x y z` of a plane (normal of any length and d, n·x = d) closest to a point; returns the squared
 * distance. A zero normal is no plane: it gives the point itself and 0. NaN in gives NaN.
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
  const nz = plane[planeOffset + 2];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const height = nx * px + ny * py + nz * pz - plane[planeOffset + 3];
  const lengthSquared = nx * nx + ny * ny + nz * nz;
  const scale = lengthSquared === 0 ? 0 : height / lengthSquared;
  out[outOffset] = px - scale * nx;
  out[outOffset + 1] = py - scale * ny;
  out[outOffset + 2] = pz - scale * nz;
  // The result is never below zero, and never −0.
  return Math.abs(scale * height);
}

/**
 * Writes the point `x y z` of a plane whose normal is a unit vector closest to a point; returns the signed distance,
 * positive on the side the normal points to. One product instead of the division of the general form. NaN in gives NaN.
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
  const nz = plane[planeOffset + 2];
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const height = nx * px + ny * py + nz * pz - plane[planeOffset + 3];
  out[outOffset] = px - height * nx;
  out[outOffset + 1] = py - height * ny;
  out[outOffset + 2] = pz - height * nz;
  return height;
}

/**
 * Returns the signed distance of a point from a plane (normal of any length), positive on the side the normal points
 * to. A zero normal gives 0. NaN in gives NaN.
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
  const nz = plane[planeOffset + 2];
  const height =
    nx * point[pointOffset] + ny * point[pointOffset + 1] + nz * point[pointOffset + 2] - plane[planeOffset + 3];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  return length === 0 ? 0 : height / length;
}

/**
 * Returns the signed distance of a point from a plane whose normal is a unit vector. NaN in gives NaN.
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
    plane[planeOffset] * point[pointOffset] +
    plane[planeOffset + 1] * point[pointOffset + 1] +
    plane[planeOffset + 2] * point[pointOffset + 2] -
    plane[planeOffset + 3]
  );
}
