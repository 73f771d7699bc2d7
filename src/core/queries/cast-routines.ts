import type { CastWalk } from '../bvh/cast-walk.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { IndexList } from '../index-list.ts';
import type { ShapeOf } from '../shapes/registered-of.ts';
import type { PieceCast } from './cast-piece.ts';
import type { PieceLoader } from './pieces.ts';
import type { QueryShape } from './query-shape.ts';
import type { SurfaceRoutines } from './surface-casts.ts';

/**
 * The routines of a dimension that cast at colliders. Rays and shapes have a record each, so that a game that casts
 * only one of the two ships only that.
 */
export interface CastRoutines<Set extends ColliderSet, Piece> {
  readonly loader: PieceLoader<Set, Piece>;
  createShape(): QueryShape<Piece>;
  /** How many numbers a hit has: see `HIT_NORMAL` and `hitPointAt`, and what surfaces add. */
  readonly hitLength: number;
  /** Undefined in a record for shapes. */
  readonly rays: RayRoutines<Set> | undefined;
  /** Undefined in a record for rays. */
  readonly shapes: ShapeCastRoutines<Piece> | undefined;
  /** Undefined in a dimension whose colliders are all single pieces. */
  readonly children: CastChildRoutines<Set> | undefined;
  /** Undefined where all pieces are met one by one. */
  readonly surfaces: SurfaceRoutines<Set, Piece> | undefined;
}

/** The routines of a dimension that cast rays: they write fraction and normal of a hit, which is zero from inside. */
export interface RayRoutines<Set extends ColliderSet> {
  /** Casts a ray in the world at a collider of one piece. */
  castRay(hit: Float64Array, ray: Float64Array, set: Set, slot: number): void;
  /** Casts a ray in the frame of a composite at one of its pieces. The normal is in the world. */
  castRayChild(hit: Float64Array, localRay: Float64Array, set: Set, slot: number, child: number): void;
  /** Whether a ray may stay in a collider for ever. Undefined where none has such a shape. */
  readonly isUnbounded: ((set: Set, slot: number) => boolean) | undefined;
}

/** The routines of a dimension that cast shapes at pieces. */
export interface ShapeCastRoutines<Piece> {
  readonly castPiece: PieceCast<Piece>;
  /**
   * Whether a cheap test proves that a shape does not meet a piece within the fraction `limit[0]` of a translation;
   * both stand in one frame. False proves nothing. Undefined where a cast at a piece costs no more than such a test.
   */
  readonly misses:
    | ((mover: Piece, target: Piece, translation: Float64Array, limit: Float64Array) => boolean)
    | undefined;
  /**
   * Finds the pieces of a shape with many of them that may meet a target within the fraction `limit[0]` of a
   * translation; the target is in the frame of the shape. Returns false where all have to be tried. Undefined where
   * shapes have few pieces.
   */
  readonly findPieces:
    | ((
        out: IndexList,
        mover: QueryShape<Piece>,
        target: Piece,
        translation: Float64Array,
        limit: Float64Array,
      ) => boolean)
    | undefined;
}

/** How the pieces of composites are found that a cast may meet, in the frame and unit of the composite. */
export interface CastChildRoutines<Set extends ColliderSet> {
  /**
   * Writes a ray, and the cast of a walk through the world, in a composite's frame. Grows the box that is cast by the
   * radius that pieces have beyond their boxes, and by rounding.
   */
  toLocal(localRay: Float64Array, local: CastWalk, ray: Float64Array, world: CastWalk, set: Set, slot: number): void;
  /**
   * Returns whether a composite with an inside contains the start of a local ray. Undefined where no composite has an
   * inside: then a ray starts in a composite if one of its pieces contains the start.
   */
  readonly encloses: ((shape: ShapeOf<Set>, localRay: Float64Array) => boolean) | undefined;
  /** Whether the pieces of a composite are the surface of a solid, each met by a ray from outside alone. */
  readonly isSolid: ((set: Set, slot: number, shape: ShapeOf<Set>) => boolean) | undefined;
  start(walk: CastWalk, shape: ShapeOf<Set>): void;
  next(walk: CastWalk, shape: ShapeOf<Set>): number;
}
