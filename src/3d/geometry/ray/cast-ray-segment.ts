import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeStartHit } from './ray-hit.ts';
import { enterThickSegment, writeContact } from './thick-segment.ts';

/**
 * Casts a ray (6) at a segment (two points) that counts as hit where the ray comes within `radius` of it: how a thin
 * line is picked, a wire or an edge. Returns the fraction at which it first does and writes the point that near to the
 * segment and the unit normal from the segment towards it (6). Starting within the radius gives 0, the origin and a
 * zero normal. A segment of zero length counts as its point. A miss or NaN gives `Infinity` and writes nothing.
 *
 * Without a radius nearly every ray in space misses, by rounding alone; `closestPointsRaySegment` tells by how much.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7, rederived with Lagrange's identity.
 */
export function castRaySegment(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  segment: NumberArray,
  segmentOffset: number,
  radius = 0,
): number {
  const t = enterThickSegment(ray, rayOffset, segment, segmentOffset, segmentOffset + 3, radius);
  if (!(t < Infinity && t <= maxFraction)) return Infinity;
  if (t > 0) return writeContact(out, outOffset, t, radius);
  return writeStartHit(out, outOffset, ray[rayOffset], ray[rayOffset + 1], ray[rayOffset + 2], maxFraction);
}
