import type { NumberArray } from '../../../core/number-array.ts';

/**
 * Returns whether two oriented boxes (centre, halfExtents, cos sin: 6 numbers each) overlap; touching counts. Tests the
 * two axes of A, then the two of B, and stops at the first that separates. NaN is no overlap.
 *
 * Source: Gottschalk, Lin and Manocha, OBBTree, 1996, in the plane; Ericson, Real-Time Collision Detection, 4.4.1.
 */
export function overlapsObbObb(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  const cosA = a[aOffset + 4];
  const sinA = a[aOffset + 5];
  const cosB = b[bOffset + 4];
  const sinB = b[bOffset + 5];
  const deltaX = b[bOffset] - a[aOffset];
  const deltaY = b[bOffset + 1] - a[aOffset + 1];
  const along = Math.abs(cosA * cosB + sinA * sinB);
  const across = Math.abs(cosA * sinB - sinA * cosB);
  const halfAX = a[aOffset + 2];
  const halfAY = a[aOffset + 3];
  const halfBX = b[bOffset + 2];
  const halfBY = b[bOffset + 3];
  return (
    Math.abs(cosA * deltaX + sinA * deltaY) <= halfAX + halfBX * along + halfBY * across &&
    Math.abs(cosA * deltaY - sinA * deltaX) <= halfAY + halfBX * across + halfBY * along &&
    Math.abs(cosB * deltaX + sinB * deltaY) <= halfBX + halfAX * along + halfAY * across &&
    Math.abs(cosB * deltaY - sinB * deltaX) <= halfBY + halfAX * across + halfAY * along
  );
}
