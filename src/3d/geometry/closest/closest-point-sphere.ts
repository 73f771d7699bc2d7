import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

const SPHERE_RADIUS = 3;

/**
 * Writes the point `x y z` of a solid sphere (centre, radius) closest to a point and returns the squared distance. A point inside or on
 * the sphere gives itself and 0. NaN in gives NaN.
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
  return writeNearestOfBall(
    out,
    outOffset,
    point[pointOffset],
    point[pointOffset + 1],
    point[pointOffset + 2],
    sphere[sphereOffset],
    sphere[sphereOffset + 1],
    sphere[sphereOffset + 2],
    sphere[sphereOffset + SPHERE_RADIUS],
  );
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

/** The square of how far a point, whose squared distance from the core is given, lies beyond the radius around it; 0 within. */
export function squareBeyond(square: number, radius: number): number {
  if (square <= radius * radius) return 0;
  const beyond = Math.sqrt(square) - radius;
  return beyond * beyond;
}

/** Writes the point of the ball around c nearest to p, and returns the squared distance. A point within gives itself and 0. */
export function writeNearestOfBall(
  out: WritableNumberArray,
  outOffset: number,
  px: number,
  py: number,
  pz: number,
  cx: number,
  cy: number,
  cz: number,
  radius: number,
): number {
  const x = px - cx;
  const y = py - cy;
  const z = pz - cz;
  const square = x * x + y * y + z * z;
  const isInside = square <= radius * radius;
  const scale = radius / Math.sqrt(square);
  out[outOffset] = isInside ? px : cx + scale * x;
  out[outOffset + 1] = isInside ? py : cy + scale * y;
  out[outOffset + 2] = isInside ? pz : cz + scale * z;
  return squareBeyond(square, radius);
}
