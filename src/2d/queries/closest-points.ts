import { boundsMargin } from '../../core/collider-set.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { writePointBounds } from '../bounds/point-bounds.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { centreFrame, frameOrigin } from '../narrow-phase/load-collider.ts';
import { isBehind } from '../narrow-phase/segment-contacts.ts';
import { coreReach, type PlacedPiece } from '../shapes/placed-piece.ts';
import { createPieceCursor, findPiecesInBox, loadPiece, type PieceCursor } from './visit-pieces.ts';

/** What `measureColliders` has found: signed separation, normal, the point on A and the point on B, in world units. */
export const PROXIMITY_SEPARATION = 0;
export const PROXIMITY_NORMAL_X = 1;
export const PROXIMITY_NORMAL_Y = 2;
export const PROXIMITY_POINT_A = 3;
export const PROXIMITY_POINT_B = 5;
export const proximity = new Float64Array(7);
/** The pieces of A and B it is about. */
export const nearestChildren = new Uint32Array(2);

const cursorA = createPieceCursor();
const cursorB = createPieceCursor();
const manifold = new Float64Array(CONTACT_STRIDE);
const features = new Uint32Array(CONTACT_MAX_POINTS);

/** Farther than any two pieces can be, so that every separation is measured. */
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Number.MAX_VALUE);

/**
 * Searches that double their reach have seen everything long before, unless one shape is 2^60 times as large as the
 * other.
 */
const MAX_ROUNDS = 64;

/**
 * Finds the two pieces of two colliders that are nearest to each other, or deepest in each other, and writes
 * `proximity` and `nearestChildren`. Filters and tags play no part. Segments of a one-sided chain do not count for what
 * is behind them; returns false when that leaves nothing.
 *
 * Pieces are looked for within a reach that doubles until it holds a pair no farther apart than itself: what is nearer
 * would have been seen. So a chain's size hardly matters, only how much of it comes near.
 */
export function measureColliders(set: ColliderSet, slotA: number, slotB: number): boolean {
  centreFrame(set, slotA);
  proximity[PROXIMITY_SEPARATION] = Infinity;
  let reach = gapOfBounds(set, slotA, slotB);
  const whole = reachOfBoth(set, slotA, slotB);
  const step = Math.min(extentOf(set, slotA), extentOf(set, slotB)) / 8;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    visitWithin(set, slotA, slotB, reach);
    const least = proximity[PROXIMITY_SEPARATION];
    if (least <= reach || reach >= whole) break;
    // Something has been found, if beyond the reach: no more than that has to be looked at.
    reach = Math.min(least, 2 * reach + step);
  }
  return proximity[PROXIMITY_SEPARATION] < Infinity;
}

/** Returns how far apart two colliders' bounds are, without the speculative margin: 0 when they touch or overlap. */
export function gapOfBounds(set: ColliderSet, slotA: number, slotB: number): number {
  const a = slotA * BOUNDS_STRIDE;
  const b = slotB * BOUNDS_STRIDE;
  const { bounds } = set;
  const margin = boundsMargin(set, slotA) + boundsMargin(set, slotB);
  const x = Math.max(bounds[a] - bounds[b + 2], bounds[b] - bounds[a + 2]) + margin;
  const y = Math.max(bounds[a + 1] - bounds[b + 3], bounds[b + 1] - bounds[a + 3]) + margin;
  if (!(x > 0)) return Math.max(y, 0);
  return y > 0 ? Math.sqrt(x * x + y * y) : x;
}

/** The width and height of a collider's bounds, added up. */
function extentOf(set: ColliderSet, slot: number): number {
  return reachOfBoth(set, slot, slot);
}

/** A length no two points of the two bounds are farther apart than. */
function reachOfBoth(set: ColliderSet, slotA: number, slotB: number): number {
  const { bounds } = set;
  let reach = 0;
  for (let axis = 0; axis < 2; axis++) {
    const a = slotA * BOUNDS_STRIDE + axis;
    const b = slotB * BOUNDS_STRIDE + axis;
    reach += Math.max(bounds[a + 2], bounds[b + 2]) - Math.min(bounds[a], bounds[b]);
  }
  return reach;
}

const box = new Float64Array(4);

/**
 * Measures all pairs of pieces whose boxes come within `reach`, or within the least separation so far, if that is less.
 */
function visitWithin(set: ColliderSet, slotA: number, slotB: number, reach: number): void {
  for (let i = 0; i < 4; i++) box[i] = set.bounds[slotB * BOUNDS_STRIDE + i] + (i < 2 ? -reach : reach);
  findPiecesInBox(cursorA, set, slotA, box);
  for (let i = 0; i < cursorA.count; i++) {
    const childA = loadPiece(cursorA, set, slotA, i);
    findPiecesNear(set, slotB, cursorA.piece, Math.max(0, Math.min(reach, proximity[PROXIMITY_SEPARATION])));
    for (let k = 0; k < cursorB.count; k++) {
      const childB = loadPiece(cursorB, set, slotB, k);
      if (isBehindOneSided(set, slotA, cursorA, cursorB) || isBehindOneSided(set, slotB, cursorB, cursorA)) continue;
      measurePieces(childA, childB);
    }
  }
}

function findPiecesNear(set: ColliderSet, slot: number, piece: PlacedPiece, reach: number): void {
  writePointBounds(box, 0, piece.vertices, 0, piece.count, piece.radius + coreReach(piece) + reach);
  for (let i = 0; i < 4; i++) box[i] = box[i] + frameOrigin[i & 1];
  findPiecesInBox(cursorB, set, slot, box);
}

/** Keeps the pair at hand when it is nearer than what was found so far; the first among equals. */
function measurePieces(childA: number, childB: number): void {
  const points = collidePlaced(manifold, features, cursorA.piece, cursorB.piece, NO_LIMIT);
  for (let i = 0; i < points; i++) {
    const at = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    const separation = manifold[at + CONTACT_SEPARATION];
    if (!(separation < proximity[PROXIMITY_SEPARATION])) continue;
    const nx = manifold[CONTACT_NORMAL_X];
    const ny = manifold[CONTACT_NORMAL_Y];
    // The point lies midway between the two surfaces.
    const x = manifold[at] + frameOrigin[0];
    const y = manifold[at + 1] + frameOrigin[1];
    const half = separation / 2;
    proximity[PROXIMITY_SEPARATION] = separation;
    proximity[PROXIMITY_NORMAL_X] = nx;
    proximity[PROXIMITY_NORMAL_Y] = ny;
    proximity[PROXIMITY_POINT_A] = x - half * nx;
    proximity[PROXIMITY_POINT_A + 1] = y - half * ny;
    proximity[PROXIMITY_POINT_B] = x + half * nx;
    proximity[PROXIMITY_POINT_B + 1] = y + half * ny;
    nearestChildren[0] = childA;
    nearestChildren[1] = childB;
  }
}

function isBehindOneSided(set: ColliderSet, slot: number, own: PieceCursor, other: PieceCursor): boolean {
  const composite = compositeOf(set, slot);
  return composite !== undefined && isBehind(composite, own.piece, other.piece);
}
