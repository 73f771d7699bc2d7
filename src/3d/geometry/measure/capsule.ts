import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { axisLength } from './axis-length.ts';

const CAPSULE_RADIUS = 6;

/**
 * Writes the AABB (6 numbers) of a capsule (a, b, radius). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.5.1.
 */
export function computeAabbCapsule(
  out: WritableNumberArray,
  outOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): void {
  const ax = capsule[capsuleOffset];
  const ay = capsule[capsuleOffset + 1];
  const az = capsule[capsuleOffset + 2];
  const bx = capsule[capsuleOffset + 3];
  const by = capsule[capsuleOffset + 4];
  const bz = capsule[capsuleOffset + 5];
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  out[outOffset] = Math.min(ax, bx) - radius;
  out[outOffset + 1] = Math.min(ay, by) - radius;
  out[outOffset + 2] = Math.min(az, bz) - radius;
  out[outOffset + 3] = Math.max(ax, bx) + radius;
  out[outOffset + 4] = Math.max(ay, by) + radius;
  out[outOffset + 5] = Math.max(az, bz) + radius;
}

/**
 * Returns the volume of a capsule (a, b, radius), in cubed units of length: a cylinder and a sphere. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.34.
 */
export function volumeCapsule(capsule: NumberArray, capsuleOffset: number): number {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  return Math.PI * radius * radius * (axisLength(capsule, capsuleOffset) + (4 / 3) * radius);
}

/**
 * Returns the surface area of a capsule (a, b, radius), in squared units of length. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.33.
 */
export function surfaceAreaCapsule(capsule: NumberArray, capsuleOffset: number): number {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  return 2 * Math.PI * radius * (axisLength(capsule, capsuleOffset) + 2 * radius);
}
