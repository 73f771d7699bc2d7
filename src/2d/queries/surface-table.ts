import type { SurfaceCasts as Casts } from '../../core/queries/surface-casts.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';

/** How casts meet a composite whose pieces make one surface. */
export type SurfaceCasts = Casts<ColliderSet, PlacedPiece>;

const casts: (SurfaceCasts | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);

/** Says how casts meet the shapes of a kind whose pieces make one surface. */
export function setSurfaceCasts(kind: number, routines: SurfaceCasts): void {
  casts[kind] = routines;
}

/** Returns how casts meet the surface that the pieces of a shape make; undefined where they meet each piece alone. */
export function surfaceCastsOf(shape: RegisteredShape | undefined): SurfaceCasts | undefined {
  return shape?.record.makesSurface === true ? casts[shape.record.kind] : undefined;
}
