import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';
import { closestPointsSegmentSegment } from './closest-points-segment-segment.ts';

// The point of the ray nearest to a segment is the foot of a point of the segment, or the ray's origin. So the ray may
// end where the feet of both ends are passed, and is then a segment itself.

/**
 * The part of the ray that may be nearest to the segment, and the segment, both relative to the ray's origin; and the
 * closest points of the two with their fractions.
 */
const part = new Float64Array(6);
const local = new Float64Array(6);
const found = new Float64Array(8);

/**
 * Writes the closest points of a ray (origin, direction of any length) and a segment (two points), the one on the ray
 * and then the one on the segment, the parameter s ≥ 0 of the ray in units of its direction and the fraction t of the
 * segment (8 numbers: `rx ry rz sx sy sz s t`); returns the squared distance.
 *
 * Where a ray runs parallel beside the segment any pair on the common stretch would do: an end of the segment or the
 * ray's origin is in the one returned. A direction of zero length makes the ray its origin. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.
 */
export function closestPointsRaySegment(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const square = dx * dx + dy * dy + dz * dz;
  // All is computed relative to the ray's origin: far from the frame's origin, coordinates of the part's end would
  // lose digits.
  for (let i = 0; i < 6; i++) local[i] = segment[segmentOffset + i] - ray[rayOffset + (i % 3)];
  const footA = dx * local[0] + dy * local[1] + dz * local[2];
  const footB = dx * local[3] + dy * local[4] + dz * local[5];
  const reach = square === 0 ? 0 : Math.max(0, footA, footB) / square;
  writeVector(part, 3, reach * dx, reach * dy, reach * dz);
  const distance = closestPointsSegmentSegment(found, 0, part, 0, local, 0);
  const t = found[7];
  for (let i = 0; i < 3; i++) {
    found[i] += ray[rayOffset + i];
    const from = segment[segmentOffset + i];
    const to = segment[segmentOffset + 3 + i];
    found[3 + i] = t === 1 ? to : from + t * (to - from);
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = found[i];
  out[outOffset + 6] = found[6] * reach;
  out[outOffset + 7] = t;
  return distance;
}

const scratch = new Float64Array(8);

/**
 * Returns the squared distance between a ray (origin, direction of any length) and a segment (two points). NaN in gives
 * NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.
 */
export function distanceSquaredRaySegment(
  ray: NumberArray,
  rayOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  return closestPointsRaySegment(scratch, 0, ray, rayOffset, segment, segmentOffset);
}
