import { requireValidCollider } from '../../src/2d/bounds/explain-invalid.ts';
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
} from '../../src/2d/collider-set.ts';
import { computePose } from '../../src/2d/compute-bounds.ts';
import { proximitySearch } from '../../src/2d/queries/closest-points.ts';
import { isRegisteredKind, SHAPE_BOX, SHAPE_CIRCLE } from '../../src/2d/shapes/shape-kind.ts';
import { compositeOf } from '../../src/core/shapes/registered-of.ts';
import type { EntityId } from '../core/adapter/entities.ts';
import { explainPairBy, type PairExplanation, type PairMeasures } from '../core/explain-pair.ts';
import { plane } from './dimension.ts';

const measures: PairMeasures<ColliderSet> = {
  dimension: plane,
  requireValid: requireValidCollider,
  isResized,
  isMoved,
  isEmpty,
  search: proximitySearch,
};

/**
 * Says why two entities do or do not touch, as of the last tick; the message names the entities that have been moved
 * since. For development: it measures what the tick skips.
 * @throws CollisionError `invalid-state` when the world has no 2D collision; naming the entity and the field when a
 * collider's kind, size or shape handle has been written to a value that the next tick will refuse.
 */
export function explainPair(world: object, a: EntityId, b: EntityId): PairExplanation {
  return explainPairBy(measures, world, a, b);
}

function isResized({ slots, shape, kinds, handles, poses }: ColliderSet, slot: number): boolean {
  const index = slots.index[slot];
  const kind = shape.kind[index];
  const pose = slot * POSE_STRIDE;
  const scale = poses[pose + POSE_SCALE];
  const isOf = (size: Float64Array, at: number): boolean => size[index] * scale === poses[pose + at];
  if (kind !== kinds[slot] || !isOf(shape.radius, POSE_RADIUS)) return true;
  if (isRegisteredKind(kind)) return shape.shape[index] !== handles[slot];
  if (kind === SHAPE_BOX && !isOf(shape.halfWidth, POSE_HALF_WIDTH)) return true;
  return kind !== SHAPE_CIRCLE && !isOf(shape.halfHeight, POSE_HALF_HEIGHT);
}

/** Returns whether a collider is a map that has no tile. */
function isEmpty(set: ColliderSet, slot: number): boolean {
  const shape = compositeOf(set, slot);
  const grid = shape?.record.grid;
  if (grid === undefined) return false;
  for (let cell = 0; cell < shape!.pieces; cell++) if (grid.has(shape!, cell)) return false;
  return true;
}

const now = new Float64Array(POSE_STRIDE);
/** The numbers of a pose that a move changes; a circle does not show its rotation. */
const PLACE = [POSE_X, POSE_Y];
const TURN = [POSE_COS, POSE_SIN];

function isMoved(set: ColliderSet, slot: number): boolean {
  computePose(now, 0, set, set.slots.index[slot]);
  const differs = (at: number): boolean => now[at] !== set.poses[slot * POSE_STRIDE + at];
  return PLACE.some(differs) || (set.kinds[slot] !== SHAPE_CIRCLE && TURN.some(differs));
}
