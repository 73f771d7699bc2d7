import type { ColliderSet } from '../collider-set.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';
import { collideConvex } from '../geometry/collide-convex.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact-layout.ts';
import { isBehind } from '../narrow-phase/collide-chain-segment.ts';
import { centreFrame } from '../narrow-phase/load-piece.ts';
import { registeredOf } from '../narrow-phase/registered-of.ts';
import { SHAPE_CHAIN } from '../shapes/shape-kind.ts';
import { createPieceCursor, findPieces, loadPiece, type PieceCursor } from './visit-pieces.ts';

const cursorA = createPieceCursor();
const cursorB = createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);
const axis = new Int32Array(1);

/** Farther than any two pieces can be, so that every separation is measured. */
const NO_LIMIT = Number.MAX_VALUE;

/**
 * Returns the signed separation of two colliders' shapes: exact, over all pairs of their pieces, and therefore slow. Segments of a
 * one-sided chain do not count for what is behind them; Infinity when that leaves nothing.
 */
export function separationOfColliders(set: ColliderSet, slotA: number, slotB: number): number {
  centreFrame(set, slotA);
  const everything = Number.MAX_VALUE / 1e10;
  findPieces(cursorA, set, slotA, -everything, -everything, everything, everything);
  findPieces(cursorB, set, slotB, -everything, -everything, everything, everything);
  let least = Infinity;
  for (let i = 0; i < cursorA.count; i++) {
    loadPiece(cursorA, set, slotA, i);
    for (let k = 0; k < cursorB.count; k++) {
      loadPiece(cursorB, set, slotB, k);
      if (isBehindOneSided(set, slotA, cursorA, cursorB) || isBehindOneSided(set, slotB, cursorB, cursorA)) continue;
      axis[0] = 0;
      const points = collideConvex(manifold, features, cursorA.piece, cursorB.piece, NO_LIMIT, axis, 0);
      for (let p = 0; p < points; p++) {
        least = Math.min(least, manifold[CONTACT_POINTS + p * CONTACT_POINT_STRIDE + CONTACT_SEPARATION]!);
      }
    }
  }
  return least;
}

function isBehindOneSided(set: ColliderSet, slot: number, own: PieceCursor, other: PieceCursor): boolean {
  if (set.shape.kind[set.slots.index[slot]!] !== SHAPE_CHAIN) return false;
  return isBehind(registeredOf(set, slot), own.piece, other.piece);
}

/** Returns how far apart two colliders' bounds are, without the speculative margin: 0 when they touch or overlap. */
export function gapOfBounds(set: ColliderSet, slotA: number, slotB: number): number {
  const a = slotA * BOUNDS_STRIDE;
  const b = slotB * BOUNDS_STRIDE;
  const { bounds, margin } = set;
  const x = Math.max(bounds[a]! - bounds[b + 2]!, bounds[b]! - bounds[a + 2]!) + margin;
  const y = Math.max(bounds[a + 1]! - bounds[b + 3]!, bounds[b + 1]! - bounds[a + 3]!) + margin;
  if (!(x > 0)) return Math.max(y, 0);
  return y > 0 ? Math.sqrt(x * x + y * y) : x;
}
