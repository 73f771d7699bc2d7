import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
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
 * The fraction of the ray that has met something last. The routines that return whether a ray does write it here: V8
 * puts a number on the heap that is returned by a function which it does not inline.
 */
export const rayFraction = /* @__PURE__ */ new Float64Array(1);

/**
 * Writes the hit of a ray (6) that starts inside or on a shape, as `writeStartHit`, and returns whether there is one,
 * with its fraction in `rayFraction`.
 */
export function enterAtStart(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
): boolean {
  if (!(maxFraction >= 0)) return false;
  for (let axis = 0; axis < 3; axis++) out[outOffset + axis] = ray[rayOffset + axis];
  for (let axis = 3; axis < 6; axis++) out[outOffset + axis] = 0;
  rayFraction[0] = 0;
  return true;
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
  writeVector(out, outOffset, x, y, z);
  writeVector(out, outOffset + 3, normalX, normalY, normalZ);
  finishHit(out, outOffset);
}

/** Scales the normal of a hit whose six numbers are written to unit length, as `writeHit` does. */
export function finishHit(out: WritableNumberArray, outOffset: number): void {
  const x = out[outOffset + 3];
  const y = out[outOffset + 4];
  const z = out[outOffset + 5];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  out[outOffset + 3] = x * scale + 0;
  out[outOffset + 4] = y * scale + 0;
  out[outOffset + 5] = z * scale + 0;
}
