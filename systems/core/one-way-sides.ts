import type { ColliderSet } from '../../src/core/collider-set.ts';
import type { TurnedPoses } from './one-way-memory.ts';

/** The measurements of a dimension by which one-way colliders judge where others are. */
export interface OneWaySides<Set extends ColliderSet, Piece, One = Piece> extends TurnedPoses<Set> {
  /** The indices within a pose of the sizes that not every kind of shape writes: from the first to before the last. */
  readonly sizesAt: number;
  readonly sizesEnd: number;
  /** Makes the object that a piece of a one-way collider is loaded into. */
  createOneWay(): One;
  /** Turns a direction of any length by the rotation at `turns[at]`, and makes its length 1; all 0 for no direction. */
  turnDirection(side: Float64Array, turns: Float64Array, at: number): void;
  /**
   * Returns whether the pieces of a collider make a sheet without thickness, on which a body goes on from one to the
   * next.
   */
  makesSheet(set: Set, slot: number): boolean;
  /** Returns whether a collider still has the piece of a contact. */
  hasPiece(set: Set, slot: number, child: number): boolean;
  /** Loads a piece of a one-way collider at its pose in `poses`, relative to `origin`. */
  loadOneWay(piece: One, set: Set, poses: Float64Array, slot: number, child: number, origin: Float64Array): void;
  /**
   * Loads all pieces of a collider that is one solid, or else the one piece, in the same frame; adds pieces to the
   * list where it has too few. Returns how many it has loaded. `WHOLE` as the child asks for all pieces of any
   * collider that can be cast.
   */
  loadSolid(pieces: Piece[], set: Set, poses: Float64Array, slot: number, child: number, origin: Float64Array): number;
  /**
   * Measures where a shape of `count` pieces is relative to a one-way piece whose solid side faces `side`, a unit
   * vector. Of the directions that surfaces of the piece face, on that side by more than `LEAST_FACING`, it finds the
   * one along which the shape is farthest out. The layout of the result is in one-way-side.ts.
   */
  measureSide(out: Float64Array, one: One, side: Float64Array, pieces: readonly Piece[], count: number): void;
  /** Measures along the directions that the rims of a piece of a sheet face, among them the direction to the shape. */
  measureRims(out: Float64Array, one: One, side: Float64Array, pieces: readonly Piece[], count: number): void;
  /** Measures along one more direction, and writes the result if the shape is farther out along it. */
  measureAlong(out: Float64Array, one: One, direction: Float64Array, pieces: readonly Piece[], count: number): void;
}
