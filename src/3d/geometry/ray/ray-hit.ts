import type { WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';

/**
 * Writes the hit of a ray that starts inside or on a shape: the point is its origin, the normal the zero vector.
 * Returns 0, or `Infinity` with nothing written when `maxFraction` is negative or NaN.
 */
export function writeStartHit(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  z: number,
  maxFraction: number,
): number {
  if (!(maxFraction >= 0)) return Infinity;
  writeVector(out, outOffset, x, y, z);
  writeVector(out, outOffset + 3, 0, 0, 0);
  return 0;
}

/**
 * Writes a point and a normal of any length, scaled to unit length; a zero normal stays the zero vector, and no −0 gets
 * out.
 */
export function writeHit(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  z: number,
  normalX: number,
  normalY: number,
  normalZ: number,
): void {
  const length = Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ);
  const scale = length > 0 ? 1 / length : 0;
  writeVector(out, outOffset, x, y, z);
  writeVector(out, outOffset + 3, normalX * scale + 0, normalY * scale + 0, normalZ * scale + 0);
}
