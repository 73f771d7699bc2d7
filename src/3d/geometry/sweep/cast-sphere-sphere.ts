import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { castRayBall } from '../ray/cast-ray-sphere.ts';
import { setRay } from '../ray/ray-from-segment.ts';
import { writeHit } from '../ray/ray-hit.ts';

const ray = new Float64Array(6);
const hit = new Float64Array(6);

/**
 * Casts a moving sphere (4) along a translation (3) at a fixed solid sphere (4). Returns the fraction of the
 * translation at first contact and writes the contact point and the unit normal from the fixed to the moving sphere
 * (6). A start in contact gives 0, the point of the fixed sphere nearest to the moving centre, and a zero normal. No
 * contact and NaN give `Infinity` and write nothing. For two moving spheres pass the difference of their translations.
 *
 * The moving centre is a ray at a sphere of both radii.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.5.5.
 */
export function castSphereSphere(
  out: WritableNumberArray,
  outOffset: number,
  sphere: NumberArray,
  sphereOffset: number,
  translation: NumberArray,
  translationOffset: number,
  fixed: NumberArray,
  fixedOffset: number,
): number {
  setRay(ray, sphere, sphereOffset, translation, translationOffset);
  const x = fixed[fixedOffset];
  const y = fixed[fixedOffset + 1];
  const z = fixed[fixedOffset + 2];
  const radius = fixed[fixedOffset + 3];
  const t = castRayBall(hit, 0, ray, 0, 1, fixed, fixedOffset, radius + sphere[sphereOffset + 3]);
  if (t === Infinity || Number.isNaN(ray[3] + ray[4] + ray[5])) return Infinity;
  if (t === 0) {
    const mx = ray[0] - x;
    const my = ray[1] - y;
    const mz = ray[2] - z;
    const distance = Math.sqrt(mx * mx + my * my + mz * mz);
    const part = distance > radius ? radius / distance : 1;
    writeHit(out, outOffset, x + part * mx, y + part * my, z + part * mz, 0, 0, 0);
    return 0;
  }
  const nx = hit[3];
  const ny = hit[4];
  const nz = hit[5];
  writeHit(out, outOffset, x + radius * nx, y + radius * ny, z + radius * nz, nx, ny, nz);
  return t;
}
