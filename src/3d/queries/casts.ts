import { nextCastLeaf, startCast } from '../../core/bvh/cast-walk.ts';
import type { CastChildRoutines, CastRoutines, ShapeCastRoutines } from '../../core/queries/cast-routines.ts';
import type { ColliderSet } from '../collider-set.ts';
import { castPiece } from './cast-piece.ts';
import { castRayChild, castRayCollider, castToLocal } from './cast-ray-collider.ts';
import { missesTriangle } from './misses-triangle.ts';
import { type QueryBody, spacePieces } from './query-body.ts';
import { createQueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';
import { surfaceCastsOf } from './surface-table.ts';

const children: CastChildRoutines<ColliderSet> = {
  castRay: castRayChild,
  toLocal: castToLocal,
  encloses: (shape, localRay) => shape.record.pieces!.encloses(shape, localRay),
  start(walk, shape) {
    if (shape.children !== undefined) startCast(walk, shape.children.bvh);
    else shape.record.queries!.startCast(walk, shape);
  },
  next(walk, shape) {
    const { children, record } = shape;
    return children !== undefined
      ? nextCastLeaf(walk, children.bvh, children.boxes)
      : record.queries!.nextCast(walk, shape);
  },
};

/** One literal makes both records, so that they have one hidden class in V8. */
function makeCasts(shapes: ShapeCastRoutines<QueryBody> | undefined): CastRoutines<ColliderSet, QueryBody> {
  return {
    loader: spacePieces,
    createShape: createQueryShape,
    hitLength: 7,
    shapes,
    castRay: castRayCollider,
    children,
    surfaces: { seamlessOf, castsOf: surfaceCastsOf, writeSpan() {} },
  };
}

/** Casts rays at colliders in space. */
export const spaceRays = /* @__PURE__ */ makeCasts(undefined);

/** Casts rays and shapes at colliders in space. */
export const spaceCasts = /* @__PURE__ */ makeCasts({ castPiece, misses: missesTriangle });
