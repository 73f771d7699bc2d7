import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { PARALLEL_SIN_SQUARED } from '../../../core/tolerance.ts';

// Lines a + s·d1 and b + t·d2, r = a − b. At the closest points the connection r + s·d1 − t·d2 is perpendicular to both
// directions:  s·(d1·d1) − t·(d1·d2) = −d1·r  and  s·(d1·d2) − t·(d2·d2) = −d2·r.
// Solved with n = d1 × d2 (n·n is the determinant, without its cancellation): s = (d2 × r)·n / n·n and
// t = (d1 × r)·n / n·n; the distance is the part of r along n.

/**
 * Writes the closest points of two lines (origin, direction of any length), the one on a and then the one on b, and
 * their parameters s and t in units of the directions (8 numbers: `ax ay az bx by bz s t`); returns the squared
 * distance.
 *
 * Parallel lines (sine of the angle below 1e-12) have no unique pair: s = 0 and the point of b closest to a's origin
 * are returned; `areParallelLines` tells this case apart. A direction of zero length makes the line its origin.
 * NaN in gives NaN. Source: Ericson, Real-Time Collision Detection, 5.1.8.
 */
export function closestPointsLineLine(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const az = a[aOffset + 2];
  const d1x = a[aOffset + 3];
  const d1y = a[aOffset + 4];
  const d1z = a[aOffset + 5];
  const bx = b[bOffset];
  const by = b[bOffset + 1];
  const bz = b[bOffset + 2];
  const d2x = b[bOffset + 3];
  const d2y = b[bOffset + 4];
  const d2z = b[bOffset + 5];
  const rx = ax - bx;
  const ry = ay - by;
  const rz = az - bz;
  const nx = d1y * d2z - d1z * d2y;
  const ny = d1z * d2x - d1x * d2z;
  const nz = d1x * d2y - d1y * d2x;
  const n2 = nx * nx + ny * ny + nz * nz;
  const d1d1 = d1x * d1x + d1y * d1y + d1z * d1z;
  const d2d2 = d2x * d2x + d2y * d2y + d2z * d2z;
  let s = 0;
  let t = 0;
  let distance: number;
  if (n2 > PARALLEL_SIN_SQUARED * d1d1 * d2d2) {
    s = ((d2y * rz - d2z * ry) * nx + (d2z * rx - d2x * rz) * ny + (d2x * ry - d2y * rx) * nz) / n2;
    t = ((d1y * rz - d1z * ry) * nx + (d1z * rx - d1x * rz) * ny + (d1x * ry - d1y * rx) * nz) / n2;
    const along = rx * nx + ry * ny + rz * nz;
    distance = (along * along) / n2;
  } else {
    if (d2d2 > 0) t = (d2x * rx + d2y * ry + d2z * rz) / d2d2;
    else if (d1d1 > 0) s = -(d1x * rx + d1y * ry + d1z * rz) / d1d1;
    const x = rx + s * d1x - t * d2x;
    const y = ry + s * d1y - t * d2y;
    const z = rz + s * d1z - t * d2z;
    distance = x * x + y * y + z * z;
  }
  out[outOffset] = ax + s * d1x;
  out[outOffset + 1] = ay + s * d1y;
  out[outOffset + 2] = az + s * d1z;
  out[outOffset + 3] = bx + t * d2x;
  out[outOffset + 4] = by + t * d2y;
  out[outOffset + 5] = bz + t * d2z;
  out[outOffset + 6] = s;
  out[outOffset + 7] = t;
  return distance;
}

/**
 * Returns whether two lines (origin, direction of any length) are parallel: the sine of their angle is at most 1e-12,
 * or a direction has zero length. `closestPointsLineLine` then has no unique answer. NaN in a direction gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.8.
 */
export function areParallelLines(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const d1x = a[aOffset + 3];
  const d1y = a[aOffset + 4];
  const d1z = a[aOffset + 5];
  const d2x = b[bOffset + 3];
  const d2y = b[bOffset + 4];
  const d2z = b[bOffset + 5];
  const nx = d1y * d2z - d1z * d2y;
  const ny = d1z * d2x - d1x * d2z;
  const nz = d1x * d2y - d1y * d2x;
  const d1d1 = d1x * d1x + d1y * d1y + d1z * d1z;
  const d2d2 = d2x * d2x + d2y * d2y + d2z * d2z;
  return nx * nx + ny * ny + nz * nz <= PARALLEL_SIN_SQUARED * d1d1 * d2d2;
}
