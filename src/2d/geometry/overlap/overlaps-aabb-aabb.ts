import type { NumberArray } from '../../../core/number-array.ts';

/**
 * Returns whether two AABBs (4, 4) have a point in common; touching counts. Exact. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.1.
 */
export function overlapsAabbAabb(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return (
    a[aOffset] <= b[bOffset + 2] &&
    b[bOffset] <= a[aOffset + 2] &&
    a[aOffset + 1] <= b[bOffset + 3] &&
    b[bOffset + 1] <= a[aOffset + 3]
  );
}
