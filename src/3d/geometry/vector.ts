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

/** Writes a unit vector perpendicular to a unit vector: across with the coordinate axis that this leans to least. */
export function writePerpendicular(out: WritableNumberArray, outOffset: number, x: number, y: number, z: number): void {
  const least = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const ux = least === 0 ? 0 : least === 1 ? z : -y;
  const uy = least === 0 ? -z : least === 1 ? 0 : x;
  const uz = least === 0 ? y : least === 1 ? -x : 0;
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  writeVector(out, outOffset, ux * scale, uy * scale, uz * scale);
}
