import type { WritableNumberArray } from '../../core/number-array.ts';

/**
 * Writes the vector (x, y, z). What it is computed from has all been read before the first number is written, so that
 * `out` may be an operand.
 */
export function writeVector(out: WritableNumberArray, outOffset: number, x: number, y: number, z: number): void {
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
}
