import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { enterAtStart, rayFraction } from './ray-hit.ts';
import { meetThickSegment, writeContact } from './thick-segment.ts';

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
  return enterRayCapsule(out, outOffset, ray, rayOffset, maxFraction, capsule, capsuleOffset)
    ? rayFraction[0]
    : Infinity;
}

/** Casts as `castRayCapsule` does, but returns whether the ray meets it, with the fraction in `rayFraction`. */
export function enterRayCapsule(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  capsule: NumberArray,
  capsuleOffset: number,
): boolean {
  const radius = capsule[capsuleOffset + 6];
  meetThickSegment(ray, rayOffset, capsule, capsuleOffset, capsuleOffset + 3, capsule, capsuleOffset + 6);
  const t = rayFraction[0];
  if (!(t < Infinity && t <= maxFraction)) return false;
  if (t > 0) {
    writeContact(out, outOffset, t, radius);
    return true;
  }
  return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
}
