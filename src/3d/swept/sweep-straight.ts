import { HIT_FRACTION, HIT_NORMAL } from '../../core/queries/cast-piece.ts';
import { IMPACT_EXIT, IMPACT_FRACTION, IMPACT_NORMAL } from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import { BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { pairOrigin, setPairOrigin } from '../narrow-phase/pair-origin.ts';
import { penetrateBodies } from '../queries/body-pairs.ts';
import { castPiece } from '../queries/cast-piece.ts';
import type { QueryBody } from '../queries/query-body.ts';
import { IMPACT_POINT, touch } from './impact.ts';
import { arePassed } from './passed-pieces.ts';
import { isMet } from './settle-impact.ts';
import { pair, WAY_A, WAY_AB, WAY_B, WAY_BA } from './swept-pair.ts';

/** The hit and the translation of a cast: see core/queries/cast-piece.ts. */
const hit = new Float64Array(7);
const HIT_POINT = 4;
const translation = new Float64Array(8);
const DIRECTION = 3;
const LIMIT = 7;

/**
 * Casts piece number i of A along its way as seen from B at piece number k of B. The frame's origin is where A is at
 * the start.
 */
export function sweepStraight(paths: SweptPaths, i: number, k: number): void {
  const { slotA, slotB, backwards, ways, impact, cursorA, cursorB } = pair;
  const set = pair.set!;
  setPairOrigin(set, slotA);
  pair.childA = cursorA.load(set, slotA, i);
  // The pose of B is the one at the end of its path, so the origin is shifted by its way: B is then loaded where it is
  // at the start.
  if (!backwards) for (let axis = 0; axis < 3; axis++) pairOrigin[axis] += ways[WAY_AB + axis];
  pair.childB = cursorB.load(set, slotB, k);
  if (!backwards && arePassed(cursorA.piece, cursorB.piece)) return;
  for (let axis = 0; axis < 3; axis++) {
    translation[DIRECTION + axis] = backwards ? 0 - ways[WAY_BA + axis] : ways[WAY_BA + axis];
  }
  translation[LIMIT] = 1;
  castPiece(hit, cursorA.piece, cursorB.piece, translation, 'hit');
  if (hit[HIT_FRACTION] === 0 && !backwards && areOutside(cursorA.piece, cursorB.piece)) {
    // A body that lies on a floor, or a hair above it, does not meet the floor by moving along it.
    castPiece(hit, cursorA.piece, cursorB.piece, translation, 'ignore-separating');
  }
  impact[IMPACT_EXIT] = NaN;
  if (!(hit[HIT_FRACTION] < impact[IMPACT_FRACTION])) return;
  writeTouch();
  if (backwards || isMet(paths)) pair.takeTouch(touch);
}

/** See `PieceCastRoutines.penetrate`. */
const deepest = new Float64Array(10);
const DEPTH = 9;
/** How deep rounding may put pieces into each other that touch, relative to their sizes: 64 roundings. */
const DEPTH_ROUNDING = 2 ** -46;

/** Returns whether two pieces touch at most; casts and contacts may differ about this. */
function areOutside(pieceA: QueryBody, pieceB: QueryBody): boolean {
  penetrateBodies(deepest, pieceA, pieceB);
  const sizes = pieceA.body.reach + pieceA.body.rounding + pieceB.body.reach + pieceB.body.rounding;
  return deepest[DEPTH] <= DEPTH_ROUNDING * sizes;
}

/** Writes `touch` from the hit of A's piece, which is seen from B, in a frame whose origin is where A starts. */
function writeTouch(): void {
  const { slotA, ways } = pair;
  const { poses } = pair.set!;
  const fraction = hit[HIT_FRACTION];
  touch[IMPACT_FRACTION] = fraction;
  for (let axis = 0; axis < 3; axis++) {
    touch[IMPACT_NORMAL + axis] = 0 - hit[HIT_NORMAL + axis];
    // The hit is relative to where A starts, and it is on B, which has moved by its own share of the way.
    const start = poses[slotA * BODY_STRIDE + BODY_X + axis] - ways[WAY_A + axis];
    touch[IMPACT_POINT + axis] = start + hit[HIT_POINT + axis] + fraction * ways[WAY_B + axis];
  }
}
