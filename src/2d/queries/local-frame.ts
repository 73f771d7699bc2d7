import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';

/** Writes a point in a collider's frame: in the collider's own unit, which its scale stretches, or in the world's. */
export function pointToLocal(
  out: Float64Array,
  point: Float64Array,
  set: ColliderSet,
  slot: number,
  inOwnUnit: boolean,
): void {
  const { poses } = set;
  const pose = slot * POSE_STRIDE;
  const c = poses[pose + POSE_COS];
  const s = poses[pose + POSE_SIN];
  const unit = inOwnUnit ? poses[pose + POSE_SCALE] : 1;
  const x = point[0] - poses[pose + POSE_X];
  const y = point[1] - poses[pose + POSE_Y];
  out[0] = (c * x + s * y) / unit;
  out[1] = (c * y - s * x) / unit;
}

/**
 * Turns the normal of a ray's hit or of a nearest point, which both have it at the same index, from a collider's frame
 * to the world's. Adding 0 makes a zero positive.
 */
export function turnNormal(found: Float64Array, set: ColliderSet, slot: number): void {
  const c = set.poses[slot * POSE_STRIDE + POSE_COS];
  const s = set.poses[slot * POSE_STRIDE + POSE_SIN];
  const x = found[HIT_NORMAL_X];
  const y = found[HIT_NORMAL_Y];
  found[HIT_NORMAL_X] = c * x - s * y + 0;
  found[HIT_NORMAL_Y] = s * x + c * y + 0;
}
