import type { NumberArray } from '../../../core/number-array.ts';

/**
 * Returns whether two AABBs (6, 6) have a point in common; touching counts. Exact. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.1.
 */
export function overlapsAabbAabb(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return (
    a[aOffset] <= b[bOffset + 3] &&
    b[bOffset] <= a[aOffset + 3] &&
    a[aOffset + 1] <= b[bOffset + 4] &&
    b[bOffset + 1] <= a[aOffset + 4] &&
    a[aOffset + 2] <= b[bOffset + 5] &&
    b[bOffset + 2] <= a[aOffset + 5]
  );
}
