import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { computeAabbPoints } from './points.ts';

/**
 * Writes the AABB (6 numbers) of a triangle (9). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbTriangle(
  out: WritableNumberArray,
  outOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): void {
  computeAabbPoints(out, outOffset, triangle, triangleOffset, 3);
}

/**
 * Returns the area of one side of a triangle (9), in squared units of length; 0 for corners on one line. NaN in gives
 * NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4: half the length of the cross product of two sides.
 */
export function areaTriangle(triangle: NumberArray, triangleOffset: number): number {
  return areaOfCorners(triangle, triangleOffset, triangle, triangleOffset + 3, triangle, triangleOffset + 6);
}

/** Copies the edge (6) of a triangle that runs from corner `index` to the next one. */
export function loadEdge(edge: Float64Array, triangle: NumberArray, triangleOffset: number, index: number): void {
  const start = triangleOffset + 3 * index;
  const end = triangleOffset + (index === 2 ? 0 : 3 * index + 3);
  for (let k = 0; k < 3; k++) {
    edge[k] = triangle[start + k];
    edge[3 + k] = triangle[end + k];
  }
}

/** Returns the area of the triangle with corners a, b, c, wherever they are stored. */
export function areaOfCorners(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
): number {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const az = a[aOffset + 2];
  const ux = b[bOffset] - ax;
  const uy = b[bOffset + 1] - ay;
  const uz = b[bOffset + 2] - az;
  const vx = c[cOffset] - ax;
  const vy = c[cOffset + 1] - ay;
  const vz = c[cOffset + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
}
