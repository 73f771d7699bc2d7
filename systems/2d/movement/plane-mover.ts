import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../../../src/2d/collider-set.ts';
import { planeMover } from '../../../src/2d/movement/move-space-2d.ts';
import { placeColliderShape, writeFrame } from '../../../src/2d/queries/place-collider.ts';
import { type CastPose, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { PlacedPiece } from '../../../src/2d/shapes/placed-piece.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import type { FrameRoutines } from '../../core/movement/frames.ts';
import type { MoverKind } from '../../core/movement/world-mover.ts';
import { plane } from '../dimension.ts';
import { createMoveHit } from './move-result.ts';

/** A shape that need not be in the world, and where it is. */
export interface MovingShape extends CastPose {
  readonly shape: ShapeSpec;
}

/** The turn of a collider as a result keeps it: cosine and sine. */
interface PlaneTurn {
  cos: number;
  sin: number;
}

/** Frames in the plane: x, y, cosine and sine. */
const planeFrames: FrameRoutines<ColliderSet> = {
  axes: 2,
  length: 4,
  turnLength: 2,
  writeStored: writeFrame,
  writeSeen(out, { poses }, slot) {
    const at = slot * POSE_STRIDE;
    out[0] = poses[at + POSE_X];
    out[1] = poses[at + POSE_Y];
    out[2] = poses[at + POSE_COS];
    out[3] = poses[at + POSE_SIN];
  },
  keepTurn(to, frame) {
    (to as PlaneTurn).cos = frame[2];
    (to as PlaneTurn).sin = frame[3];
  },
  recallTurn(frame, from) {
    frame[2] = (from as PlaneTurn).cos;
    frame[3] = (from as PlaneTurn).sin;
  },
  writeTurn(out, from, to) {
    out[0] = to[2] * from[2] + to[3] * from[3];
    out[1] = to[3] * from[2] - to[2] * from[3];
  },
  turnVector(out, turn, vector) {
    const x = vector[0];
    const y = vector[1];
    out[0] = turn[0] * x - turn[1] * y;
    out[1] = turn[1] * x + turn[0] * y;
    out[2] = 0;
  },
  writeSine(out, turn) {
    out[0] = Math.abs(turn[1]);
  },
};

/** The routines of the plane that movers call. */
export const planeMovers: MoverKind<ColliderSet, PlacedPiece> = {
  dimension: plane,
  routines: planeMover,
  frames: planeFrames,
  placeShape: (out, mover) => placeShape(out, (mover as MovingShape).shape, mover as MovingShape),
  placeCollider: placeColliderShape,
  createMoveHit,
};
