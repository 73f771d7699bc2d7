import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { PARALLEL_SIN_SQUARED } from '../../../core/tolerance.ts';

/**
 * Writes the plane (unit normal, d; 4 numbers) through three points (9) and returns true. They run counterclockwise
 * seen from the side the normal points to. Points on one line (the sine of the angle at the first below 1e-12) and NaN
 * give false and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.6.
 */
export function planeFromPoints(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
): boolean {
  const ax = points[pointsOffset];
  const ay = points[pointsOffset + 1];
  const az = points[pointsOffset + 2];
  const ux = points[pointsOffset + 3] - ax;
  const uy = points[pointsOffset + 4] - ay;
  const uz = points[pointsOffset + 5] - az;
  const vx = points[pointsOffset + 6] - ax;
  const vy = points[pointsOffset + 7] - ay;
  const vz = points[pointsOffset + 8] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const square = nx * nx + ny * ny + nz * nz;
  const spread = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(square > PARALLEL_SIN_SQUARED * spread && square < Infinity)) return false;
  const length = Math.sqrt(square);
  out[outOffset] = nx / length;
  out[outOffset + 1] = ny / length;
  out[outOffset + 2] = nz / length;
  out[outOffset + 3] = (nx * ax + ny * ay + nz * az) / length;
  return true;
}
