import type { ColliderSet } from '../collider-set.ts';
import type { IndexList } from '../index-list.ts';
import type { SlotFilter } from '../query-filter.ts';
import type { ShapeOf } from '../shapes/registered-of.ts';
import type { InitialOverlap } from './cast-piece.ts';
import type { QueryScope } from './query-scope.ts';
import type { QueryShape } from './query-shape.ts';

/*
 * The routines that casts need in a dimension where several pieces may make one surface: the pieces of one composite,
 * or of several seamless colliders.
 */

/**
 * How casts meet a composite whose pieces make one surface, so that hits have no normals that the surface does not
 * have.
 */
export interface SurfaceCasts<Set extends ColliderSet, Piece> {
  /**
   * Finds the pieces that a cast shape meets at the start, and returns their number; `readStart` then writes each hit
   * and returns the piece. From the start on, the shape moves as if it overlapped none of these pieces.
   */
  findStarts(
    set: Set,
    slot: number,
    shape: ShapeOf<Set>,
    mover: QueryShape<Piece>,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): number;
  readStart(hit: Float64Array, index: number): number;
  /**
   * Whether `findStarts` finds no start for this pair of a surface's piece and a piece of the shape that is cast, as
   * contacts find none for it: then the cast is made at the piece alone. Undefined for surfaces that find a start for
   * every pair. Both pieces are loaded in one frame.
   */
  readonly leavesOut: ((shape: ShapeOf<Set>, piece: Piece, mover: Piece) => boolean) | undefined;
  /**
   * Gives a hit on a piece a normal that the surface as a whole has there; returns false when the surface is not met
   * there: it goes on, and a neighbour is met instead. The hit and the cast are as in shape-cast.ts.
   */
  settle(
    hit: Float64Array,
    mover: QueryShape<Piece>,
    ray: Float64Array,
    set: Set,
    slot: number,
    shape: ShapeOf<Set>,
    child: number,
  ): boolean;
  /** Whether a piece stops a mover that hits it with a normal; undefined where every piece does. */
  readonly admits:
    | ((hit: Float64Array, set: Set, slot: number, shape: ShapeOf<Set>, child: number) => boolean)
    | undefined;
}

/** How a shape that is cast, and whose pieces make one surface, meets colliders whose pieces do not. */
export interface MoverCasts<Set extends ColliderSet, Piece> {
  /** Finds the pieces of a collider that the shape meets at the start, and returns their number, as `SurfaceCasts`. */
  findStarts(
    set: Set,
    slot: number,
    mover: QueryShape<Piece>,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): number;
  readStart(hit: Float64Array, index: number): number;
  /** Returns whether a loaded piece of the shape has hit a collider with its back, which lets everything through. */
  isBehind(hit: Float64Array, mover: QueryShape<Piece>, piece: Piece, set: Set, slot: number): boolean;
}

/**
 * The pieces of surfaces that a shape meets at the start of a cast: hits, one after the other, and the piece of each.
 */
export interface SurfaceStarts {
  hits: Float64Array;
  readonly slots: IndexList;
  readonly children: IndexList;
  /** The colliders among which starts are searched, by ascending entity index, if there are several. */
  readonly near: IndexList;
}

/** How casts meet the solid that the seamless colliders of a world make together. */
export interface SeamlessCasts<Set extends ColliderSet, Piece> {
  /** Returns whether a collider is seamless. */
  has(slot: number): boolean;
  /**
   * Finds the pieces of the solid that a cast shape meets at its start, among the colliders that a filter lets through.
   * Returns the list: the one given, or a new one.
   */
  findStarts(
    known: SurfaceStarts | undefined,
    scope: QueryScope<Set>,
    filter: SlotFilter,
    mover: QueryShape<Piece>,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts;
  /** Does what `findStarts` does, among given colliders, which come by ascending entity index. */
  findStartsAmong(
    known: SurfaceStarts | undefined,
    slots: IndexList,
    mover: QueryShape<Piece>,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts;
  /** Writes the hit of start number i. */
  readStart(hit: Float64Array, starts: SurfaceStarts, i: number): void;
  /**
   * Returns whether `findStarts` also reports starts on a collider whose pieces are not part of the solid, as the
   * segments of a chain.
   */
  hasStartsOf(slot: number): boolean;
  /** Returns whether a loaded piece of a collider is part of the solid. */
  joins(slot: number, piece: Piece): boolean;
  /** Does what `SurfaceCasts.settle` does, for a hit on a piece of any collider. */
  settles(hit: Float64Array, ray: Float64Array, mover: QueryShape<Piece>, slot: number, child: number): boolean;
}

/** The surfaces of a dimension. */
export interface SurfaceRoutines<Set extends ColliderSet, Piece> {
  /** Returns how casts meet the seamless colliders; undefined where there are none. */
  seamlessOf(set: Set): SeamlessCasts<Set, Piece> | undefined;
  /** Returns how casts meet the surface that the pieces of a shape make; undefined where they meet each piece alone. */
  castsOf(shape: ShapeOf<Set>): SurfaceCasts<Set, Piece> | undefined;
  /**
   * Returns how a shape is cast whose pieces make one surface; undefined for other shapes. The function is undefined
   * where all shapes are cast piece by piece.
   */
  readonly castsOfMover: ((mover: QueryShape<Piece>) => MoverCasts<Set, Piece> | undefined) | undefined;
  /**
   * Writes how far a piece lies flat on what a hit has met, after it has moved by `fraction` of a translation. `sign`
   * is 1 for the mover, whose core is behind the normal, −1 for the piece that it has met.
   */
  writeSpan(hit: Float64Array, piece: Piece, translation: Float64Array, sign: number): void;
}
