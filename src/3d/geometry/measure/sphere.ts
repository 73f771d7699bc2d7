import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the AABB (6 numbers) of a sphere (centre, radius). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbSphere(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
): void {
  const x = sphere[sphereOffset];
  const y = sphere[sphereOffset + 1];
  const z = sphere[sphereOffset + 2];
  const radius = sphere[sphereOffset + 3];
  out[outOffset] = x - radius;
  out[outOffset + 1] = y - radius;
  out[outOffset + 2] = z - radius;
  out[outOffset + 3] = x + radius;
  out[outOffset + 4] = y + radius;
  out[outOffset + 5] = z + radius;
}

/**
 * Returns the volume of a sphere (centre, radius), in cubed units of length. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.34.
 */
export function volumeSphere(sphere: NumberArray, sphereOffset: number): number {
  const radius = sphere[sphereOffset + 3];
  return ((4 * Math.PI) / 3) * radius * radius * radius;
}

/**
 * Returns the surface area of a sphere (centre, radius), in squared units of length. NaN in gives NaN.
 *
 * Source: Archimedes, On the Sphere and Cylinder, I.33.
 */
export function surfaceAreaSphere(sphere: NumberArray, sphereOffset: number): number {
  const radius = sphere[sphereOffset + 3];
  return 4 * Math.PI * radius * radius;
}
