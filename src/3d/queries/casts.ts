import { nextCastLeaf, startCast } from '../../core/bvh/cast-walk.ts';
import type {
  CastChildRoutines,
  CastRoutines,
  RayRoutines,
  ShapeCastRoutines,
} from '../../core/queries/cast-routines.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { castPiece } from './cast-piece.ts';
import { castRayChild, castRayCollider, castToLocal } from './cast-ray-collider.ts';
import { findMoverPieces } from './find-mover-pieces.ts';
import { missesPiece } from './misses-piece.ts';
import { type QueryBody, spacePieces } from './query-body.ts';
import { createQueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';
import { castsOfMover, surfaceCastsOf } from './surface-table.ts';

const children: CastChildRoutines<ColliderSet> = {
  toLocal: castToLocal,
  encloses: (shape, localRay) => shape.record.pieces!.encloses(shape, localRay),
  // A mesh with a radius has no solid inside: each of its triangles is a rounded plate.
  isSolid: ({ poses }, slot, { surface }) => surface?.solid === true && poses[BODY_STRIDE * slot + BODY_RADIUS] === 0,
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

/** Makes the routines. One literal makes all records, so that they have one hidden class in V8. */
function makeCasts(
  rays: RayRoutines<ColliderSet> | undefined,
  shapes: ShapeCastRoutines<QueryBody> | undefined,
): CastRoutines<ColliderSet, QueryBody> {
  return {
    loader: spacePieces,
    createShape: createQueryShape,
    hitLength: 7,
    rays,
    shapes,
    children,
    surfaces: { seamlessOf, castsOf: surfaceCastsOf, castsOfMover, writeSpan() {} },
  };
}

const rays: RayRoutines<ColliderSet> = {
  castRay: castRayCollider,
  castRayChild,
  isUnbounded: ({ kinds }, slot) => kinds[slot] === SHAPE_HALF_SPACE,
};
const shapes: ShapeCastRoutines<QueryBody> = {
  castPiece,
  misses: missesPiece,
  findPieces: findMoverPieces,
};

/** Casts rays at colliders in space. */
export const spaceRays = /* @__PURE__ */ makeCasts(rays, undefined);

/** Casts shapes at colliders in space. */
export const spaceShapes = /* @__PURE__ */ makeCasts(undefined, shapes);

/** Casts both, as movers do. */
export const spaceCasts = /* @__PURE__ */ makeCasts(rays, shapes);
