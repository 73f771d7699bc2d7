import { CAST_CENTER, CAST_DIRECTION, CAST_HALF, type CastWalk } from '../../core/bvh/cast-walk.ts';
import type {
  CastChildRoutines,
  CastRoutines,
  RayRoutines,
  ShapeCastRoutines,
} from '../../core/queries/cast-routines.ts';
import { nextPieceCast, startPieceCast } from '../../core/queries/piece-walks.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { RAY_DIRECTION_X, RAY_DIRECTION_Y, RAY_X, RAY_Y } from '../geometry/ray/cast-ray-piece.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import { castPiece, HIT_WITH_POINT_LENGTH, writeSpan } from './cast-piece.ts';
import { castRayChild, castRayCollider, rayToLocal } from './cast-ray-collider.ts';
import { planePieces } from './pieces.ts';
import { createQueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';
import { surfaceCastsOf } from './surface-table.ts';

const children: CastChildRoutines<ColliderSet> = {
  toLocal: castToLocal,
  encloses: undefined,
  isSolid: undefined,
  start: startPieceCast,
  next: nextPieceCast,
};

/** Makes the routines. One literal makes all records, so that they have one hidden class in V8. */
function makeCasts(
  rays: RayRoutines<ColliderSet> | undefined,
  shapes: ShapeCastRoutines<PlacedPiece> | undefined,
): CastRoutines<ColliderSet, PlacedPiece> {
  return {
    loader: planePieces,
    createShape: createQueryShape,
    hitLength: HIT_WITH_POINT_LENGTH,
    rays,
    shapes,
    children,
    surfaces: { seamlessOf, castsOf: surfaceCastsOf, castsOfMover: undefined, writeSpan },
  };
}

const rays: RayRoutines<ColliderSet> = { castRay: castRayCollider, castRayChild, isUnbounded: undefined };
const shapes: ShapeCastRoutines<PlacedPiece> = { castPiece, misses: undefined, findPieces: undefined };

/** Casts rays at colliders in the plane. */
export const planeRays = /* @__PURE__ */ makeCasts(rays, undefined);

/** Casts shapes at colliders in the plane. */
export const planeShapes = /* @__PURE__ */ makeCasts(undefined, shapes);

/** Casts both, as movers do. */
export const planeCasts = /* @__PURE__ */ makeCasts(rays, shapes);

/** See `CastChildRoutines.toLocal`. */
function castToLocal(
  localRay: Float64Array,
  { cast: local }: CastWalk,
  ray: Float64Array,
  { cast }: CastWalk,
  set: ColliderSet,
  slot: number,
): void {
  const { poses } = set;
  const at = slot * POSE_STRIDE;
  const c = poses[at + POSE_COS];
  const s = poses[at + POSE_SIN];
  const scale = poses[at + POSE_SCALE];
  const halfX = cast[CAST_HALF];
  const halfY = cast[CAST_HALF + 1];
  rayToLocal(localRay, ray, set, slot, true);
  const x = cast[CAST_CENTER] - poses[at + POSE_X];
  const y = cast[CAST_CENTER + 1] - poses[at + POSE_Y];
  const slack = 1e-12 * (Math.abs(x) + Math.abs(y) + Math.abs(ray[RAY_X]) + Math.abs(ray[RAY_Y]) + halfX + halfY);
  const grow = poses[at + POSE_RADIUS] + slack;
  local[CAST_CENTER] = (c * x + s * y) / scale;
  local[CAST_CENTER + 1] = (c * y - s * x) / scale;
  local[CAST_DIRECTION] = localRay[RAY_DIRECTION_X];
  local[CAST_DIRECTION + 1] = localRay[RAY_DIRECTION_Y];
  local[CAST_HALF] = (Math.abs(c) * halfX + Math.abs(s) * halfY + grow) / scale;
  local[CAST_HALF + 1] = (Math.abs(s) * halfX + Math.abs(c) * halfY + grow) / scale;
}
