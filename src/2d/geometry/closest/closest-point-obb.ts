import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestSurfacePointAabb } from './closest-point-aabb.ts';

// OBB layout: centre, halfExtents, cos and sin of its rotation. In the box's own frame, reached by m = point − centre
// and a turn by −angle, every question is that of an AABB centred on the origin.

/**
 * Writes the point `x y` of a solid OBB closest to a point and returns the squared distance. A point inside or on the
 * box gives itself and 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.
 */
export function closestPointObb(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const centerX = obb[obbOffset];
  const centerY = obb[obbOffset + 1];
  const halfX = obb[obbOffset + 2];
  const halfY = obb[obbOffset + 3];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const mx = px - centerX;
  const my = py - centerY;
  const localX = mx * cos + my * sin;
  const localY = my * cos - mx * sin;
  const qx = Math.max(-halfX, Math.min(localX, halfX));
  const qy = Math.max(-halfY, Math.min(localY, halfY));
  const dx = localX - qx;
  const dy = localY - qy;
  if (dx === 0 && dy === 0) {
    // Inside: the point itself, not its image after a turn there and back.
    out[outOffset] = px;
    out[outOffset + 1] = py;
    return 0;
  }
  out[outOffset] = centerX + qx * cos - qy * sin;
  out[outOffset + 1] = centerY + qx * sin + qy * cos;
  return dx * dx + dy * dy;
}

/**
 * Returns the squared distance from a point to a solid OBB; 0 inside and on the box.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.1.
 */
export function distanceSquaredPointObb(
  point: NumberArray,
  pointOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const halfX = obb[obbOffset + 2];
  const halfY = obb[obbOffset + 3];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const mx = point[pointOffset] - obb[obbOffset];
  const my = point[pointOffset + 1] - obb[obbOffset + 1];
  const localX = mx * cos + my * sin;
  const localY = my * cos - mx * sin;
  const dx = localX - Math.max(-halfX, Math.min(localX, halfX));
  const dy = localY - Math.max(-halfY, Math.min(localY, halfY));
  return dx * dx + dy * dy;
}

/**
 * Returns whether a point lies inside or on an OBB, up to the rounding of the turn into the box's frame.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.
 */
export function containsPointObb(
  point: NumberArray,
  pointOffset: number,
  obb: NumberArray,
  obbOffset: number,
): boolean {
  return distanceSquaredPointObb(point, pointOffset, obb, obbOffset) === 0;
}

const localPoint = new Float64Array(2);
const localBox = new Float64Array(4);

/**
 * Writes the point of an OBB's surface closest to a point and the outward unit normal there (4 numbers: `x y nx ny`);
 * returns the signed separation: the distance outside, minus the depth below the nearest side inside, 0 on the
 * surface.
 *
 * Inside, the normal is that of the nearest side; of equally near sides the first in the order −x, +x, −y, +y of the
 * box's frame wins. Outside it points from the surface to the point.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4, continued to the inside.
 */
export function closestSurfacePointObb(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const centerX = obb[obbOffset];
  const centerY = obb[obbOffset + 1];
  const halfX = obb[obbOffset + 2];
  const halfY = obb[obbOffset + 3];
  const cos = obb[obbOffset + 4];
  const sin = obb[obbOffset + 5];
  const mx = point[pointOffset] - centerX;
  const my = point[pointOffset + 1] - centerY;
  localPoint[0] = mx * cos + my * sin;
  localPoint[1] = my * cos - mx * sin;
  localBox[0] = -halfX;
  localBox[1] = -halfY;
  localBox[2] = halfX;
  localBox[3] = halfY;
  const separation = closestSurfacePointAabb(out, outOffset, localPoint, 0, localBox, 0);
  const qx = out[outOffset];
  const qy = out[outOffset + 1];
  const nx = out[outOffset + 2];
  const ny = out[outOffset + 3];
  out[outOffset] = centerX + qx * cos - qy * sin;
  out[outOffset + 1] = centerY + qx * sin + qy * cos;
  out[outOffset + 2] = nx * cos - ny * sin;
  out[outOffset + 3] = nx * sin + ny * cos;
  return separation;
}
