import { FLAG_STATIC } from '../../core/collider-slots.ts';
import type { PieceCursor } from '../../core/queries/pieces.ts';
import { registeredOf } from '../../core/shapes/registered-of.ts';
import { APART_AT } from '../../core/swept/swept-pair.ts';
import type { SweptPaths } from '../../core/swept/swept-paths.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { ConvexBody } from '../geometry/convex/convex-body.ts';
import { POSE_STRIDE } from '../geometry/convex/pose.ts';
import {
  MOTION_STRIDE,
  PLACE_POSITION,
  PLACE_STRIDE,
  PREPARED_STRIDE,
  prepareMotion,
  writePlace,
} from '../geometry/sweep/motion.ts';
import { loadPose } from '../narrow-phase/load-body.ts';
import { pairOrigin } from '../narrow-phase/pair-origin.ts';
import { QueryBody } from '../queries/query-body.ts';
import { isInlineKind, isRegisteredKind } from '../shapes/shape-kind.ts';
import { pair } from './swept-pair.ts';

/** A piece as it turns about its entity's position: how it lies at the end of the path, and its motion. */
export class Moving {
  support = new ConvexBody();
  boundingRadius = 0;
  radius = 0;
  readonly motion = new Float64Array(MOTION_STRIDE);
  /** The motion relative to `origin`: see `prepareMotion`. */
  readonly prepared = new Float64Array(PREPARED_STRIDE);
}

export const movingA = /* @__PURE__ */ new Moving();
export const movingB = /* @__PURE__ */ new Moving();
/** The two pieces, placed where they are at a time of their motions, relative to `origin`. */
export const placedA = /* @__PURE__ */ new QueryBody();
export const placedB = /* @__PURE__ */ new QueryBody();
export const origin = new Float64Array(3);
const ORIGIN = new Float64Array(3);

/** The place of a collider after a part of its way, and that part. */
const place = new Float64Array(PLACE_STRIDE);
const time = new Float64Array(1);
/** The body pose of a collider that has moved and turned. */
const pose = new Float64Array(BODY_STRIDE);

/** Reads the motions of the pair that the following calls are about. Backwards they run from their ends. */
export function takeMotions(paths: SweptPaths): void {
  const at = pair.slotA * BODY_STRIDE + BODY_X;
  for (let axis = 0; axis < 3; axis++) origin[axis] = pair.set!.poses[at + axis];
  takeMotion(movingA, paths, pair.slotA);
  takeMotion(movingB, paths, pair.slotB);
}

/** Reads the motion of a collider in the direction of the sweep, about its entity's position. */
function takeMotion({ motion, prepared }: Moving, { motions, layout }: SweptPaths, slot: number): void {
  const set = pair.set!;
  const from = slot * layout.stride;
  const isStatic = (set.slots.flags[slot] & FLAG_STATIC) !== 0;
  for (let i = 0; i < POSE_STRIDE; i++) {
    // A static collider does not turn, so it may as well turn about the middle of its shape.
    const rest = i < 3 ? set.poses[slot * BODY_STRIDE + BODY_X + i] : i === POSE_STRIDE - 1 ? 1 : 0;
    const start = isStatic ? rest : motions[from + i];
    const end = isStatic ? rest : motions[from + layout.placeStride + i];
    motion[i] = pair.backwards ? end : start;
    motion[POSE_STRIDE + i] = pair.backwards ? start : end;
  }
  prepareMotion(prepared, 0, motion, 0, origin, 0);
}

/** Places both current pieces after the part of the way in `pair.apart`. */
export function placeBoth(): void {
  placeAt(placedA, pair.slotA, pair.childA, movingA);
  placeAt(placedB, pair.slotB, pair.childB, movingB);
}

/** Places a piece after a part of its motion, about `origin`. */
function placeAt(piece: QueryBody, slot: number, child: number, { motion, prepared }: Moving): void {
  const set = pair.set!;
  const { poses } = set;
  const at = slot * BODY_STRIDE;
  // The pose of the collider, relative to the point that it turns about, is the one at the end of its path.
  const end = pair.backwards ? 0 : POSE_STRIDE;
  time[0] = pair.apart[APART_AT];
  writePlace(place, 0, prepared, 0, time);
  for (let i = BODY_X; i < BODY_STRIDE; i++) pose[i] = poses[at + i];
  for (let row = 0; row < 3; row++) {
    const r = 3 * row;
    for (let axis = 0; axis < 3; axis++) {
      const m = at + BODY_AXES + 3 * axis;
      pose[BODY_AXES + 3 * axis + row] =
        place[r] * poses[m] + place[r + 1] * poses[m + 1] + place[r + 2] * poses[m + 2];
    }
    let own = 0;
    for (let k = 0; k < 3; k++) own += place[r + k] * (poses[at + BODY_X + k] - motion[end + k]);
    pose[BODY_X + row] = own + place[PLACE_POSITION + row];
  }
  const kind = set.kinds[slot];
  piece.kind = kind;
  const shape = isRegisteredKind(kind) ? registeredOf(set, slot) : undefined;
  if (isInlineKind(kind) || shape!.record.pieces === undefined)
    loadPose(piece.body, kind, pose, 0, shape?.hull, ORIGIN);
  else shape!.record.pieces.load(piece.body, shape!, child, pose, 0, ORIGIN);
}

/**
 * Loads piece number i of a collider about the point it turns about, as it lies at the end. Returns which child it is.
 */
export function loadTurning(
  cursor: PieceCursor<ColliderSet, QueryBody>,
  set: ColliderSet,
  slot: number,
  i: number,
  moving: Moving,
): number {
  const end = pair.backwards ? 0 : POSE_STRIDE;
  for (let axis = 0; axis < 3; axis++) pairOrigin[axis] = moving.motion[end + axis];
  const child = cursor.load(set, slot, i);
  const { body } = cursor.piece;
  moving.support = body;
  moving.boundingRadius = Math.sqrt(body.x * body.x + body.y * body.y + body.z * body.z) + body.reach;
  moving.radius = body.rounding;
  return child;
}
