import type { ColliderSet } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import type { InitialOverlap } from './cast-piece.ts';
import type { QueryShape } from './query-shape.ts';

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
  /** Whether a piece stops a mover that hits it with a normal; undefined where every piece does. */
  readonly admits:
    | ((hit: Float64Array, set: ColliderSet, slot: number, shape: RegisteredShape, child: number) => boolean)
    | undefined;
}

const casts: (SurfaceCasts | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);

/** Says how casts meet the shapes of a kind whose pieces make one surface. */
export function setSurfaceCasts(kind: number, routines: SurfaceCasts): void {
  casts[kind] = routines;
}

/** Returns how casts meet the surface that the pieces of a shape make; undefined where they meet each by itself. */
export function surfaceCastsOf(shape: RegisteredShape | undefined): SurfaceCasts | undefined {
  return shape?.record.makesSurface === true ? casts[shape.record.kind] : undefined;
}
