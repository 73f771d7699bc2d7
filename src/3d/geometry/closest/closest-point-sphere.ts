import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

const SPHERE_RADIUS = 3;

/**
 * Writes the point `x y z` of a solid sphere (centre, radius) closest to a point and returns the squared distance. A
 * point inside or on the sphere gives itself and 0. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.
 */
export function closestPointSphere(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const cx = sphere[sphereOffset];
  const cy = sphere[sphereOffset + 1];
  const cz = sphere[sphereOffset + 2];
  const square = (px - cx) * (px - cx) + (py - cy) * (py - cy) + (pz - cz) * (pz - cz);
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return writeNearestOfBall(out, outOffset, px, py, pz, cx, cy, cz, square, radius);
}

/**
 * Returns the squared distance from a point to a solid sphere (centre, radius); 0 inside and on it. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.
 */
export function distanceSquaredPointSphere(
  point: NumberArray,
  pointOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
): number {
  const x = point[pointOffset] - sphere[sphereOffset];
  const y = point[pointOffset + 1] - sphere[sphereOffset + 1];
  const z = point[pointOffset + 2] - sphere[sphereOffset + 2];
  return squareBeyond(x * x + y * y + z * z, sphere[sphereOffset + SPHERE_RADIUS]);
}

/**
 * Returns whether a point lies inside or on a sphere (centre, radius). NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.3.
 */
export function containsPointSphere(
  point: NumberArray,
  pointOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
): boolean {
  return distanceSquaredPointSphere(point, pointOffset, sphere, sphereOffset) === 0;
}

/**
 * Returns the square of how far a point, whose squared distance from the core is given, lies beyond the radius around
 * it; 0 within.
 */
export function squareBeyond(square: number, radius: number): number {
  if (square <= radius * radius) return 0;
  const beyond = Math.sqrt(square) - radius;
  return beyond * beyond;
}

/**
 * Writes the point of the ball around c nearest to p, whose squared distance from c is given, and returns the squared
 * distance from the ball. A point within gives itself and 0.
 */
export function writeNearestOfBall(
  out: WritableNumberArray,
  outOffset: number,
  px: number,
  py: number,
  pz: number,
  cx: number,
  cy: number,
  cz: number,
  square: number,
  radius: number,
): number {
  const beyond = squareBeyond(square, radius);
  const isInside = beyond === 0;
  const scale = radius / Math.sqrt(square);
  out[outOffset] = isInside ? px : cx + scale * (px - cx);
  out[outOffset + 1] = isInside ? py : cy + scale * (py - cy);
  out[outOffset + 2] = isInside ? pz : cz + scale * (pz - cz);
  return beyond;
}
