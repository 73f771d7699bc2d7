import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the ray (origin, direction; 4 numbers) that runs along a segment (two points): with `maxFraction` 1 every
 * `castRay…` then tests the segment, and the fraction is the segment's parameter.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3: a segment is a ray that ends.
 */
export function rayFromSegment(
  out: WritableNumberArray,
  outOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): void {
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const dx = segment[segmentOffset + 2] - ax;
  const dy = segment[segmentOffset + 3] - ay;
  out[outOffset] = ax;
  out[outOffset + 1] = ay;
  out[outOffset + 2] = dx;
  out[outOffset + 3] = dy;
}
