import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { setRay } from '../ray/ray-from-segment.ts';
import { enterThickSegment, writeContact } from '../ray/thick-segment.ts';

// The moving centre is a ray at the capsule of both radii; the contact lies on its normal, the moving radius before it.

const ray = new Float64Array(6);

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
  return castAtCapsule(out, outOffset, sphere[sphereOffset + 3], capsule, capsuleOffset, radius);
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
  setRay(ray, sphere, sphereOffset, translation, translationOffset);
  return castAtCapsule(out, outOffset, sphere[sphereOffset + 3], segment, segmentOffset, 0);
}

/** A sphere whose centre moves along `ray`, at the capsule of that radius around a segment. */
function castAtCapsule(
  out: WritableNumberArray,
  outOffset: number,
  sphereRadius: number,
  segment: NumberArray,
  segmentOffset: number,
  radius: number,
): number {
  const t = enterThickSegment(ray, 0, segment, segmentOffset, segmentOffset + 3, radius + sphereRadius);
  return t <= 1 ? writeContact(out, outOffset, t, radius) : Infinity;
}
