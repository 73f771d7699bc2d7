import type { ColliderSet } from '../collider-set.ts';

/** The two colliders that are swept at each other, and those of their pieces that are being tried. */
export interface SweptPair<Set extends ColliderSet = ColliderSet> {
  set: Set | undefined;
  slotA: number;
  childA: number;
  slotB: number;
  childB: number;
  /** Whether one of the two turns on its way. */
  turns: boolean;
  /** Whether the paths are gone from their ends to their starts. */
  backwards: boolean;
  /** Whether one of the two is a map of tiles, which may be solid from one side alone. */
  hasGrid: boolean;
}

/*
 * The result of a sweep, in an array that begins with these numbers and goes on with the unit normal from A to B and
 * the point of contact at that time, coordinate by coordinate. Sweeps write it.
 */

/** The part of the way after which the two first touch, Infinity for never. */
export const IMPACT_FRACTION = 0;
/**
 * The part of the way after which they part again, perhaps beyond its end; NaN where that has not been found along with
 * the rest.
 */
export const IMPACT_EXIT = 1;
export const IMPACT_NORMAL = 2;

/*
 * Places in `PieceSweeps.apart`: how far two pieces are apart, after which part of the way, and the sizes of the pieces
 * of A and of B. A sweep hands numbers over in this array, as one that is returned by a method of a record would be
 * put on the heap.
 */
export const APART = 0;
export const APART_AT = 1;
export const APART_SPREAD_A = 2;
export const APART_SPREAD_B = 3;
export const APART_LENGTH = 4;

/**
 * How the pieces of a dimension's pair are swept. Which pair it is, what has been found and where the pieces are stands
 * in arrays and records that all of these read and write, so that nothing is allocated.
 */
export interface PieceSweeps<Set extends ColliderSet, Paths> {
  readonly pair: SweptPair<Set>;
  readonly impact: Float64Array;
  /** The pieces of A and of B that touch first; of several at once those with the lowest numbers. */
  readonly impactChildren: Uint32Array;
  readonly apart: Float64Array;
  /**
   * The number of pieces of A, and of pieces of B near the current piece of A, which may meet on the way: see the
   * `find` routines.
   */
  readonly cursorA: { readonly count: number };
  readonly cursorB: { readonly count: number };
  /** Sweeps a pair that is simple enough to need nothing else; false where it is not. */
  sweepSimple(): boolean;
  /** Reads how the pair goes and turns, in the direction that `pair.backwards` says. */
  takeMotions(paths: Paths): void;
  findPiecesOfA(paths: Paths): void;
  /** Finds the pieces of B that may meet piece number i of A. */
  findPiecesOfB(paths: Paths, i: number): void;
  /** Sweeps piece i of A at piece k of B, neither of which turns, and keeps the impact where it is the earliest. */
  sweepStraight(paths: Paths, i: number, k: number): void;
  /** The same for two of which one turns. */
  sweepTurning(paths: Paths, i: number, k: number): void;
  /** Writes how far piece i of A and piece k of B are apart after the part of the way in `apart[APART_AT]`. */
  measureApart(i: number, k: number): void;
  /** Whether a piece of those measured last is solid from one side alone, and passed by the other. */
  arePassed(): boolean;
  /** Writes the sizes of the two pieces that were measured last. */
  writeSpreads(): void;
  /** Whether a collider is a map of tiles. */
  isGrid(slot: number): boolean;
}
