import { spreadOf } from '../shapes/placed-piece.ts';
import { IMPACT_EXIT, IMPACT_FRACTION, impact } from './impact.ts';
import { arePassed, isGrid, isOneWayTile } from './passed-pieces.ts';
import { childOf, cursorA, cursorB, findPiecesOfA, findPiecesOfB } from './pieces-on-way.ts';
import { sweepStraight } from './sweep-straight.ts';
import { placedA, placedB, separationAt, sweepTurning, takeMotions } from './sweep-turning.ts';
import { pair } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/** Of a piece's size: what goes deeper by less than this is rounding. */
const RESTING_SLACK = 2 ** -20;

/**
 * As `sweepPair`, for a pair that touches where its paths start, of which one has several pieces: finds the first two
 * pieces that meet on the way and have parted before its end, as a ball that rolls on the floor of a map flies through
 * its walls. Only what goes deeper into each other than what touches at the ends: pieces of the floor that are rolled
 * over are not met.
 */
export function sweepRestingPair(paths: SweptPaths): void {
  const { slotA, slotB } = pair;
  pair.hasGrid = isGrid(slotA) || isGrid(slotB);
  setDirection(paths, false);
  findPiecesOfA(paths);
  const depth = depthAtEnds(paths);
  let first = Infinity;
  let firstI = 0;
  let firstK = 0;
  for (let i = 0; i < cursorA.count; i++) {
    findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      if (!(separationAtEnds(i, k) > 0)) continue;
      const fraction = meetPieces(paths, i, k, false);
      if (!(fraction < first) || !goDeeper(paths, i, k, fraction, depth)) continue;
      first = fraction;
      firstI = i;
      firstK = k;
    }
  }
  impact[IMPACT_FRACTION] = Infinity;
  if (first === Infinity) return;
  findPiecesOfB(paths, firstI);
  meetPieces(paths, firstI, firstK, false);
  impact[IMPACT_EXIT] = NaN;
}

/** How deep what touches at the start or at the end goes into each other, but for what is passed from its one side. */
function depthAtEnds(paths: SweptPaths): number {
  const { slotA, slotB } = pair;
  let depth = 0;
  for (let i = 0; i < cursorA.count; i++) {
    findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      const separation = separationAtEnds(i, k);
      if (isOneWayTile(slotA, pair.childA) || isOneWayTile(slotB, pair.childB) || arePassed(placedA, placedB)) continue;
      depth = Math.max(depth, 0 - separation);
    }
  }
  return depth;
}

/** How far piece i of A and piece k of B are apart at the start or at the end, whichever is less. */
function separationAtEnds(i: number, k: number): number {
  pair.childA = childOf(cursorA, pair.slotA, i);
  pair.childB = childOf(cursorB, pair.slotB, k);
  return Math.min(separationAt(1), separationAt(0));
}

/** Whether two pieces that meet after a part of the way are deeper than `depth` in each other until they part. */
function goDeeper(paths: SweptPaths, i: number, k: number, fraction: number, depth: number): boolean {
  const parting = 1 - meetPieces(paths, i, k, true);
  setDirection(paths, false);
  const inside = 0 - separationAt((fraction + parting) / 2);
  return inside > depth + RESTING_SLACK * spreadOf(placedA) && inside > RESTING_SLACK * spreadOf(placedB);
}

/** Sweeps two pieces alone. Returns the part of the way after which they touch, Infinity for never. */
function meetPieces(paths: SweptPaths, i: number, k: number, backwards: boolean): number {
  setDirection(paths, backwards);
  impact[IMPACT_FRACTION] = Infinity;
  if (pair.turns) sweepTurning(paths, i, k);
  else sweepStraight(paths, i, k);
  return impact[IMPACT_FRACTION];
}

/** Takes up the pair anew, to be swept from the start to the end of its paths or the other way. */
function setDirection(paths: SweptPaths, backwards: boolean): void {
  pair.backwards = backwards;
  takeMotions(paths);
}
