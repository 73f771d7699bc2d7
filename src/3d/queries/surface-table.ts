import type { SurfaceCasts as Casts, MoverCasts } from '../../core/queries/surface-casts.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import type { CastAtTriangle } from './cast-at-triangle.ts';
import type { QueryBody } from './query-body.ts';
import type { QueryShape } from './query-shape.ts';

/** How casts meet a surface of triangles. */
export type SurfaceCasts = Casts<ColliderSet, QueryBody>;

const casts: (SurfaceCasts | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);

/** Says how casts meet the shapes of a kind that are surfaces. */
export function setSurfaceCasts(kind: number, routines: SurfaceCasts): void {
  casts[kind] = routines;
}

/** Returns how casts meet the surface that the pieces of a shape make; undefined where they meet each piece alone. */
export function surfaceCastsOf(shape: RegisteredShape | undefined): SurfaceCasts | undefined {
  return shape === undefined ? undefined : casts[shape.record.kind];
}

/** How surfaces are cast at colliders; undefined where the game has none. */
export const moverCasts: { routines: MoverCasts<ColliderSet, QueryBody> | undefined } = { routines: undefined };

/** How spheres and capsules are cast at triangles: undefined in a game without surfaces. */
export const triangleCasts: { cast: CastAtTriangle | undefined } = { cast: undefined };

/** Returns how a shape is cast that is a surface; undefined for other shapes. */
export function castsOfMover({ pieces }: QueryShape): MoverCasts<ColliderSet, QueryBody> | undefined {
  return pieces[0].surface === undefined ? undefined : moverCasts.routines;
}

/** How two colliders of which one is a surface are measured: see `ProximityRoutines`. */
export interface SurfaceMeasures {
  measureSolids(proximity: Float64Array, children: Uint32Array, set: ColliderSet, slotA: number, slotB: number): void;
  /** Returns whether a loaded piece is on the side of a triangle of a surface on which that does not collide. */
  isBehind(shape: RegisteredShape, triangle: QueryBody, piece: QueryBody): boolean;
}

/** The routines that measure surfaces; undefined in a game without surfaces. */
export const surfaceMeasures: { routines: SurfaceMeasures | undefined } = { routines: undefined };
