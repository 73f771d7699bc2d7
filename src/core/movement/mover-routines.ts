import type { ColliderSet } from '../collider-set.ts';
import type { IndexList } from '../index-list.ts';
import type { ShapeCollider } from '../queries/collide-shape.ts';
import type { QueryHit } from '../queries/query-scope.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import type { SolvePlanes } from './blocking-planes.ts';
import type { MoverCast, MoverCastRoutines } from './mover-cast.ts';
import type { Scalar, Vector } from './vector.ts';

/** The routines of a dimension that a mover needs. */
export interface MoverRoutines<Set extends ColliderSet, Piece extends { radius: number }>
  extends MoverCastRoutines<Set, Piece> {
  readonly collider: ShapeCollider<Set, Piece>;
  readonly solve: SolvePlanes;
  /** Makes a point somewhere. */
  makePoint(out: QueryShape<Piece>): void;
  /** Puts a point at the place whose coordinates begin at `places[at]`. */
  putPoint(point: QueryShape<Piece>, places: Float64Array, at: number): void;
  /**
   * Measures how far a placed shape is beyond a piece of a collider along the side that the unit vector `side[at …]`
   * points to: writes the direction along which the two are farthest apart, among those that the surfaces on that side
   * face, and after its coordinates the distance, negative when the shape is in the piece.
   */
  measureSide(
    out: Float64Array,
    set: Set,
    slot: number,
    child: number,
    side: Float64Array,
    at: number,
    shape: QueryShape<Piece>,
  ): void;
  /** Whether a collider still has a piece that a mover remembers. */
  hasPiece(set: Set, slot: number, child: number): boolean;
  /** Writes how far a placed shape reaches below its position, against `up`. */
  writeReachBelow(out: Scalar, shape: QueryShape<Piece>, up: Vector): void;
  /**
   * Whether a piece that a mover is in already lets it through: a one-way tile that the mover did not come to stand on
   * from above. Undefined in a dimension without such pieces.
   */
  readonly letsThrough:
    | ((set: Set, slot: number, child: number, stoodOn: number, stoodOnChild: number) => boolean)
    | undefined;
  /**
   * Makes the object that sweeps the mover at colliders which a move meets more than once. `ahead` says, for each move,
   * how far beyond the box of its first query later ones may look, on each side: the least coordinates, then the
   * largest.
   */
  readonly createObstacles: (ahead: Float64Array) => Obstacles<Set, Piece>;
}

/** The colliders that a mover may meet on its way, and where each is among all in the area. */
export interface MetColliders {
  readonly met: IndexList;
  readonly places: IndexList;
}

/** The surroundings of a mover, prepared to be swept at many times. Some colliders may be left to the casts. */
export interface Obstacles<Set extends ColliderSet, Piece extends { radius: number }> {
  /** The colliders that the last question has left to casts, by ascending entity index. */
  readonly left: IndexList;
  /** Begins a move of a shape that has just been placed. */
  begin(set: Set, mover: QueryShape<Piece>): void;
  /** Tells of a piece that sweeps are likely to meet. Answers do not depend on it. */
  expect(slot: number, child: number): void;
  /** Forgets the colliders that were near: there are now `count` others, about which nothing is known. */
  renew(count: number): void;
  /**
   * Sweeps the mover, grown by `clearance[0]`, along a motion. Writes to `first` what it meets first, except for the
   * colliders in `left`; slot −1 for nothing.
   */
  sweep(
    first: QueryHit,
    set: Set,
    near: MetColliders,
    cast: MoverCast<Set, Piece>,
    motion: Vector,
    clearance: Scalar,
  ): void;
  /** Lists in `left` the colliders that the mover, grown by `clearance[0]`, may touch. */
  touch(set: Set, near: MetColliders, clearance: Scalar): void;
}
