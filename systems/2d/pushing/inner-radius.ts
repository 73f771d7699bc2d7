import {
  type ColliderSet,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_STRIDE,
} from '../../../src/2d/collider-set.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CIRCLE } from '../../../src/2d/shapes/shape-kind.ts';
import type { Scalar } from '../../../src/core/movement/vector.ts';

/**
 * Writes the radius of a circle that lies inside a collider: a collider that moves less than this passes through
 * nothing without touching it in the end. 0 for shapes whose radius would have to be measured.
 */
export function writeInnerRadius(out: Scalar, { kinds, poses }: ColliderSet, slot: number): void {
  const at = slot * POSE_STRIDE;
  const kind = kinds[slot];
  out[0] = 0;
  if (kind === SHAPE_CIRCLE || kind === SHAPE_CAPSULE) out[0] = poses[at + POSE_RADIUS];
  else if (kind === SHAPE_BOX) out[0] = Math.min(poses[at + POSE_HALF_WIDTH], poses[at + POSE_HALF_HEIGHT]);
}
