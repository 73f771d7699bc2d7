import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

// A rectangle is flat: the point's offset along each of its two directions is clamped to the rectangle, what is left is
// perpendicular to it.

/**
 * Writes the point `x y z` of a rectangle in space (11 numbers: centre, unit axisU, unit axisV perpendicular to it,
 * halfExtentU, halfExtentV) closest to a point; returns the squared distance. Half extents of 0 make it a segment or a
 * point. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.2.
 */
export function closestPointRectangle(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  rectangle: NumberArray,
  rectangleOffset: number,
): number {
  const cx = rectangle[rectangleOffset];
  const cy = rectangle[rectangleOffset + 1];
  const cz = rectangle[rectangleOffset + 2];
  const ux = rectangle[rectangleOffset + 3];
  const uy = rectangle[rectangleOffset + 4];
  const uz = rectangle[rectangleOffset + 5];
  const vx = rectangle[rectangleOffset + 6];
  const vy = rectangle[rectangleOffset + 7];
  const vz = rectangle[rectangleOffset + 8];
  const halfU = rectangle[rectangleOffset + 9];
  const halfV = rectangle[rectangleOffset + 10];
  const mx = point[pointOffset] - cx;
  const my = point[pointOffset + 1] - cy;
  const mz = point[pointOffset + 2] - cz;
  const u = Math.max(-halfU, Math.min(mx * ux + my * uy + mz * uz, halfU));
  const v = Math.max(-halfV, Math.min(mx * vx + my * vy + mz * vz, halfV));
  const qx = u * ux + v * vx;
  const qy = u * uy + v * vy;
  const qz = u * uz + v * vz;
  out[outOffset] = cx + qx;
  out[outOffset + 1] = cy + qy;
  out[outOffset + 2] = cz + qz;
  const dx = mx - qx;
  const dy = my - qy;
  const dz = mz - qz;
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Returns the fraction 0..1 of an edge e nearest to m, both seen from the edge's start; 0 for an edge of zero length.
 */
function clampedFraction(mx: number, my: number, mz: number, ex: number, ey: number, ez: number): number {
  const numerator = mx * ex + my * ey + mz * ez;
  if (numerator <= 0) return 0;
  const denominator = ex * ex + ey * ey + ez * ez;
  return numerator >= denominator ? 1 : numerator / denominator;
}

/**
 * Writes the point `x y z` of a rectangle in space given by three corners (9 numbers: a, b, c, where the edges a–b and
 * a–c meet at a right angle; the fourth corner is b + c − a) closest to a point; returns the squared distance. Edges of
 * zero length make it a segment or a point. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.2.
 */
export function closestPointRectangleCorners(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  corners: NumberArray,
  cornersOffset: number,
): number {
  const ax = corners[cornersOffset];
  const ay = corners[cornersOffset + 1];
  const az = corners[cornersOffset + 2];
  const ux = corners[cornersOffset + 3] - ax;
  const uy = corners[cornersOffset + 4] - ay;
  const uz = corners[cornersOffset + 5] - az;
  const vx = corners[cornersOffset + 6] - ax;
  const vy = corners[cornersOffset + 7] - ay;
  const vz = corners[cornersOffset + 8] - az;
  const mx = point[pointOffset] - ax;
  const my = point[pointOffset + 1] - ay;
  const mz = point[pointOffset + 2] - az;
  const u = clampedFraction(mx, my, mz, ux, uy, uz);
  const v = clampedFraction(mx, my, mz, vx, vy, vz);
  const qx = u * ux + v * vx;
  const qy = u * uy + v * vy;
  const qz = u * uz + v * vz;
  out[outOffset] = ax + qx;
  out[outOffset + 1] = ay + qy;
  out[outOffset + 2] = az + qz;
  const dx = mx - qx;
  const dy = my - qy;
  const dz = mz - qz;
  return dx * dx + dy * dy + dz * dz;
}

const scratch = new Float64Array(3);

/**
 * Returns the squared distance from a point to a rectangle in space (11 numbers: centre, axes, half extents).
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.2.
 */
export function distanceSquaredPointRectangle(
  point: NumberArray,
  pointOffset: number,
  rectangle: NumberArray,
  rectangleOffset: number,
): number {
  return closestPointRectangle(scratch, 0, point, pointOffset, rectangle, rectangleOffset);
}

/**
 * Returns the squared distance from a point to a rectangle in space given by three corners (9 numbers).
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.2.
 */
export function distanceSquaredPointRectangleCorners(
  point: NumberArray,
  pointOffset: number,
  corners: NumberArray,
  cornersOffset: number,
): number {
  return closestPointRectangleCorners(scratch, 0, point, pointOffset, corners, cornersOffset);
}
