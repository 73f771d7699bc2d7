import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeStartHit } from './ray-hit.ts';
import { enterThickSegment, writeContact } from './thick-segment.ts';

/**
 * Casts a ray (6) at a solid capsule (7). Returns the fraction and writes the point and the outward unit normal (6).
 * Starting inside or on it gives 0, the origin and a zero normal. A miss or NaN gives `Infinity` and writes nothing. An
 * axis of zero length makes it a sphere.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7, rederived with Lagrange's identity.
 */
export function castRayCapsule(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  const radius = capsule[capsuleOffset + 6];
  const t = enterThickSegment(ray, rayOffset, capsule, capsuleOffset, capsuleOffset + 3, radius);
  if (!(t < Infinity && t <= maxFraction)) return Infinity;
  if (t > 0) return writeContact(out, outOffset, t, radius);
  return writeStartHit(out, outOffset, ray[rayOffset], ray[rayOffset + 1], ray[rayOffset + 2], maxFraction);
}
