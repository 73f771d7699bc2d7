import type { NumberArray } from '../../../core/number-array.ts';
import { EPSILON } from '../../../core/tolerance.ts';
import { distanceSquaredPointTriangle } from '../closest/closest-point-triangle.ts';

/**
 * Relative to the triangle's size: how far off the triangle a point may be that counts as in it. It leaves room for
 * points computed on the triangle, which rounding always puts a little off its plane.
 */
const ON_TRIANGLE = 1e-12;

/**
 * Returns whether a point in space lies in or on a triangle of either winding, within 1e-12 of the triangle's size (its
 * largest extent along an axis) and the rounding of the coordinates themselves (4 last bits of the largest). A
 * triangle of zero area is the segment or point it is. NaN gives false.
 *
 * `overlapsSegmentTriangle` with a segment of zero length is the same question without tolerance;
 * `containsProjectedPointTriangle` asks for the projection. Source: Ericson, Real-Time Collision Detection, 5.1.5,
 * 5.4.2.
 */
export function containsPointTriangle(
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  let size = 0;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const a = triangle[triangleOffset + k];
    const b = triangle[triangleOffset + 3 + k];
    const c = triangle[triangleOffset + 6 + k];
    size = Math.max(size, Math.max(a, b, c) - Math.min(a, b, c));
    largest = Math.max(largest, Math.abs(a), Math.abs(b), Math.abs(c));
  }
  const tolerance = ON_TRIANGLE * size + 4 * EPSILON * largest;
  return distanceSquaredPointTriangle(point, pointOffset, triangle, triangleOffset) <= tolerance * tolerance;
}

/**
 * Returns whether the projection of a point onto a triangle's plane lies in or on the triangle (either winding):
 * whether the point is in the prism over the triangle. Without tolerance, up to rounding at the prism's sides. A
 * triangle of zero area has no plane and gives false, as does NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.2.
 */
export function containsProjectedPointTriangle(
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  const ax = triangle[triangleOffset];
  const ay = triangle[triangleOffset + 1];
  const az = triangle[triangleOffset + 2];
  const bx = triangle[triangleOffset + 3];
  const by = triangle[triangleOffset + 4];
  const bz = triangle[triangleOffset + 5];
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = triangle[triangleOffset + 6] - ax;
  const vy = triangle[triangleOffset + 7] - ay;
  const vz = triangle[triangleOffset + 8] - az;
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const px = point[pointOffset] - ax;
  const py = point[pointOffset + 1] - ay;
  const pz = point[pointOffset + 2] - az;
  const qx = point[pointOffset] - bx;
  const qy = point[pointOffset + 1] - by;
  const qz = point[pointOffset + 2] - bz;
  // Signed areas of the three sub-triangles seen along n, as in closest-point-triangle.ts.
  return (
    nx * nx + ny * ny + nz * nz > 0 &&
    (uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz >= 0 &&
    (wy * qz - wz * qy) * nx + (wz * qx - wx * qz) * ny + (wx * qy - wy * qx) * nz >= 0 &&
    (py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz >= 0
  );
}
