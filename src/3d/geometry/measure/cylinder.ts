import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';
import { axisLength } from './axis-length.ts';
import { diskExtent } from './disk-extent.ts';

const CYLINDER_RADIUS = 6;

/**
 * Writes the AABB (6 numbers) of a capped cylinder (a, b, radius): the smallest, not that of a capsule. An axis of zero
 * length points nowhere: it gives the point a. NaN in gives NaN.
 *
 * Source: Quilez, Bounding Boxes for Disks and Cylinders, 2016.
 */
export function computeAabbCylinder(
  out: WritableNumberArray,
  outOffset: number,
  cylinder: NumberArray,
  cylinderOffset: number,
): void {
  const ax = cylinder[cylinderOffset];
  const ay = cylinder[cylinderOffset + 1];
  const az = cylinder[cylinderOffset + 2];
  const bx = cylinder[cylinderOffset + 3];
  const by = cylinder[cylinderOffset + 4];
  const bz = cylinder[cylinderOffset + 5];
  const radius = cylinder[cylinderOffset + CYLINDER_RADIUS];
  const length = axisLength(cylinder, cylinderOffset);
  const x = diskExtent(radius, by - ay, bz - az, length);
  const y = diskExtent(radius, bz - az, bx - ax, length);
  const z = diskExtent(radius, bx - ax, by - ay, length);
  writeVector(out, outOffset, Math.min(ax, bx) - x, Math.min(ay, by) - y, Math.min(az, bz) - z);
  writeVector(out, outOffset + 3, Math.max(ax, bx) + x, Math.max(ay, by) + y, Math.max(az, bz) + z);
}

/**
 * Returns the volume of a cylinder (a, b, radius), in cubed units of length. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.34, corollary.
 */
export function volumeCylinder(cylinder: NumberArray, cylinderOffset: number): number {
  const radius = cylinder[cylinderOffset + CYLINDER_RADIUS];
  return Math.PI * radius * radius * axisLength(cylinder, cylinderOffset);
}

/**
 * Returns the surface area of a capped cylinder (a, b, radius), both caps included, in squared units of length. Without
 * height that is twice the disk. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.13.
 */
export function surfaceAreaCylinder(cylinder: NumberArray, cylinderOffset: number): number {
  const radius = cylinder[cylinderOffset + CYLINDER_RADIUS];
  return 2 * Math.PI * radius * (axisLength(cylinder, cylinderOffset) + radius);
}
