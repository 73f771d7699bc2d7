import type { ShapeContacts } from '../shape-contacts.ts';
import type { SolvePlanes } from './blocking-planes.ts';
import { createVector, type Scalar, type Vector } from './vector.ts';

/** The surface that a sweep met. */
export interface SweepHit {
  slot: number;
  child: number;
  /** The part of the motion travelled: 0 when it began in contact. */
  fraction: number;
  /** On the surface that was met. */
  readonly point: Vector;
  /** The unit normal, from the surface that was met to the mover. */
  readonly normal: Vector;
}

export function createSweepHit(): SweepHit {
  return { slot: -1, child: 0, fraction: 0, point: createVector(), normal: createVector() };
}

export function copySweepHit(to: SweepHit, from: SweepHit): void {
  to.slot = from.slot;
  to.child = from.child;
  to.fraction = from.fraction;
  for (let i = 0; i < 3; i++) {
    to.point[i] = from.point[i];
    to.normal[i] = from.normal[i];
  }
}

/**
 * How a collider counts that the mover overlaps or touches where a sweep begins: as met when the sweep leads deeper in,
 * as not met, or as met.
 */
export type SweepStart = 'ignore-separating' | 'ignore' | 'hit';

/**
 * The value in place of a child for all pieces of a collider. Lists of sides hold children as unsigned numbers, so that
 * −1 would not be found again; V8 keeps numbers up to this one off the heap.
 */
export const ALL_PIECES = 2 ** 30 - 1;

/** The operations that a mover needs of a world and of its own shape in it, in any dimension. */
export interface MoveSpace {
  /** How many coordinates a point has. */
  readonly axes: number;
  readonly hit: SweepHit;
  readonly contacts: ShapeContacts;
  readonly solve: SolvePlanes;
  /**
   * Moves the shape, grown by `clearance[0]`, from a position along a motion; returns whether it met something, written
   * to `hit`. The callbacks that may refuse a hit have been asked.
   */
  sweep(position: Vector, motion: Vector, clearance: Scalar, start: SweepStart): boolean;
  /**
   * Writes the contacts of the shape, grown by `clearance[0]`, at a position to `contacts`, without refused colliders.
   * A contact with a collider on one side of which the mover is held has the normal of that side, and the separation
   * along it.
   */
  touch(position: Vector, clearance: Scalar): void;
  /**
   * Casts the shape at one collider along the way that it came from the collider's point of view: the collider has
   * moved by `motion` to where it is. Returns whether the shape was outside before and has been entered since, by the
   * side that is written to `hit`.
   */
  findEntry(slot: number, position: Vector, motion: Vector): boolean;
  /**
   * Holds the mover, for this move, on the side of a piece that a unit normal points to; with ALL_PIECES, of all pieces
   * of the collider that would lead the mover to the other side.
   */
  holdOnSide(slot: number, child: number, normal: Vector): void;
  /** Forgets the sides that the mover was held on after the first so many entries. */
  releaseSides(count: number): void;
  /** How many sides the mover is held on. */
  readonly sideCount: number;
  /** Returns whether a surface that was met faces away from the side that the mover is held on of its collider. */
  opposesHeld(hit: SweepHit): boolean;
  /**
   * Returns whether a direction leads to the other side of a collider which the last `touch` has found, and on one side
   * of which the mover is held.
   */
  leadsAcross(direction: Vector): boolean;
  /**
   * Writes the normal of the surface straight under a point, a little way along a direction; false where there is none.
   * `drop[0]` is how far around the point's height to look, `drop[1]` how far along the direction.
   */
  findSurface(normal: Vector, point: Vector, up: Vector, along: Vector, drop: Float64Array): boolean;
  /** Writes how far the shape reaches below its position, against `up`. */
  writeReachBelow(out: Scalar, up: Vector): void;
  /** Hides the collider of a slot from the mover; −1 hides none. */
  hide(slot: number): void;
}
