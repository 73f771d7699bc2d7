import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { castRayThickSegment } from './cast-ray-capsule.ts';
import { writeHit } from './ray-hit.ts';

// The moving centre is a ray at the capsule of both radii; the contact lies on its normal, the moving radius before it.

const ray = new Float64Array(6);
const hit = new Float64Array(6);

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed solid capsule (7). Returns the fraction of the translation at
 * first contact and writes the contact point and the unit normal from the capsule to the sphere (6). A start in contact
 * gives 0, the point of the capsule nearest to the centre, and a zero normal. No contact and NaN give `Infinity` and
 * write nothing.
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
  const radius = capsule[capsuleOffset + 6];
  return cast(out, outOffset, sphere, sphereOffset, translation, translationOffset, capsule, capsuleOffset, radius);
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
  return cast(out, outOffset, sphere, sphereOffset, translation, translationOffset, segment, segmentOffset, 0);
}

function cast(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  segment: NumberArray,
  segmentOffset: number,
  radius: number,
): number {
  for (let i = 0; i < 3; i++) {
    ray[i] = sphere[sphereOffset + i];
    ray[3 + i] = translation[translationOffset + i];
  }
  const moving = sphere[sphereOffset + 3];
  const t = castRayThickSegment(hit, 0, ray, 0, 1, segment, segmentOffset, segmentOffset + 3, radius + moving);
  if (t === Infinity || Number.isNaN(ray[3] + ray[4] + ray[5])) return Infinity;
  if (t === 0) {
    writeNearest(out, outOffset, segment, segmentOffset, radius);
    return 0;
  }
  const nx = hit[3];
  const ny = hit[4];
  const nz = hit[5];
  writeHit(out, outOffset, hit[0] - moving * nx, hit[1] - moving * ny, hit[2] - moving * nz, nx, ny, nz);
  return t;
}

/** Writes the point of the capsule nearest to the origin of `ray`, and a zero normal. */
function writeNearest(
  out: WritableNumberArray,
  outOffset: number,
  segment: NumberArray,
  segmentOffset: number,
  radius: number,
): void {
  const ax = segment[segmentOffset];
  const ay = segment[segmentOffset + 1];
  const az = segment[segmentOffset + 2];
  const ex = segment[segmentOffset + 3] - ax;
  const ey = segment[segmentOffset + 4] - ay;
  const ez = segment[segmentOffset + 5] - az;
  const lengthSquared = ex * ex + ey * ey + ez * ez;
  const along = (ray[0] - ax) * ex + (ray[1] - ay) * ey + (ray[2] - az) * ez;
  const s = lengthSquared > 0 ? Math.min(Math.max(along / lengthSquared, 0), 1) : 0;
  const x = ax + s * ex;
  const y = ay + s * ey;
  const z = az + s * ez;
  const mx = ray[0] - x;
  const my = ray[1] - y;
  const mz = ray[2] - z;
  const distance = Math.sqrt(mx * mx + my * my + mz * mz);
  const part = distance > radius ? radius / distance : 1;
  writeHit(out, outOffset, x + part * mx, y + part * my, z + part * mz, 0, 0, 0);
}
