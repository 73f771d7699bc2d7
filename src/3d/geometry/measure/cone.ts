import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { axisLength } from './axis-length.ts';
import { diskExtent } from './disk-extent.ts';

const CONE_RADIUS = 6;

/**
 * Writes the AABB (6 numbers) of a solid cone (apex, centre of base, radius of base). An axis of zero length points
 * nowhere: it gives the apex. NaN in gives NaN.
 *
 * Source: Quilez, Bounding Boxes for Disks and Cylinders, 2016.
 */
export function computeAabbCone(
  out: WritableNumberArray,
  outOffset: number,
  cone: NumberArray,
  coneOffset: number,
): void {
  const ax = cone[coneOffset];
  const ay = cone[coneOffset + 1];
  const az = cone[coneOffset + 2];
  const bx = cone[coneOffset + 3];
  const by = cone[coneOffset + 4];
  const bz = cone[coneOffset + 5];
  const radius = cone[coneOffset + CONE_RADIUS];
  const length = axisLength(cone, coneOffset);
  const x = diskExtent(radius, by - ay, bz - az, length);
  const y = diskExtent(radius, bz - az, bx - ax, length);
  const z = diskExtent(radius, bx - ax, by - ay, length);
  out[outOffset] = Math.min(ax, bx - x);
  out[outOffset + 1] = Math.min(ay, by - y);
  out[outOffset + 2] = Math.min(az, bz - z);
  out[outOffset + 3] = Math.max(ax, bx + x);
  out[outOffset + 4] = Math.max(ay, by + y);
  out[outOffset + 5] = Math.max(az, bz + z);
}

/**
 * Returns the volume of a cone (apex, centre of base, radius of base), in cubed units of length. NaN in gives NaN.
 *
 * Source: Euclid, Elements, XII.10.
 */
export function volumeCone(cone: NumberArray, coneOffset: number): number {
  const radius = cone[coneOffset + CONE_RADIUS];
  return (Math.PI / 3) * radius * radius * axisLength(cone, coneOffset);
}

/**
 * Returns the surface area of a cone (apex, centre of base, radius of base), the base included, in squared units of
 * length. Without height that is twice the disk. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.14.
 */
export function surfaceAreaCone(cone: NumberArray, coneOffset: number): number {
  const radius = cone[coneOffset + CONE_RADIUS];
  const height = axisLength(cone, coneOffset);
  return Math.PI * radius * (radius + Math.sqrt(radius * radius + height * height));
}
