import type { SurfaceCasts as Casts } from '../../core/queries/surface-casts.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import type { QueryBody } from './query-body.ts';

/** How casts meet a surface of triangles. */
export type SurfaceCasts = Casts<ColliderSet, QueryBody>;

const casts: (SurfaceCasts | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);

/** Says how casts meet the shapes of a kind that are surfaces. */
export function setSurfaceCasts(kind: number, routines: SurfaceCasts): void {
  casts[kind] = routines;
}

/** Returns how casts meet the surface that the pieces of a shape make; undefined where they meet each by itself. */
export function surfaceCastsOf(shape: RegisteredShape | undefined): SurfaceCasts | undefined {
  return shape === undefined ? undefined : casts[shape.record.kind];
}
