import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeHit } from '../ray/ray-hit.ts';

// Against n·x = d a box reaches h_x·|n_x| + h_y·|n_y| + h_z·|n_z| from its centre, at the corner that lies farthest
// along ∓n: a sphere of that radius would meet the plane at the same time. Where a component of n is 0 the whole edge
// or face touches at once, and its middle is the contact point.

/**
 * Casts a moving AABB (6) along a translation (3) at both sides of a plane n·x = d (4, n of any length). Returns the
 * fraction of the translation at first contact and writes the contact point (corner, or middle of edge or face) and the
 * unit normal on the box's side (6). A start across or touching the plane gives 0, a point of both and a zero normal.
 * No contact, an empty box, a zero n and NaN give `Infinity` and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.3 and 5.5.3.
 */
export function castAabbPlane(
  out: WritableNumberArray,
  outOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
  translation: NumberArray,
  translationOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  if (nx === 0 && ny === 0 && nz === 0) return Infinity;
  const hx = (aabb[aabbOffset + 3] - aabb[aabbOffset]) / 2;
  const hy = (aabb[aabbOffset + 4] - aabb[aabbOffset + 1]) / 2;
  const hz = (aabb[aabbOffset + 5] - aabb[aabbOffset + 2]) / 2;
  if (!(hx >= 0 && hy >= 0 && hz >= 0)) return Infinity;
  const cx = aabb[aabbOffset] + hx;
  const cy = aabb[aabbOffset + 1] + hy;
  const cz = aabb[aabbOffset + 2] + hz;
  const tx = translation[translationOffset];
  const ty = translation[translationOffset + 1];
  const tz = translation[translationOffset + 2];
  if (Number.isNaN(tx + ty + tz)) return Infinity;
  const height = nx * cx + ny * cy + nz * cz - plane[planeOffset + 3];
  const extent = hx * Math.abs(nx) + hy * Math.abs(ny) + hz * Math.abs(nz);
  const side = height > 0 ? 1 : -1;
  // The corner nearest to the plane, seen from the centre; Math.sign keeps 0 for the middle of an edge or face.
  const kx = -side * hx * Math.sign(nx);
  const ky = -side * hy * Math.sign(ny);
  const kz = -side * hz * Math.sign(nz);
  const distance = Math.abs(height);
  if (distance <= extent) {
    const part = extent > 0 ? distance / extent : 0;
    writeHit(out, outOffset, cx + part * kx, cy + part * ky, cz + part * kz, 0, 0, 0);
    return 0;
  }
  const approach = -side * (nx * tx + ny * ty + nz * tz);
  if (!(approach > 0)) return Infinity;
  const t = (distance - extent) / approach;
  if (!(t <= 1)) return Infinity;
  const px = cx + t * tx + kx;
  const py = cy + t * ty + ky;
  const pz = cz + t * tz + kz;
  writeHit(out, outOffset, px, py, pz, side * nx, side * ny, side * nz);
  return t;
}
