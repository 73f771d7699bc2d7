import { requireValidCollider } from '../../src/3d/bounds/explain-invalid.ts';
import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { computePose } from '../../src/3d/compute-pose.ts';
import { BODY_HALF_X, BODY_STRIDE, BODY_X } from '../../src/3d/geometry/body-pose.ts';
import { proximitySearch } from '../../src/3d/queries/closest-points.ts';
import { isRegisteredKind, SHAPE_SPHERE } from '../../src/3d/shapes/shape-kind.ts';
import type { EntityId } from '../core/adapter/entities.ts';
import { explainPairBy, type PairExplanation, type PairMeasures } from '../core/explain-pair.ts';
import { space } from './dimension.ts';

const measures: PairMeasures<ColliderSet> = {
  dimension: space,
  requireValid: requireValidCollider,
  isResized,
  isMoved,
  search: proximitySearch,
};

/**
 * Says why two entities do or do not touch, as of the last tick; the message names the entities that have been moved
 * since. For development: it measures what the tick skips.
 * @throws CollisionError `invalid-state` when the world has no 3D collision; naming the entity and the field when a
 * collider's kind, size or shape handle has been written to a value that the next tick will refuse.
 */
export function explainPair(world: object, a: EntityId, b: EntityId): PairExplanation {
  return explainPairBy(measures, world, a, b);
}

const now = new Float64Array(BODY_STRIDE);

/** Returns whether the stores now give other numbers first … end − 1 of the pose than the last tick saw. */
function differs(set: ColliderSet, slot: number, first: number, end: number): boolean {
  computePose(now, 0, set, set.slots.index[slot]);
  for (let i = first; i < end; i++) if (now[i] !== set.poses[BODY_STRIDE * slot + i]) return true;
  return false;
}

function isResized(set: ColliderSet, slot: number): boolean {
  const { slots, shape, kinds, handles } = set;
  const index = slots.index[slot];
  const kind = shape.kind[index];
  if (kind !== kinds[slot] || (isRegisteredKind(kind) && shape.shape[index] !== handles[slot])) return true;
  return differs(set, slot, BODY_HALF_X, BODY_STRIDE);
}

/** Returns whether a collider is elsewhere or turned; a sphere does not show its rotation. */
function isMoved(set: ColliderSet, slot: number): boolean {
  return differs(set, slot, set.kinds[slot] === SHAPE_SPHERE ? BODY_X : 0, BODY_HALF_X);
}
