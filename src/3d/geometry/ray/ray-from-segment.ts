import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the ray (origin, direction; 6 numbers) that runs along a segment (two points): with `maxFraction` 1 every
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
  const az = segment[segmentOffset + 2];
  const dx = segment[segmentOffset + 3] - ax;
  const dy = segment[segmentOffset + 4] - ay;
  const dz = segment[segmentOffset + 5] - az;
  out[outOffset] = ax;
  out[outOffset + 1] = ay;
  out[outOffset + 2] = az;
  out[outOffset + 3] = dx;
  out[outOffset + 4] = dy;
  out[outOffset + 5] = dz;
}

/** Sets a ray (6) from a point (3) along a translation (3): the way of a moving sphere's centre. */
export function setRay(
  ray: Float64Array,
  point: NumberArray,
  pointOffset: number,
  translation: NumberArray,
  translationOffset: number,
): void {
  for (let k = 0; k < 3; k++) {
    ray[k] = point[pointOffset + k];
    ray[3 + k] = translation[translationOffset + k];
  }
}
