import type { WritableNumberArray } from '../../core/number-array.ts';

/**
 * Writes the vector (x, y, z). All numbers that it is computed from are read before the first one is written, so that
 * `out` may be an operand.
 */
export function writeVector(out: WritableNumberArray, outOffset: number, x: number, y: number, z: number): void {
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = z;
}

const given = new Float64Array(3);

/** Writes a unit vector perpendicular to a unit vector: across with the coordinate axis that this leans to least. */
export function writePerpendicular(out: WritableNumberArray, outOffset: number, x: number, y: number, z: number): void {
  given[0] = x;
  given[1] = y;
  given[2] = z;
  writePerpendicularTo(out, outOffset, given, 0);
}

/**
 * Does what `writePerpendicular` does for the unit vector `direction[offset …]`: in an array no number is put on the
 * heap.
 */
function writePerpendicularTo(
  out: WritableNumberArray,
  outOffset: number,
  direction: Float64Array,
  offset: number,
): void {
  const x = direction[offset];
  const y = direction[offset + 1];
  const z = direction[offset + 2];
  const least = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const ux = least === 0 ? 0 : least === 1 ? z : -y;
  const uy = least === 0 ? -z : least === 1 ? 0 : x;
  const uz = least === 0 ? y : least === 1 ? -x : 0;
  const scale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  out[outOffset] = ux * scale;
  out[outOffset + 1] = uy * scale;
  out[outOffset + 2] = uz * scale;
}

/**
 * Writes two unit vectors that are perpendicular to the unit vector `direction[offset …]` and to each other: the first
 * as `writePerpendicular` does, the second across both.
 */
export function writeAcross(out: Float64Array, direction: Float64Array, offset: number): void {
  writePerpendicularTo(out, 0, direction, offset);
  const x = direction[offset];
  const y = direction[offset + 1];
  const z = direction[offset + 2];
  out[3] = y * out[2] - z * out[1];
  out[4] = z * out[0] - x * out[2];
  out[5] = x * out[1] - y * out[0];
}
