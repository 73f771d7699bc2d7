import type { ColliderSet } from '../../../src/core/collider-set.ts';
import type { Scalar, Vector } from '../../../src/core/movement/vector.ts';

/*
 * A frame is where a collider is and how it is turned, as one run of numbers: its place, a coordinate an axis, and then
 * its turn, which each dimension lays out in its own way. A turn between two frames has that same layout.
 */

/** The turn of a frame in a result: fields that differ by dimension. */
export type KeptTurn = object;

/** Where a collider was and how it was turned, in a result: without z in the plane. */
export interface KeptFrame extends KeptTurn {
  x: number;
  y: number;
  z?: number;
}

/** The operations on frames that a dimension gives to movers. */
export interface FrameRoutines<Set extends ColliderSet> {
  readonly axes: number;
  /** How many numbers a frame has, and how many of them its turn has. */
  readonly length: number;
  readonly turnLength: number;
  /** Writes the frame of a collider as the stores have it now. */
  writeStored(out: Float64Array, set: Set, slot: number): void;
  /** Writes the frame of a collider as queries see it. */
  writeSeen(out: Float64Array, set: Set, slot: number): void;
  /** Copies the turn of a frame to the fields of a result, and back. */
  keepTurn(to: KeptTurn, frame: Float64Array): void;
  recallTurn(frame: Float64Array, from: KeptTurn): void;
  /** Writes the turn that leads from one frame to another. */
  writeTurn(out: Float64Array, from: Float64Array, to: Float64Array): void;
  /** Turns a vector; `out` may be the same. All three coordinates are written, the last one as 0 in the plane. */
  turnVector(out: Vector, turn: Float64Array, vector: Vector): void;
  /** Writes the sine of the angle of a turn, not negative: 0 for exactly none. */
  writeSine(out: Scalar, turn: Float64Array): void;
}

/** Copies a frame to a result. */
export function keepFrame<Set extends ColliderSet>(
  { axes, keepTurn }: FrameRoutines<Set>,
  to: KeptFrame,
  frame: Float64Array,
): void {
  to.x = frame[0];
  to.y = frame[1];
  if (axes === 3) to.z = frame[2];
  keepTurn(to, frame);
}

/** Copies a frame from a result. */
export function recallFrame<Set extends ColliderSet>(
  { axes, recallTurn }: FrameRoutines<Set>,
  frame: Float64Array,
  from: KeptFrame,
): void {
  frame[0] = from.x;
  frame[1] = from.y;
  if (axes === 3) frame[2] = from.z!;
  recallTurn(frame, from);
}
