import type { ColliderSet } from '../collider-set.ts';
import type { InitialOverlap } from '../queries/cast-piece.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import type { RegisteredShape } from './registered-shape.ts';

/** How casts meet a composite whose pieces make one surface, so that they name no normal that it has not. */
export interface SurfaceCasts {
  /**
   * Finds what a shape that is cast meets at the start, and returns how much that is; `readStart` then writes each hit
   * and returns the piece. From there on it moves as if it overlapped nothing of what it does at the start.
   */
  findStarts(
    set: ColliderSet,
    slot: number,
    shape: RegisteredShape,
    mover: QueryShape,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): number;
  readStart(hit: Float64Array, index: number): number;
  /**
   * Gives what a cast has hit of a piece a normal that the surface as a whole has there; returns false when the surface
   * is not met there: it goes on, and a neighbour is what is met. The hit and the cast are as in cast-shape.ts.
   */
  settle(
    hit: Float64Array,
    mover: QueryShape,
    ray: Float64Array,
    set: ColliderSet,
    slot: number,
    shape: RegisteredShape,
    child: number,
  ): boolean;
}
