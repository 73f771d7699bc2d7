import type { NumberArray } from '../../../core/number-array.ts';

/**
 * Returns whether two solid circles (centre, radius) have a point in common; touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.3.1.
 */
export function overlapsCircleCircle(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const dx = b[bOffset] - a[aOffset];
  const dy = b[bOffset + 1] - a[aOffset + 1];
  const radii = a[aOffset + 2] + b[bOffset + 2];
  return dx * dx + dy * dy <= radii * radii;
}
