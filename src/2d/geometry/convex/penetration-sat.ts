import type { WritableNumberArray } from '../../../core/number-array.ts';
import { collidePieces } from '../contact/collide-convex.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION, CONTACT_STRIDE } from '../contact/contact-layout.ts';
import type { ConvexPiece } from './convex-piece.ts';

const contact = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(2);

/**
 * Computes the penetration depth of two rounded convex pieces in one frame by separating axes: writes the unit normal
 * from A to B and the deepest points on the surfaces of A and of B (6 numbers), and returns the depth. Moving B by
 * depth · normal, or A by its opposite, just separates them, and no shorter translation does. Pieces that do not
 * overlap give minus their distance, the direction from A to B and the closest points. NaN gives NaN and writes
 * nothing.
 *
 * Exact for any count of vertices, contained and concentric shapes included; see `collideConvex` for ties.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.1; the contacts of `collideConvex` without a limit.
 */
export function penetrationSat(out: WritableNumberArray, outOffset: number, a: ConvexPiece, b: ConvexPiece): number {
  const count = collidePieces(contact, features, a, b, Infinity);
  if (count === 0) return Number.NaN;
  let p = CONTACT_POINTS;
  const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
  if (count === 2 && contact[second + CONTACT_SEPARATION] < contact[p + CONTACT_SEPARATION]) p = second;
  const separation = contact[p + CONTACT_SEPARATION];
  const normalX = contact[0];
  const normalY = contact[1];
  const halfX = 0.5 * separation * normalX;
  const halfY = 0.5 * separation * normalY;
  out[outOffset] = normalX;
  out[outOffset + 1] = normalY;
  out[outOffset + 2] = contact[p] - halfX;
  out[outOffset + 3] = contact[p + 1] - halfY;
  out[outOffset + 4] = contact[p] + halfX;
  out[outOffset + 5] = contact[p + 1] + halfY;
  return 0 - separation;
}
