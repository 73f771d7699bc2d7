import type { ColliderSet } from '../collider-set.ts';
import { FLAG_SENSOR } from '../collider-slots.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import type { SeamlessCasts, SurfaceRoutines } from '../queries/surface-casts.ts';
import { compositeOf } from '../shapes/registered-of.ts';
import type { SweptPair } from './swept-pair.ts';
import type { SweptPaths } from './swept-paths.ts';

/*
 * Edges and corners inside of a surface of several pieces are not met on the way either. Such surfaces are smooth
 * compounds, maps of tiles, meshes, and seamless colliders. The routines for such surfaces use the places at the end of
 * the tick, so an impact is transformed into a frame in which the surface is there all the time.
 */

/** The frame of a surface, in which the surface is always where it is at the end of its path. */
export interface SurfaceFrame<Piece> {
  /** An impact in this frame, as core/queries/cast-piece.ts writes hits. */
  readonly hit: Float64Array;
  /** The displacement of the other collider relative to the point of the surface at the impact. */
  readonly way: Float64Array;
  /** The shape that meets the surface. */
  readonly shape: QueryShape<Piece>;
  /**
   * Transforms the touch of the current pair, a surface and another collider, into the frame of the surface. `sign` is
   * 1 if the normal of the touch leads away from the surface, −1 if it leads to it.
   */
  enter(paths: SweptPaths, slot: number, other: number, sign: number): void;
  /** Copies the settled hit back to the touch. */
  leave(sign: number): void;
}

/** Decides which touches of the current pair are at the surface of the shapes that the pieces belong to. */
export class ImpactSettler<Set extends ColliderSet, Piece> {
  readonly #pair: SweptPair<Set, Piece>;
  readonly #surfaces: Pick<SurfaceRoutines<Set, Piece>, 'castsOf' | 'seamlessOf'>;
  readonly #frame: SurfaceFrame<Piece>;
  /** The seamless colliders of the world, if there are any. */
  #seamless: SeamlessCasts<Set, Piece> | undefined = undefined;

  constructor(
    pair: SweptPair<Set, Piece>,
    surfaces: Pick<SurfaceRoutines<Set, Piece>, 'castsOf' | 'seamlessOf'>,
    frame: SurfaceFrame<Piece>,
  ) {
    this.#pair = pair;
    this.#surfaces = surfaces;
    this.#frame = frame;
  }

  /** Sets the colliders that the following calls are about. */
  begin(set: Set): void {
    this.#seamless = this.#surfaces.seamlessOf(set);
  }

  /**
   * Returns whether one of the pair is a surface, or a part of one, for the other. A sensor only says whether it
   * touches.
   */
  hasSurface(): boolean {
    const { slotA, slotB } = this.#pair;
    const { flags } = this.#pair.set!.slots;
    if (((flags[slotA] | flags[slotB]) & FLAG_SENSOR) !== 0) return false;
    return this.#isSurface(slotA) || this.#isSurface(slotB);
  }

  #isSurface(slot: number): boolean {
    const shape = compositeOf(this.#pair.set!, slot);
    return (shape !== undefined && this.#surfaces.castsOf(shape) !== undefined) || this.#seamless?.has(slot) === true;
  }

  /**
   * Returns whether the two current pieces really meet where they touch: at the surface of the shapes that they are
   * pieces of. Gives the touch a normal that the surface has there, and a point on it.
   */
  isMet(paths: SweptPaths): boolean {
    const { slotA, slotB, childA, childB } = this.#pair;
    return this.#isAtSurface(paths, slotB, childB, slotA, -1) && this.#isAtSurface(paths, slotA, childA, slotB, 1);
  }

  /** Returns whether the two touch at the surface that one of them is a part of. */
  #isAtSurface(paths: SweptPaths, slot: number, child: number, other: number, sign: number): boolean {
    const set = this.#pair.set!;
    const shape = compositeOf(set, slot);
    const casts = shape === undefined ? undefined : this.#surfaces.castsOf(shape);
    const seamless = this.#seamless;
    // Two seamless colliders meet piece by piece.
    const joined = seamless?.has(slot) === true && !seamless.has(other) ? seamless : undefined;
    if (casts === undefined && joined === undefined) return true;
    const { hit, way, shape: mover } = this.#frame;
    this.#frame.enter(paths, slot, other, sign);
    if (casts !== undefined && !casts.settle(hit, mover, way, set, slot, shape!, child)) return false;
    if (joined !== undefined && !joined.settles(hit, way, mover, slot, child)) return false;
    this.#frame.leave(sign);
    return true;
  }
}
