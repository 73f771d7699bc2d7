import { boundsMargin, type ColliderSet } from '../collider-set.ts';
import { PieceCursor, type PieceLoader } from '../queries/pieces.ts';
import { compositeOf, registeredOf, type ShapeOf } from '../shapes/registered-of.ts';
import {
  holdTurned,
  isTurning,
  measureTurning,
  type SweptPaths,
  stretchBox,
  turningReach,
  writeEndBox,
  writeWayOfPath,
} from './swept-paths.ts';

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
 * Offsets in `SweptPair.apart`: how far two pieces are apart, after which part of the way, and the sizes of the pieces
 * of A and of B. A sweep hands these numbers over in an array, as a number that a method of a record returns would be
 * put on the heap.
 */
export const APART = 0;
export const APART_AT = 1;
export const APART_SPREAD_A = 2;
export const APART_SPREAD_B = 3;
const APART_LENGTH = 4;

/** Room for rounding, relative to the coordinates. */
const START_SLACK = 2 ** -40;

/** The bounds of colliders and of boxes around them have the least coordinates first, then the largest. */
const SIDES = 2;

/** How pairs are swept that come from the colliders of a dimension. */
export interface SweptPieces<Set extends ColliderSet, Piece> {
  readonly loader: PieceLoader<Set, Piece>;
  /** Writes the bounds of one child of a composite in the world, grown by its part of the margin. */
  writeChildBox(out: Float64Array, set: Set, slot: number, shape: ShapeOf<Set>, child: number): void;
  /**
   * Returns whether a collider is made of pieces without thickness, whatever its bounds are. Undefined in a dimension
   * that has no such colliders.
   */
  isThin?(set: Set, slot: number): boolean;
}

/**
 * The two colliders that are swept at each other, their ways, the pieces that are being tried, and the results. A
 * dimension has one object, which all its routines read and write, so that nothing is allocated.
 */
export class SweptPair<Set extends ColliderSet, Piece> {
  set: Set | undefined = undefined;
  slotA = 0;
  childA = 0;
  slotB = 0;
  childB = 0;
  /** Whether one of the two turns on its way. */
  turns = false;
  /** Whether the paths are gone from their ends to their starts. */
  backwards = false;
  readonly axes: number;
  /**
   * The way of A, the way of B from `wayOfB` on, the way of B as seen from A from `wayOfBFromA` on, and the way of A as
   * seen from B from `wayOfAFromB` on.
   */
  readonly ways: Float64Array;
  readonly wayOfB: number;
  readonly wayOfBFromA: number;
  readonly wayOfAFromB: number;
  /** The result of a sweep, in the world. */
  readonly impact: Float64Array;
  /** The pieces of A and of B that touch first; of several at once those with the lowest numbers. */
  readonly impactChildren = new Uint32Array(2);
  readonly apart = new Float64Array(APART_LENGTH);
  /**
   * The pieces of A, and the pieces of B near the current piece of A, which may meet on the way: see the `find`
   * methods.
   */
  readonly cursorA: PieceCursor<Set, Piece>;
  readonly cursorB: PieceCursor<Set, Piece>;
  readonly #pieces: SweptPieces<Set, Piece>;
  readonly #box: Float64Array;
  readonly #otherBox: Float64Array;
  /** The way of the current pair as seen from each other, turning included, and the least side of their bounds. */
  readonly #extent = new Float64Array(2);

  constructor(pieces: SweptPieces<Set, Piece>) {
    const { axes } = pieces.loader;
    this.axes = axes;
    this.#pieces = pieces;
    this.cursorA = new PieceCursor(pieces.loader);
    this.cursorB = new PieceCursor(pieces.loader);
    this.ways = new Float64Array(4 * axes);
    this.wayOfB = axes;
    this.wayOfBFromA = 2 * axes;
    this.wayOfAFromB = 3 * axes;
    this.impact = new Float64Array(IMPACT_NORMAL + 2 * axes);
    this.#box = new Float64Array(SIDES * axes);
    this.#otherBox = new Float64Array(SIDES * axes);
  }

