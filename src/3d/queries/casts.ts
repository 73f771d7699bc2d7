import type { CastRoutines } from '../../core/queries/cast-routines.ts';
import type { ColliderSet } from '../collider-set.ts';
import { castPiece } from './cast-piece.ts';
import { castRayChild, castRayCollider, castToLocal } from './cast-ray-collider.ts';
import { missesTriangle } from './misses-triangle.ts';
import { type QueryBody, spacePieces } from './query-body.ts';
import { createQueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';
import { surfaceCastsOf } from './surface-table.ts';

/** Casts at colliders in space. */
export const spaceCasts: CastRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  createShape: createQueryShape,
  hitLength: 7,
  castPiece,
  misses: missesTriangle,
  castRay: castRayCollider,
  children: {
    castRay: castRayChild,
    toLocal: castToLocal,
    encloses: (shape, localRay) => shape.record.pieces!.encloses(shape, localRay),
    start: (walk, shape) => shape.record.pieces!.startCast(walk, shape),
    next: (walk, shape) => shape.record.pieces!.nextCast(walk, shape),
  },
  surfaces: { seamlessOf, castsOf: surfaceCastsOf, writeSpan() {} },
};
