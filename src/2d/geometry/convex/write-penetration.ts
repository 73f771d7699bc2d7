import { collidePieces } from '../contact/collide-convex.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION, CONTACT_STRIDE } from '../contact/contact-layout.ts';
import type { ConvexPiece } from './convex-piece.ts';

/** The index of the depth, behind the normal and the points. */
export const PENETRATION_DEPTH = 6;
export const PENETRATION_STRIDE = 7;

const contact = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(2);
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);

/**
 * Does the same as `penetrationSat`, but writes the depth behind the other numbers: a fraction that a function returns
 * may be put on the heap.
 */
export function writePenetration(out: Float64Array, a: ConvexPiece, b: ConvexPiece): void {
  readPenetration(out, contact, collidePieces(contact, features, a, b, NO_LIMIT));
}

/** Reads how deep two pieces overlap from a manifold of `count` points, which no margin has limited, and writes it. */
export function readPenetration(out: Float64Array, contact: Float64Array, count: number): void {
  out[PENETRATION_DEPTH] = Number.NaN;
  if (count === 0) return;
  let p = CONTACT_POINTS;
  const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
  if (count === 2 && contact[second + CONTACT_SEPARATION] < contact[p + CONTACT_SEPARATION]) p = second;
  const separation = contact[p + CONTACT_SEPARATION];
  const normalX = contact[0];
  const normalY = contact[1];
  const halfX = 0.5 * separation * normalX;
  const halfY = 0.5 * separation * normalY;
  out[0] = normalX;
  out[1] = normalY;
  out[2] = contact[p] - halfX;
  out[3] = contact[p + 1] - halfY;
  out[4] = contact[p] + halfX;
  out[5] = contact[p + 1] + halfY;
  out[PENETRATION_DEPTH] = 0 - separation;
}
