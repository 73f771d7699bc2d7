import type { ColliderSet } from '../../../src/3d/collider-set.ts';
import { computePose } from '../../../src/3d/compute-pose.ts';
import { BODY_AXES, BODY_STRIDE, BODY_X } from '../../../src/3d/geometry/body-pose.ts';
import { spaceMover } from '../../../src/3d/movement/space-mover.ts';
import { placeColliderShape } from '../../../src/3d/queries/place-collider.ts';
import type { QueryBody } from '../../../src/3d/queries/query-body.ts';
import { type CastPose, placeShape } from '../../../src/3d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/3d/shapes/shape-spec.ts';
import type { FrameRoutines } from '../../core/movement/frames.ts';
import type { MoverKind } from '../../core/movement/world-mover.ts';
import { space } from '../dimension.ts';
import { createMoveHit } from './move-result.ts';

/** A shape that need not be in the world, and where it is. */
export interface MovingShape extends CastPose {
  readonly shape: ShapeSpec;
}

/** The turn of a collider as a result keeps it: its axes in the world. */
interface SpaceTurn {
  axes: Float64Array;
}

/** The index at which the axes of a frame begin; a turn is laid out as axes are. */
const AXES = 3;

const pose = new Float64Array(BODY_STRIDE);

/** Frames in space: x, y, z, and the axes of a body pose. */
const spaceFrames: FrameRoutines<ColliderSet> = {
  axes: 3,
  length: 12,
  turnLength: 9,
  writeStored(out, set, slot) {
    computePose(pose, 0, set, set.slots.index[slot]);
    readPose(out, pose, 0);
  },
  writeSeen: (out, { poses }, slot) => readPose(out, poses, BODY_STRIDE * slot),
  keepTurn(to, frame) {
    const { axes } = to as SpaceTurn;
    for (let i = 0; i < 9; i++) axes[i] = frame[AXES + i];
  },
  recallTurn(frame, from) {
    const { axes } = from as SpaceTurn;
    for (let i = 0; i < 9; i++) frame[AXES + i] = axes[i];
  },
  writeTurn(out, from, to) {
    // For a frame that has not turned, the turn must be exactly the identity, however its axes are rounded.
    let isSame = true;
    for (let i = AXES; i < AXES + 9; i++) isSame &&= from[i] === to[i];
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) {
        let sum = 0;
        for (let axis = AXES; axis < AXES + 9; axis += 3) sum += to[axis + row] * from[axis + column];
        out[3 * column + row] = isSame ? (row === column ? 1 : 0) : sum;
      }
    }
  },
  turnVector(out, turn, vector) {
    const x = vector[0];
    const y = vector[1];
    const z = vector[2];
    for (let row = 0; row < 3; row++) out[row] = turn[row] * x + turn[3 + row] * y + turn[6 + row] * z;
  },
  writeSine(out, turn) {
    // The part of a rotation matrix that changes sign when it is transposed is the axis times the sine.
    const x = turn[5] - turn[7];
    const y = turn[6] - turn[2];
    const z = turn[1] - turn[3];
    out[0] = 0.5 * Math.sqrt(x * x + y * y + z * z);
  },
};

function readPose(out: Float64Array, poses: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) out[axis] = poses[at + BODY_X + axis];
  for (let i = 0; i < 9; i++) out[AXES + i] = poses[at + BODY_AXES + i];
}

/** The routines of space that movers call. */
export const spaceMovers: MoverKind<ColliderSet, QueryBody> = {
  dimension: space,
  routines: spaceMover,
  frames: spaceFrames,
  placeShape: (out, mover) => placeShape(out, (mover as MovingShape).shape, mover as MovingShape),
  placeCollider: placeColliderShape,
  createMoveHit,
};
