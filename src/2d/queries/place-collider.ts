import { SHAPE_NONE } from '../../core/collider-set.ts';
import { LARGEST_LENGTH, SMALLEST_SIZE } from '../../core/limits.ts';
import { explainInvalid, requireValidCollider } from '../bounds/explain-invalid.ts';
import {
  type ColliderSet,
  POSE_COS,
  POSE_HALF_HEIGHT,
  POSE_HALF_WIDTH,
  POSE_RADIUS,
  POSE_SCALE,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../collider-set.ts';
import { computePose } from '../compute-bounds.ts';
import { placeAtOrigin, placement } from '../shapes/placed-piece.ts';
import { isInlineKind, SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CIRCLE } from '../shapes/shape-kind.ts';
import { loadPieces, type QueryShape } from './query-shape.ts';

const pose = new Float64Array(POSE_STRIDE);

/**
 * Places the shape of a collider for a query, as the stores have it now: they may have been written since the last
 * tick. Returns false for one without a shape.
 * @throws CollisionError naming the entity and the field of a number that cannot be used.
 */
export function placeColliderShape(out: QueryShape, set: ColliderSet, slot: number): boolean {
  const { shape, registry } = set;
  const index = set.slots.index[slot];
  const kind = shape.kind[index];
  if (kind === SHAPE_NONE) return false;
  if (!isUsable(set, index)) requireValidCollider(set, slot);
  computePose(pose, 0, set, index);
  out.x = pose[POSE_X];
  out.y = pose[POSE_Y];
  out.isPoint = false;
  const scale = pose[POSE_SCALE];
  placeAtOrigin();
  placement[POSE_COS] = pose[POSE_COS];
  placement[POSE_SIN] = pose[POSE_SIN];
  placement[POSE_SCALE] = scale;
  placement[POSE_RADIUS] = pose[POSE_RADIUS];
  placement[POSE_HALF_WIDTH] = shape.halfWidth[index] * scale;
  placement[POSE_HALF_HEIGHT] = shape.halfHeight[index] * scale;
  loadPieces(out, kind, isInlineKind(kind) ? 0 : registry.shapes[shape.shape[index]]!);
  const { box } = out;
  // The numbers are compared here and not in a function: V8 puts numbers on the heap that are passed to a function.
  const isWithin =
    box[0] >= -LARGEST_LENGTH && box[1] >= -LARGEST_LENGTH && box[2] <= LARGEST_LENGTH && box[3] <= LARGEST_LENGTH;
  if (!isWithin) explainInvalid(set, slot);
  return true;
}

/**
 * Returns whether sizes and shape can be loaded. `explainInvalid` gives the reason why they cannot: this function would
 * have to build names for every check.
 */
function isUsable({ shape, registry, transform }: ColliderSet, index: number): boolean {
  const kind = shape.kind[index];
  const scale = transform.scale === undefined ? 1 : transform.scale[index];
  const radius = shape.radius[index] * scale;
  const height = shape.halfHeight[index] * scale;
  if (!(radius >= 0 && scale >= SMALLEST_SIZE)) return false;
  if (kind === SHAPE_CIRCLE) return radius >= SMALLEST_SIZE;
  if (kind === SHAPE_CAPSULE) return radius >= SMALLEST_SIZE && height >= SMALLEST_SIZE;
  if (kind === SHAPE_BOX) return height >= SMALLEST_SIZE && shape.halfWidth[index] * scale >= SMALLEST_SIZE;
  return registry.shapes[shape.shape[index]]?.record.kind === kind;
}

/**
 * Writes the present frame of an entity's collider: x, y, cosine and sine. Unlike the pose of a tick, it tells how far
 * a circle has turned.
 */
export function writeFrame(out: Float64Array, set: ColliderSet, slot: number): void {
  computePose(pose, 0, set, set.slots.index[slot]);
  out[0] = pose[POSE_X];
  out[1] = pose[POSE_Y];
  out[2] = pose[POSE_COS];
  out[3] = pose[POSE_SIN];
}