  /**
   * Sets the two colliders that the following calls are about, and computes their ways. Returns whether they have moved
   * at all, as seen from each other.
   */
  take(paths: SweptPaths, set: Set, slotA: number, slotB: number): boolean {
    const { ways, axes, wayOfB, wayOfBFromA, wayOfAFromB } = this;
    this.set = set;
    this.slotA = slotA;
    this.slotB = slotB;
    writeWayOfPath(ways, 0, paths, set, slotA);
    writeWayOfPath(ways, wayOfB, paths, set, slotB);
    let moves = false;
    for (let axis = 0; axis < axes; axis++) {
      const way = ways[wayOfB + axis] - ways[axis];
      ways[wayOfBFromA + axis] = way;
      ways[wayOfAFromB + axis] = 0 - way;
      if (way !== 0) moves = true;
    }
    this.turns = isTurning(paths, set, slotA) || isTurning(paths, set, slotB);
    return this.turns || moves;
  }

  /**
   * Returns whether the boxes of the pair meet where their paths start: where they do not, the two have not touched
   * there.
   */
  meetAtStart(paths: SweptPaths): boolean {
    const set = this.set!;
    const { slotA, slotB } = this;
    const stride = SIDES * this.axes;
    if (!this.turns) return this.#meetBefore(set.bounds, slotA * stride, set.bounds, slotB * stride);
    writeEndBox(this.#box, 0, paths, set, slotA);
    writeEndBox(this.#otherBox, 0, paths, set, slotB);
    return this.#meetBefore(this.#box, 0, this.#otherBox, 0);
  }

  /** Returns whether two boxes meet, of which A has come along its way as seen from B. */
  #meetBefore(boxA: Float64Array, a: number, boxB: Float64Array, b: number): boolean {
    const { ways, axes, wayOfAFromB } = this;
    for (let axis = 0; axis < axes; axis++) {
      const way = ways[wayOfAFromB + axis];
      const slack = START_SLACK * (Math.abs(boxA[a + axis]) + Math.abs(boxB[b + axis]) + Math.abs(way));
      if (boxA[a + axis] - way > boxB[b + axis + axes] + slack) return false;
      if (boxA[a + axis + axes] - way < boxB[b + axis] - slack) return false;
    }
    return true;
  }

  /**
   * Returns whether the pair may pass pieces of each other wholly: one has several, and the way is longer than half of
   * the least side of the two. The sides of a collider whose pieces have no thickness do not count.
   */
  mayPassPieces(paths: SweptPaths): boolean {
    const { set, slotA, slotB, ways, axes, wayOfBFromA } = this;
    if (compositeOf(set!, slotA) === undefined && compositeOf(set!, slotB) === undefined) return false;
    const extent = this.#extent;
    let square = 0;
    for (let axis = 0; axis < axes; axis++) square += ways[wayOfBFromA + axis] * ways[wayOfBFromA + axis];
    extent[WAY] = Math.sqrt(square);
    extent[LEAST_SIDE] = Infinity;
    this.#addExtent(paths, slotA);
    this.#addExtent(paths, slotB);
    return extent[LEAST_SIDE] === Infinity || 2 * extent[WAY] > extent[LEAST_SIDE];
  }

  /**
   * Adds to the extent how far a point of a collider goes at most by turning, and lowers its least side to the sides of
   * the collider's bounds.
   */
  #addExtent(paths: SweptPaths, slot: number): void {
    const set = this.set!;
    const { axes } = this;
    const extent = this.#extent;
    const { bounds } = set;
    if (isTurning(paths, set, slot)) {
      const { motions, layout } = paths;
      measureTurning(paths, set, slot);
      extent[WAY] += Math.abs(motions[slot * layout.stride + layout.turnAt]) * turningReach[0];
    }
    if (this.#pieces.isThin?.(set, slot) === true) return;
    const at = slot * SIDES * axes;
    const beyond = 2 * boundsMargin(set, slot);
    for (let axis = 0; axis < axes; axis++) {
      extent[LEAST_SIDE] = Math.min(extent[LEAST_SIDE], bounds[at + axes + axis] - bounds[at + axis] - beyond);
    }
  }

  /** Finds the pieces of A that may meet B on the way. */
  findPiecesOfA(paths: SweptPaths): void {
    this.#findOnWay(this.cursorA, paths, this.slotA, this.slotB, this.wayOfBFromA);
  }

  /** Finds the pieces of B that may meet piece number i of A. */
  findPiecesOfB(paths: SweptPaths, i: number): void {
    const { slotA, slotB, turns, cursorA, cursorB, ways, wayOfAFromB } = this;
    if (turns || cursorA.count === 1) {
      this.#findOnWay(cursorB, paths, slotB, slotA, wayOfAFromB);
      return;
    }
    // Neither of the two turns: the pieces near one child of A are enough.
    const set = this.set!;
    const box = this.#box;
    this.#pieces.writeChildBox(box, set, slotA, registeredOf(set, slotA), cursorA.children.items[i]);
    stretchBox(box, ways, wayOfAFromB, this.axes);
    cursorB.find(set, slotB, box);
  }

  /**
   * Finds the pieces of a collider that may meet another one, whose way as seen from it begins at `ways[way]`.
   */
  #findOnWay(cursor: PieceCursor<Set, Piece>, paths: SweptPaths, slot: number, other: number, way: number): void {
    const set = this.set!;
    const box = this.#box;
    if (compositeOf(set, slot) !== undefined) {
      writeEndBox(box, 0, paths, set, other);
      stretchBox(box, this.ways, way, this.axes);
      if (isTurning(paths, set, slot)) holdTurned(box, paths, slot);
    }
    cursor.find(set, slot, box);
  }

