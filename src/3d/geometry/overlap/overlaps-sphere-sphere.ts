import type { NumberArray } from '../../../core/number-array.ts';

/**
 * Returns whether two solid spheres (centre, radius) have a point in common; touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.3.1.
 */
export function overlapsSphereSphere(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const dx = b[bOffset] - a[aOffset];
  const dy = b[bOffset + 1] - a[aOffset + 1];
  const dz = b[bOffset + 2] - a[aOffset + 2];
  const radii = a[aOffset + 3] + b[bOffset + 3];
  return dx * dx + dy * dy + dz * dz <= radii * radii;
}
