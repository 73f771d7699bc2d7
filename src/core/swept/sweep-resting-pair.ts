import type { ColliderSet } from '../collider-set.ts';
import { reserve } from '../typed-array.ts';
import {
  APART,
  APART_AT,
  APART_SPREAD_A,
  APART_SPREAD_B,
  IMPACT_EXIT,
  IMPACT_FRACTION,
  type PieceSweeps,
} from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/** Penetrations below this part of a piece's size are rounding. */
const RESTING_SLACK = 2 ** -20;

/**
 * Does the same as `sweepPair`, for a pair that touches where its paths start, of which one has several pieces: finds
 * the first two pieces that meet on the way and have parted before its end, as a ball that rolls on the floor of a map
 * flies through its walls. Only pieces that go deeper into each other than those that touch at the ends of the way
 * count: pieces of the floor that the ball rolls over are not met.
 */
export function sweepRestingPair<Set extends ColliderSet>(sweeps: PieceSweeps<Set>, paths: SweptPaths): void {
  const { pair } = sweeps;
  const { impact, cursorA, cursorB } = pair;
  setDirection(sweeps, paths, false);
  impact[IMPACT_FRACTION] = Infinity;
  pair.findPiecesOfA(paths);
  measureAllAtEnds(sweeps, paths);
  let first = Infinity;
  let firstI = 0;
  let firstK = 0;
  let measured = 0;
  for (let i = 0; i < cursorA.count; i++) {
    pair.findPiecesOfB(paths, i);
    for (let k = 0; k < cursorB.count; k++) {
      if (!(gaps[measured++] > 0)) continue;
      meetPieces(sweeps, paths, i, k, false);
      const fraction = impact[IMPACT_FRACTION];
      if (!(fraction < first) || !goDeeper(sweeps, paths, i, k)) continue;
      first = fraction;
      firstI = i;
      firstK = k;
    }
  }
  impact[IMPACT_FRACTION] = Infinity;
  if (first === Infinity) return;
  pair.findPiecesOfB(paths, firstI);
  meetPieces(sweeps, paths, firstI, firstK, false);
  impact[IMPACT_EXIT] = NaN;
}

/** How deep the pieces that touch at the start or at the end of the way go into each other. */
const depth = new Float64Array(1);
/**
 * How far each two pieces are apart at the ends of the way, in the order in which they are tried; MISSED for two that
 * do not meet at all.
 */
const MISSED = -1;
let gaps = new Float64Array(16);

/** Writes `gaps` and `depth`. Pairs of pieces of which one passes the other from behind do not count for the depth. */
function measureAllAtEnds<Set extends ColliderSet>(sweeps: PieceSweeps<Set>, paths: SweptPaths): void {
  const { pair } = sweeps;
  const { apart, cursorA, cursorB } = pair;
  let measured = 0;
  depth[0] = 0;
  for (let i = 0; i < cursorA.count; i++) {
    pair.findPiecesOfB(paths, i);
    gaps = reserve(gaps, measured + cursorB.count);
    for (let k = 0; k < cursorB.count; k++) {
      if (sweeps.missOnWay?.(paths, i, k) === true) {
        gaps[measured++] = MISSED;
        continue;
      }
      measureAtEnds(sweeps, i, k);
      gaps[measured++] = apart[APART];
      if (sweeps.arePassed()) continue;
      depth[0] = Math.max(depth[0], 0 - apart[APART]);
    }
  }
}

/** Measures how far piece i of A and piece k of B are apart at the start or at the end, whichever is less. */
function measureAtEnds<Set extends ColliderSet>(sweeps: PieceSweeps<Set>, i: number, k: number): void {
  const { pair } = sweeps;
  const { apart } = pair;
  pair.choosePieces(i, k);
  apart[APART_AT] = 1;
  sweeps.measureApart();
  const atEnd = apart[APART];
  apart[APART_AT] = 0;
  sweeps.measureApart();
  apart[APART] = Math.min(atEnd, apart[APART]);
}

/** Returns whether two pieces, which have been found to meet, are deeper in each other than `depth` until they part. */
function goDeeper<Set extends ColliderSet>(sweeps: PieceSweeps<Set>, paths: SweptPaths, i: number, k: number): boolean {
  const { impact, apart } = sweeps.pair;
  const fraction = impact[IMPACT_FRACTION];
  meetPieces(sweeps, paths, i, k, true);
  const parting = 1 - impact[IMPACT_FRACTION];
  setDirection(sweeps, paths, false);
  apart[APART_AT] = (fraction + parting) / 2;
  sweeps.measureApart();
  const inside = 0 - apart[APART];
  sweeps.writeSpreads();
  return inside > depth[0] + RESTING_SLACK * apart[APART_SPREAD_A] && inside > RESTING_SLACK * apart[APART_SPREAD_B];
}

/** Sweeps two pieces alone, and writes `impact`. */
function meetPieces<Set extends ColliderSet>(
  sweeps: PieceSweeps<Set>,
  paths: SweptPaths,
  i: number,
  k: number,
  backwards: boolean,
): void {
  setDirection(sweeps, paths, backwards);
  sweeps.pair.impact[IMPACT_FRACTION] = Infinity;
  if (sweeps.pair.turns) sweeps.sweepTurning(paths, i, k);
  else sweeps.sweepStraight(paths, i, k);
}

/** Sets the direction in which the pair is swept: from the start to the end of its paths, or back. */
function setDirection<Set extends ColliderSet>(sweeps: PieceSweeps<Set>, paths: SweptPaths, backwards: boolean): void {
  sweeps.pair.backwards = backwards;
  sweeps.takeMotions(paths);
}
