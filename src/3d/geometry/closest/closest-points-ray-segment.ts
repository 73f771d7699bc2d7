import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';
import { closestPointsSegmentSegment } from './closest-points-segment-segment.ts';

// The point of the ray nearest to a segment is the foot of a point of the segment, or the ray's origin. So the ray may
// end where the feet of both ends are passed, and is then a segment itself.

/** The part of the ray that can be nearest, and the closest points with their fractions. */
const part = new Float64Array(6);
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
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const square = dx * dx + dy * dy + dz * dz;
  const footA =
    dx * (segment[segmentOffset] - ox) +
    dy * (segment[segmentOffset + 1] - oy) +
    dz * (segment[segmentOffset + 2] - oz);
  const footB =
    dx * (segment[segmentOffset + 3] - ox) +
    dy * (segment[segmentOffset + 4] - oy) +
    dz * (segment[segmentOffset + 5] - oz);
  const reach = square === 0 ? 0 : Math.max(0, footA, footB) / square;
  writeVector(part, 0, ox, oy, oz);
  writeVector(part, 3, ox + reach * dx, oy + reach * dy, oz + reach * dz);
  const distance = closestPointsSegmentSegment(found, 0, part, 0, segment, segmentOffset);
  for (let i = 0; i < 6; i++) out[outOffset + i] = found[i];
  out[outOffset + 6] = found[6] * reach;
  out[outOffset + 7] = found[7];
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
