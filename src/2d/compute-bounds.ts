import { cosSinAt } from '../core/trigonometry.ts';
import { explainInvalid } from './bounds/explain-invalid.ts';
import { EXTENT_MAX_X, EXTENT_MAX_Y, EXTENT_MIN_X, EXTENT_MIN_Y, EXTENT_RADIUS, extent } from './bounds/extent.ts';
import { NEEDED_SIZES, NEEDS_HALF_HEIGHT, NEEDS_HALF_WIDTH, NEEDS_RADIUS } from './bounds/needed-sizes.ts';
import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from './collider-set.ts';
import { isRegisteredKind, SHAPE_BOX, SHAPE_CIRCLE, SHAPE_NONE } from './shapes/shape-kind.ts';

const turn = new Float64Array(2);
const angle = new Float64Array(1);

/**
 * Computes poses and world bounds of the first `count` slots in `items`, and writes those that have a shape to `active`, in the
 * same order. Returns how many.
 * @throws CollisionError naming the entity and the field for a transform or size that is not usable; poses and bounds of the
 *   slots before it have been written by then, and nothing else has.
 */
export function computeBounds(set: ColliderSet, items: Uint32Array, count: number, active: Uint32Array): number {
  const { slots, shape, poses, bounds } = set;
  const grow = set.margin / 2;
  let activeCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i]!;
    const index = slots.index[slot]!;
    const kind = shape.kind[index]!;
    if (kind === SHAPE_NONE) continue;
    const pose = slot * POSE_STRIDE;
    computePose(poses, pose, set, index);
    const radius = grow + shape.radius[index]! * poses[pose + POSE_SCALE]!;
    extent[EXTENT_RADIUS] = radius;
    if (!isRegisteredKind(kind)) writeBoxExtent(set, pose, index, kind);
    else {
      // A handle of no shape leaves what was there; it is found out below.
      const registered = set.registry.shapes[shape.shape[index]!];
      if (registered !== undefined) registered.writeExtent(registered, poses, pose);
    }
    const x = poses[pose + POSE_X]!;
    const y = poses[pose + POSE_Y]!;
    const minX = x + extent[EXTENT_MIN_X]! - radius;
    const minY = y + extent[EXTENT_MIN_Y]! - radius;
    const maxX = x + extent[EXTENT_MAX_X]! + radius;
    const maxY = y + extent[EXTENT_MAX_Y]! + radius;
    const at = slot * BOUNDS_STRIDE;
    bounds[at] = minX;
    bounds[at + 1] = minY;
    bounds[at + 2] = maxX;
    bounds[at + 3] = maxY;
    if (!(maxX - minX + (maxY - minY) < Infinity) || !hasValidSizes(set, index, kind)) {
      explainInvalid(set, slot, index);
    }
    active[activeCount++] = slot;
  }
  return activeCount;
}

/** Writes the pose of the collider of an entity index: the entity's transform, then the local offset, scaled with it. */
export function computePose(poses: Float64Array, at: number, set: ColliderSet, index: number): void {
  const { transform, shape } = set;
  const scale = transform.scale === undefined ? 1 : transform.scale[index]!;
  const offsetX = shape.offsetX[index]!;
  const offsetY = shape.offsetY[index]!;
  const offsetRotation = shape.offsetRotation[index]!;
  angle[0] = transform.rotation === undefined ? 0 : transform.rotation[index]!;
  let x = transform.x[index]!;
  let y = transform.y[index]!;
  turn[0] = 1;
  turn[1] = 0;
  if (angle[0] !== 0) cosSinAt(turn, 0, angle, 0);
  if (offsetX !== 0 || offsetY !== 0) {
    x += scale * (turn[0]! * offsetX - turn[1]! * offsetY);
    y += scale * (turn[1]! * offsetX + turn[0]! * offsetY);
  }
  if (offsetRotation !== 0) {
    angle[0] += offsetRotation;
    cosSinAt(turn, 0, angle, 0);
  }
  poses[at + POSE_X] = x;
  poses[at + POSE_Y] = y;
  poses[at + POSE_COS] = turn[0]!;
  poses[at + POSE_SIN] = turn[1]!;
  poses[at + POSE_SCALE] = scale;
}

/** The extent of a turned rectangle: a box, a capsule's core, which is one of no width, or a circle's, which is a point. */
function writeBoxExtent(set: ColliderSet, pose: number, index: number, kind: number): void {
  const { poses, shape } = set;
  const scale = poses[pose + POSE_SCALE]!;
  const c = Math.abs(poses[pose + POSE_COS]!) * scale;
  const s = Math.abs(poses[pose + POSE_SIN]!) * scale;
  const width = kind === SHAPE_BOX ? shape.halfWidth[index]! : 0;
  const height = kind === SHAPE_CIRCLE ? 0 : shape.halfHeight[index]!;
  const halfX = c * width + s * height;
  const halfY = s * width + c * height;
  extent[EXTENT_MIN_X] = -halfX;
  extent[EXTENT_MIN_Y] = -halfY;
  extent[EXTENT_MAX_X] = halfX;
  extent[EXTENT_MAX_Y] = halfY;
}

/** Sizes that the bounds alone would not give away. */
function hasValidSizes(set: ColliderSet, index: number, kind: number): boolean {
  const { shape, transform, registry } = set;
  const needed = NEEDED_SIZES[kind];
  const radius = shape.radius[index]!;
  return (
    needed !== undefined &&
    (transform.scale === undefined || transform.scale[index]! > 0) &&
    ((needed & NEEDS_RADIUS) !== 0 ? radius > 0 : radius >= 0) &&
    ((needed & NEEDS_HALF_WIDTH) === 0 || shape.halfWidth[index]! > 0) &&
    ((needed & NEEDS_HALF_HEIGHT) === 0 || shape.halfHeight[index]! > 0) &&
    (!isRegisteredKind(kind) || registry.shapes[shape.shape[index]!]?.kind === kind)
  );
}

/**
 * Checks a collider whose pose has been computed as the tick would: its kind, sizes and handle may have been written since.
 * @throws CollisionError naming the entity and the field.
 */
export function requireValidCollider(set: ColliderSet, slot: number): void {
  const index = set.slots.index[slot]!;
  if (!hasValidSizes(set, index, set.shape.kind[index]!)) explainInvalid(set, slot, index);
}
