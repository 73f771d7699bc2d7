import type { WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the hit of a ray that starts inside or on a shape: the point is its origin, the normal the zero vector.
 * Returns 0, or `Infinity` with nothing written when `maxFraction` is negative or NaN.
 */
export function writeStartHit(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  maxFraction: number,
): number {
  if (!(maxFraction >= 0)) {
    return Infinity;
  }
  writeHit(out, outOffset, x, y, 0, 0);
  return 0;
}

/** Writes point and unit normal of a hit. Adding 0 turns −0 into 0, so that equal normals compare equal bit for bit. */
export function writeHit(
  out: WritableNumberArray,
  outOffset: number,
  x: number,
  y: number,
  normalX: number,
  normalY: number,
): void {
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = normalX + 0;
  out[outOffset + 3] = normalY + 0;
}
