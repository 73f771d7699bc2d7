import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit } from '../ray/ray-hit.ts';

/**
 * Casts a moving sphere (4) along a translation (3) at both sides of a plane n·x = d (4, n of any length). Returns the
 * fraction of the translation at first contact and writes the contact point and the unit normal on the sphere's side
 * (6). A start across or touching the plane gives 0, the projection of the centre and a zero normal. No contact, a zero
 * n and NaN give `Infinity` and write nothing.
 *
 * The signed distance of the centre falls linearly from s to the radius: t = (|s| − r) / (speed towards the plane).
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.3.
 */
export function castSpherePlane(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  let nx = plane[planeOffset];
  let ny = plane[planeOffset + 1];
  let nz = plane[planeOffset + 2];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return Infinity;
  nx /= length;
  ny /= length;
  nz /= length;
  const cx = sphere[sphereOffset];
  const cy = sphere[sphereOffset + 1];
  const cz = sphere[sphereOffset + 2];
  const radius = sphere[sphereOffset + 3];
  const tx = translation[translationOffset];
  const ty = translation[translationOffset + 1];
  const tz = translation[translationOffset + 2];
  const height = nx * cx + ny * cy + nz * cz - plane[planeOffset + 3] / length;
  const distance = Math.abs(height);
  if (Number.isNaN(tx + ty + tz)) return Infinity;
  if (distance <= radius) {
    writeHit(out, outOffset, cx - height * nx, cy - height * ny, cz - height * nz, 0, 0, 0);
    return 0;
  }
  const side = height > 0 ? 1 : -1;
  const approach = -side * (nx * tx + ny * ty + nz * tz);
  if (!(approach > 0)) return Infinity;
  const t = (distance - radius) / approach;
  if (!(t <= 1)) return Infinity;
  const reach = side * radius;
  const px = cx + t * tx - reach * nx;
  const py = cy + t * ty - reach * ny;
  const pz = cz + t * tz - reach * nz;
  writeHit(out, outOffset, px, py, pz, side * nx, side * ny, side * nz);
  return t;
}
