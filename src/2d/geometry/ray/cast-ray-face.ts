import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import {
  HIT_FRACTION,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
} from './cast-ray-piece.ts';

/** The results of `castRayFace`. */
export const RAY_MISSES = 0;
export const RAY_MEETS_FACE = 1;
export const RAY_UNSURE = 2;

/** A hit nearer to a corner, or to touching, than this part of the lengths involved is left to another routine. */
const SLACK = 2 ** -40;

/** The squared sine of the angle between ray and edge below which the ray is left to another routine. */
const SHALLOW = 1e-6;

/**
 * Casts a ray, up to fraction 1, at the faces of a rounded convex piece: tells whether the line of a face keeps the ray
 * out, or whether the ray enters through the middle of a face, and writes that hit. All other rays are left to
 * `castRayPiece`: those that come to a corner, begin in or on the piece, or graze it. The radius of the piece is read
 * from the ray.
 *
 * Source: Cyrus and Beck, Generalized two- and three-dimensional clipping, 1978.
 */
export function castRayFace(hit: Float64Array, ray: Float64Array, { vertices, normals, count }: ConvexPiece): number {
  const x = ray[RAY_X];
  const y = ray[RAY_Y];
  const dx = ray[RAY_DIRECTION_X];
  const dy = ray[RAY_DIRECTION_Y];
  const radius = ray[RAY_RADIUS];
  const end = count * PIECE_STRIDE;
  let face = -1;
  let enter = -1;
  for (let at = 0; at < end; at += PIECE_STRIDE) {
    const nx = normals[at];
    const ny = normals[at + 1];
    const gap = nx * (x - vertices[at]) + ny * (y - vertices[at + 1]) - radius;
    if (!(gap > 0)) continue;
    const approach = 0 - (nx * dx + ny * dy);
    if (!(gap <= approach * (1 + SLACK))) return RAY_MISSES;
    const fraction = gap / approach;
    if (!(fraction > enter)) continue;
    enter = fraction;
    face = at;
  }
  if (face < 0) return RAY_UNSURE;
  const next = face + PIECE_STRIDE === end ? 0 : face + PIECE_STRIDE;
  const nx = normals[face];
  const ny = normals[face + 1];
  const wayX = x - vertices[face];
  const wayY = y - vertices[face + 1];
  const approach = 0 - (nx * dx + ny * dy);
  const length = nx * (vertices[next + 1] - vertices[face + 1]) - ny * (vertices[next] - vertices[face]);
  const along = nx * (wayY + enter * dy) - ny * (wayX + enter * dx);
  const slack = SLACK * (Math.abs(wayX) + Math.abs(wayY) + length + radius);
  if (!(along > slack && along < length - slack && enter * approach > slack)) return RAY_UNSURE;
  if (!(approach * approach > SHALLOW * (dx * dx + dy * dy))) return RAY_UNSURE;
  hit[HIT_FRACTION] = enter;
  // 0 + x keeps a zero positive.
  hit[HIT_NORMAL_X] = 0 + nx;
  hit[HIT_NORMAL_Y] = 0 + ny;
  return RAY_MEETS_FACE;
}

/** Returns whether a ray's origin is outside of a face of a rounded piece, by more than rounding. */
export function isOffFace(ray: Float64Array, { vertices, normals, count }: ConvexPiece): boolean {
  const x = ray[RAY_X];
  const y = ray[RAY_Y];
  const radius = ray[RAY_RADIUS];
  const end = count * PIECE_STRIDE;
  for (let at = 0; at < end; at += PIECE_STRIDE) {
    const wayX = x - vertices[at];
    const wayY = y - vertices[at + 1];
    const gap = normals[at] * wayX + normals[at + 1] * wayY - radius;
    if (gap > SLACK * (Math.abs(wayX) + Math.abs(wayY) + radius)) return true;
  }
  return false;
}
