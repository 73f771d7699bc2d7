import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestSurfacePointAabb } from './closest-point-aabb.ts';

// OBB layout: centre, halfExtents, axisX, axisY, axisZ. In the box's own frame, reached by m = point − centre and the
// products with the three axes, every question is that of an AABB centred on the origin.

/** The index at which the axes begin within an OBB. */
const AXIS_X = 6;
const AXIS_Y = 9;
const AXIS_Z = 12;

/**
 * Writes the point `x y z` of a solid OBB closest to a point and returns the squared distance. A point inside or on the
 * box gives itself and 0. NaN in gives NaN.
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
  const pz = point[pointOffset + 2];
  const cx = obb[obbOffset];
  const cy = obb[obbOffset + 1];
  const cz = obb[obbOffset + 2];
  const halfX = obb[obbOffset + 3];
  const halfY = obb[obbOffset + 4];
  const halfZ = obb[obbOffset + 5];
  const xx = obb[obbOffset + AXIS_X];
  const xy = obb[obbOffset + AXIS_X + 1];
  const xz = obb[obbOffset + AXIS_X + 2];
  const yx = obb[obbOffset + AXIS_Y];
  const yy = obb[obbOffset + AXIS_Y + 1];
  const yz = obb[obbOffset + AXIS_Y + 2];
  const zx = obb[obbOffset + AXIS_Z];
  const zy = obb[obbOffset + AXIS_Z + 1];
  const zz = obb[obbOffset + AXIS_Z + 2];
  const mx = px - cx;
  const my = py - cy;
  const mz = pz - cz;
  const localX = mx * xx + my * xy + mz * xz;
  const localY = mx * yx + my * yy + mz * yz;
  const localZ = mx * zx + my * zy + mz * zz;
  const qx = Math.max(-halfX, Math.min(localX, halfX));
  const qy = Math.max(-halfY, Math.min(localY, halfY));
  const qz = Math.max(-halfZ, Math.min(localZ, halfZ));
  const dx = localX - qx;
  const dy = localY - qy;
  const dz = localZ - qz;
  if (dx === 0 && dy === 0 && dz === 0) {
    // Inside: the point itself, not its image after a turn there and back.
    out[outOffset] = px;
    out[outOffset + 1] = py;
    out[outOffset + 2] = pz;
    return 0;
  }
  out[outOffset] = cx + (qx * xx + qy * yx + qz * zx);
  out[outOffset + 1] = cy + (qx * xy + qy * yy + qz * zy);
  out[outOffset + 2] = cz + (qx * xz + qy * yz + qz * zz);
  return dx * dx + dy * dy + dz * dz;
}

/** Returns the distance of a point from the slab |axis·m| ≤ half, 0 within it; m is the point seen from the centre. */
function beyondSlab(mx: number, my: number, mz: number, obb: NumberArray, axisOffset: number, half: number): number {
  const along = mx * obb[axisOffset] + my * obb[axisOffset + 1] + mz * obb[axisOffset + 2];
  return along - Math.max(-half, Math.min(along, half));
}

/**
 * Returns the squared distance from a point to a solid OBB; 0 inside and on the box. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.4.1.
 */
export function distanceSquaredPointObb(
  point: NumberArray,
  pointOffset: number,
  obb: NumberArray,
  obbOffset: number,
): number {
  const mx = point[pointOffset] - obb[obbOffset];
  const my = point[pointOffset + 1] - obb[obbOffset + 1];
  const mz = point[pointOffset + 2] - obb[obbOffset + 2];
  const dx = beyondSlab(mx, my, mz, obb, obbOffset + AXIS_X, obb[obbOffset + 3]);
  const dy = beyondSlab(mx, my, mz, obb, obbOffset + AXIS_Y, obb[obbOffset + 4]);
  const dz = beyondSlab(mx, my, mz, obb, obbOffset + AXIS_Z, obb[obbOffset + 5]);
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Returns whether a point lies inside or on an OBB, up to the rounding of the turn into the box's frame.
 * NaN gives false.
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

const localPoint = new Float64Array(3);
const localBox = new Float64Array(6);
const localSurface = new Float64Array(6);

/**
 * Writes the point of an OBB's surface closest to a point and the outward unit normal there (6 numbers:
 * `x y z nx ny nz`); returns the signed separation: the distance outside, minus the depth below the nearest face
 * inside, 0 on the surface.
 *
 * Inside, the normal is that of the nearest face; of equally near faces the first in the order −x, +x, −y, +y, −z, +z
 * of the box's frame wins. Outside it points from the surface to the point. NaN in gives NaN.
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
  const cx = obb[obbOffset];
  const cy = obb[obbOffset + 1];
  const cz = obb[obbOffset + 2];
  const xx = obb[obbOffset + AXIS_X];
  const xy = obb[obbOffset + AXIS_X + 1];
  const xz = obb[obbOffset + AXIS_X + 2];
  const yx = obb[obbOffset + AXIS_Y];
  const yy = obb[obbOffset + AXIS_Y + 1];
  const yz = obb[obbOffset + AXIS_Y + 2];
  const zx = obb[obbOffset + AXIS_Z];
  const zy = obb[obbOffset + AXIS_Z + 1];
  const zz = obb[obbOffset + AXIS_Z + 2];
  const mx = point[pointOffset] - cx;
  const my = point[pointOffset + 1] - cy;
  const mz = point[pointOffset + 2] - cz;
  localPoint[0] = mx * xx + my * xy + mz * xz;
  localPoint[1] = mx * yx + my * yy + mz * yz;
  localPoint[2] = mx * zx + my * zy + mz * zz;
  for (let k = 0; k < 3; k++) {
    localBox[k] = -obb[obbOffset + 3 + k];
    localBox[3 + k] = obb[obbOffset + 3 + k];
  }
  const separation = closestSurfacePointAabb(localSurface, 0, localPoint, 0, localBox, 0);
  const qx = localSurface[0];
  const qy = localSurface[1];
  const qz = localSurface[2];
  const nx = localSurface[3];
  const ny = localSurface[4];
  const nz = localSurface[5];
  out[outOffset] = cx + (qx * xx + qy * yx + qz * zx);
  out[outOffset + 1] = cy + (qx * xy + qy * yy + qz * zy);
  out[outOffset + 2] = cz + (qx * xz + qy * yz + qz * zz);
  out[outOffset + 3] = nx * xx + ny * yx + nz * zx;
  out[outOffset + 4] = nx * xy + ny * yy + nz * zy;
  out[outOffset + 5] = nx * xz + ny * yz + nz * zz;
  return separation;
}
