import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { ConvexPiece } from '../convex/convex-piece.ts';
import {
  castRayPiece,
  HIT_FRACTION,
  HIT_LENGTH,
  HIT_NORMAL_X,
  HIT_NORMAL_Y,
  RAY_DIRECTION_X,
  RAY_DIRECTION_Y,
  RAY_LENGTH,
  RAY_RADIUS,
  RAY_X,
  RAY_Y,
} from './cast-ray-piece.ts';

const thickRay = new Float64Array(RAY_LENGTH);
const hit = new Float64Array(HIT_LENGTH);

/**
 * Casts a ray (origin, direction of any length; 4) at a rounded convex piece in the same frame. Returns the fraction of
 * the direction, 0 … maxFraction, and writes the point and the outward unit normal (4 numbers); 0 with a zero normal
 * when the ray starts in or on the piece; Infinity, writing nothing, for a miss. A zero direction only asks whether it
 * starts inside.
 *
 * Derived here: each side moved outwards by the radius, and the round corner between two.
 */
export function castRayConvex(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  piece: ConvexPiece,
): number {
  const x = ray[rayOffset];
  const y = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  thickRay[RAY_X] = x;
  thickRay[RAY_Y] = y;
  thickRay[RAY_DIRECTION_X] = dx;
  thickRay[RAY_DIRECTION_Y] = dy;
  thickRay[RAY_RADIUS] = piece.radius;
  castRayPiece(hit, thickRay, piece.vertices, piece.normals, 0, piece.count);
  const fraction = hit[HIT_FRACTION];
  // A miss is Infinity, which an unlimited ray must not take for a hit.
  if (!(fraction <= maxFraction && fraction < Infinity)) return Infinity;
  out[outOffset] = x + fraction * dx;
  out[outOffset + 1] = y + fraction * dy;
  out[outOffset + 2] = hit[HIT_NORMAL_X];
  out[outOffset + 3] = hit[HIT_NORMAL_Y];
  return fraction;
}
