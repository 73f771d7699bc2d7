import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { setRay } from '../ray/ray-from-segment.ts';
import { rayFraction } from '../ray/ray-hit.ts';
import { meetThickSegment, writeContact } from '../ray/thick-segment.ts';

// The moving centre is a ray at the capsule of both radii; the contact lies on its normal, the moving radius before it.

/** The way of the centre, and how near to the segment the centre must come. */
const ray = new Float64Array(7);
const REACH = 6;

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed solid capsule (7). Returns the fraction of the
 * translation at first contact and writes the contact point and the unit normal from the capsule to the sphere (6). A
 * start in contact gives 0, the point of the capsule nearest to the centre, and a zero normal. No contact and NaN give
 * `Infinity` and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7 and 5.5.5.
 */
export function castSphereCapsule(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): number {
  setRay(ray, sphere, sphereOffset, translation, translationOffset);
  const radius = capsule[capsuleOffset + 6];
  ray[REACH] = radius + sphere[sphereOffset + 3];
  return meetCapsule(out, outOffset, capsule, capsuleOffset, radius) ? rayFraction[0] : Infinity;
}

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed segment (6); otherwise as `castSphereCapsule` with
 * radius 0.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.7.
 */
export function castSphereSegment(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): number {
  const isMet = meetSegment(
    out,
    outOffset,
    sphere,
    sphereOffset,
    translation,
    translationOffset,
    segment,
    segmentOffset,
  );
  return isMet ? rayFraction[0] : Infinity;
}

/** Returns whether `castSphereSegment` finds a contact, whose fraction is in `rayFraction` then. */
export function meetSegment(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  segment: NumberArray,
  segmentOffset: number,
): boolean {
  setRay(ray, sphere, sphereOffset, translation, translationOffset);
  ray[REACH] = sphere[sphereOffset + 3];
  return meetCapsule(out, outOffset, segment, segmentOffset, 0);
}

/**
 * Returns whether the moving centre comes near enough to a segment, with the fraction in `rayFraction`, and writes the
 * contact on the capsule of that radius around the segment.
 */
function meetCapsule(
  out: WritableNumberArray,
  outOffset: number,
  segment: NumberArray,
  segmentOffset: number,
  radius: number,
): boolean {
  meetThickSegment(ray, 0, segment, segmentOffset, segmentOffset + 3, ray, REACH);
  if (!(rayFraction[0] <= 1)) return false;
  writeContact(out, outOffset, rayFraction[0], radius);
  return true;
}
