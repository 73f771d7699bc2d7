import { spreadOf } from '../shapes/placed-piece.ts';
import { IMPACT_EXIT, IMPACT_FRACTION, impact } from './impact.ts';
import { arePassed, isGrid, isOneWayTile } from './passed-pieces.ts';
import { childOf, cursorA, cursorB, findPiecesOfA, findPiecesOfB } from './pieces-on-way.ts';
import { sweepStraight } from './sweep-straight.ts';
import { APART, APART_AT, apart, measureApart, placedA, placedB, sweepTurning, takeMotions } from './sweep-turning.ts';
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
  writeDepthAtEnds(paths);
  let first = Infinity;
  let firstI = 0;
  let firstK = 0;
  for (let i = 0; i < cursorA.count; i++) {
    findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      measureAtEnds(i, k);
      if (!(apart[APART] > 0)) continue;
      meetPieces(paths, i, k, false);
      const fraction = impact[IMPACT_FRACTION];
      if (!(fraction < first) || !goDeeper(paths, i, k)) continue;
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

/** How deep what touches at the start or at the end goes into each other. */
const depth = new Float64Array(1);

/** Writes that, but for what is passed from its one side. */
function writeDepthAtEnds(paths: SweptPaths): void {
  const { slotA, slotB } = pair;
  depth[0] = 0;
  for (let i = 0; i < cursorA.count; i++) {
    findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      measureAtEnds(i, k);
      if (isOneWayTile(slotA, pair.childA) || isOneWayTile(slotB, pair.childB) || arePassed(placedA, placedB)) continue;
      depth[0] = Math.max(depth[0], 0 - apart[APART]);
    }
  }
}

/** Measures how far piece i of A and piece k of B are apart at the start or at the end, whichever is less. */
function measureAtEnds(i: number, k: number): void {
  pair.childA = childOf(cursorA, pair.slotA, i);
  pair.childB = childOf(cursorB, pair.slotB, k);
  apart[APART_AT] = 1;
  measureApart();
  const atEnd = apart[APART];
  apart[APART_AT] = 0;
  measureApart();
  apart[APART] = Math.min(atEnd, apart[APART]);
}

/** Whether two pieces, which have been found to meet, are deeper in each other than `depth` until they part. */
function goDeeper(paths: SweptPaths, i: number, k: number): boolean {
  const fraction = impact[IMPACT_FRACTION];
  meetPieces(paths, i, k, true);
  const parting = 1 - impact[IMPACT_FRACTION];
  setDirection(paths, false);
  apart[APART_AT] = (fraction + parting) / 2;
  measureApart();
  const inside = 0 - apart[APART];
  return inside > depth[0] + RESTING_SLACK * spreadOf(placedA) && inside > RESTING_SLACK * spreadOf(placedB);
}

/** Sweeps two pieces alone, and writes `impact`. */
function meetPieces(paths: SweptPaths, i: number, k: number, backwards: boolean): void {
  setDirection(paths, backwards);
  impact[IMPACT_FRACTION] = Infinity;
  if (pair.turns) sweepTurning(paths, i, k);
  else sweepStraight(paths, i, k);
}

/** Takes up the pair anew, to be swept from the start to the end of its paths or the other way. */
function setDirection(paths: SweptPaths, backwards: boolean): void {
  pair.backwards = backwards;
  takeMotions(paths);
}