  /** Makes piece i of A and piece k of B the current ones. */
  choosePieces(i: number, k: number): void {
    this.childA = this.#childOf(this.cursorA, this.slotA, i);
    this.childB = this.#childOf(this.cursorB, this.slotB, k);
  }

  /** Returns which child piece number i is: 0 for a collider that is one piece. */
  #childOf(cursor: PieceCursor<Set, Piece>, slot: number, i: number): number {
    return compositeOf(this.set!, slot) === undefined ? 0 : cursor.children.items[i];
  }

  /**
   * Makes a touch of the current pieces the impact, as the touch is the earliest so far. `touch` is laid out as
   * `impact`, and its exit is not read.
   */
  takeTouch(touch: Float64Array): void {
    const { impact, impactChildren } = this;
    impact[IMPACT_FRACTION] = touch[IMPACT_FRACTION];
    for (let i = IMPACT_NORMAL; i < impact.length; i++) impact[i] = touch[i];
    impactChildren[0] = this.childA;
    impactChildren[1] = this.childB;
  }
}

/** Indices in `SweptPair.#extent`. */
const WAY = 0;
const LEAST_SIDE = 1;

/** How the pieces of a dimension's pair are swept. */
export interface PieceSweeps<Set extends ColliderSet> {
  readonly pair: SweptPair<Set, unknown>;
  /** Sweeps a simple pair by a closed form; returns false for other pairs. */
  sweepSimple(paths: SweptPaths): boolean;
  /** Reads how the pair goes and turns, in the direction that `pair.backwards` says. */
  takeMotions(paths: SweptPaths): void;
  /**
   * Whether a cheap test proves that piece i of A and piece k of B do not meet on their ways, in either direction, and,
   * forwards, before the impact: these are then neither swept nor measured. Undefined where every two pieces are swept.
   */
  readonly missOnWay: ((paths: SweptPaths, i: number, k: number) => boolean) | undefined;
  /** Sweeps piece i of A at piece k of B, neither of which turns, and keeps the impact where it is the earliest. */
  sweepStraight(paths: SweptPaths, i: number, k: number): void;
  /** Sweeps piece i of A at piece k of B, one of which turns, and keeps the impact where it is the earliest. */
  sweepTurning(paths: SweptPaths, i: number, k: number): void;
  /** Writes how far the current pieces are apart after the part of the way in `pair.apart[APART_AT]`. */
  measureApart(): void;
  /**
   * Returns whether one of the two pieces measured last is solid from one side only, and the other one passes it from
   * behind.
   */
  arePassed(): boolean;
  /** Writes the sizes of the two pieces that were measured last. */
  writeSpreads(): void;
}
