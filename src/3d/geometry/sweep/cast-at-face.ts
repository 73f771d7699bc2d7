import { type ConvexBody, writeBodySupport } from '../convex/convex-body.ts';
import { MET_FRACTION, MET_NORMAL } from './cast-capsule-triangle.ts';

/**
 * The layout of a cast at a face: the unit normal of the triangle, 0 for a triangle that is too thin; the translation
 * of the body; the radius around the triangle; the rounding error of a distance; and the fraction of the translation
 * beyond which hits are of no interest.
 */
export const FACE_WAY = 3;
export const FACE_RADIUS = 6;
export const FACE_SLACK = 7;
export const FACE_LIMIT = 8;
export const FACE_LENGTH = 9;

/** The point of the core that comes to the plane first, and the direction in which it is farthest. */
const lowest = new Float64Array(3);
const down = new Float64Array(3);

/**
 * Casts a convex body of any form at a triangle, both in one frame, as far as the triangle's plane decides: a body
 * beside the plane meets the triangle no earlier than the plane, and meets it there if the point by which the body
 * comes to the plane is on the triangle then. Writes the point on the triangle's surface, the unit normal and the
 * fraction of the translation (7 numbers), the fraction `Infinity` where the plane is not reached within the limit.
 * Returns false where the plane does not decide: the body is not clear of it at the start, or comes to it beside the
 * triangle.
 */
export function castAtFace(out: Float64Array, cast: Float64Array, body: ConvexBody, corners: Float64Array): boolean {
  const nx = cast[0];
  const ny = cast[1];
  const nz = cast[2];
  const wayX = cast[FACE_WAY];
  const wayY = cast[FACE_WAY + 1];
  const wayZ = cast[FACE_WAY + 2];
  const height = nx * (body.x - corners[0]) + ny * (body.y - corners[1]) + nz * (body.z - corners[2]);
  const side = height > 0 ? 1 : -1;
  down[0] = -side * nx;
  down[1] = -side * ny;
  down[2] = -side * nz;
  writeBodySupport(lowest, 0, body, down);
  const room = nx * (lowest[0] - corners[0]) + ny * (lowest[1] - corners[1]) + nz * (lowest[2] - corners[2]);
  const gap = side * room - (body.rounding + cast[FACE_RADIUS]);
  // Of a triangle without a normal the gap is not above 0.
  if (!(gap > cast[FACE_SLACK])) return false;
  const rate = 0 - side * (nx * wayX + ny * wayY + nz * wayZ);
  const fraction = gap / rate;
  if (!(rate > 0 && fraction <= 1 && gap - cast[FACE_SLACK] <= cast[FACE_LIMIT] * rate)) {
    out[MET_FRACTION] = Infinity;
    return true;
  }
  const x = lowest[0] + fraction * wayX;
  const y = lowest[1] + fraction * wayY;
  const z = lowest[2] + fraction * wayZ;
  for (let i = 0; i < 9; i += 3) {
    const next = i === 6 ? 0 : i + 3;
    const ux = corners[next] - corners[i];
    const uy = corners[next + 1] - corners[i + 1];
    const uz = corners[next + 2] - corners[i + 2];
    const vx = x - corners[i];
    const vy = y - corners[i + 1];
    const vz = z - corners[i + 2];
    const across = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
    if (!(across >= 0)) return false;
  }
  const off = side * body.rounding;
  out[0] = x - off * nx;
  out[1] = y - off * ny;
  out[2] = z - off * nz;
  out[MET_NORMAL] = side * nx + 0;
  out[MET_NORMAL + 1] = side * ny + 0;
  out[MET_NORMAL + 2] = side * nz + 0;
  out[MET_FRACTION] = fraction;
  return true;
}
