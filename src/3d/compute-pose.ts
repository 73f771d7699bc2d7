import type { ColliderSet } from './collider-set.ts';
import {
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_HALF_Z,
  BODY_RADIUS,
  BODY_X,
  BODY_Y,
  BODY_Z,
  writeAxesOfTurn,
} from './geometry/body-pose.ts';
import { placed, placeStored } from './place-offset.ts';
import { isRegisteredKind } from './shapes/shape-kind.ts';

/**
 * Writes the pose of an entity index as the stores have it now, which need not be where the last tick saw it. Numbers
 * that cannot be used give NaN.
 */
export function computePose(poses: Float64Array, at: number, set: ColliderSet, index: number): void {
  const { transform, shape } = set;
  const { scale } = transform;
  const factor = scale === undefined ? 1 : scale[index];
  placeStored(set, index);
  writeAxesOfTurn(poses, at, placed, 3);
  poses[at + BODY_X] = placed[0];
  poses[at + BODY_Y] = placed[1];
  poses[at + BODY_Z] = placed[2];
  // A registered shape has its scale in place of its half extents.
  poses[at + BODY_HALF_X] = isRegisteredKind(shape.kind[index]) ? factor : factor * shape.halfX[index];
  poses[at + BODY_HALF_Y] = factor * shape.halfY[index];
  poses[at + BODY_HALF_Z] = factor * shape.halfZ[index];
  poses[at + BODY_RADIUS] = factor * shape.radius[index];
}
