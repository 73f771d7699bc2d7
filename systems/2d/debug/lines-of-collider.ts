import { type ColliderSet, POSE_STRIDE } from '../../../src/2d/collider-set.ts';
import { computePose } from '../../../src/2d/compute-bounds.ts';
import { findSlot } from '../../../src/core/collider-slots.ts';
import { type EntityId, entityIndex, hasAll, isAlive } from '../../core/adapter/entities.ts';
import { requireSeen } from '../../core/collision-state.ts';
import { createLineList, detail, type LineList } from '../../core/debug/line-list.ts';
import { isPlaced } from '../../core/queries/is-placed.ts';
import { plane } from '../dimension.ts';
import { drawCollider } from './draw-collider.ts';
import { FINEST } from './shape-outlines.ts';

const lines = createLineList(plane.axes, 64);
const storedPose = new Float64Array(POSE_STRIDE);

/**
 * Returns the lines of one entity's collider, in world units: where the last tick saw it or, when no tick has seen it,
 * where the stores have it. The list is reused; it is empty for an entity without a collider.
 */
export function linesOfCollider(world: object, entity: EntityId): LineList {
  const state = requireSeen<ColliderSet>(world, plane);
  const { set, adapter } = state;
  const index = entityIndex(state.world, entity);
  lines.count = 0;
  if (!isAlive(state.world, entity) || !hasAll(state.world, entity, adapter.required)) return lines;
  detail[0] = FINEST;
  const slot = findSlot(set.slots, index);
  if (slot >= 0 && isPlaced(state, slot)) {
    drawCollider(lines, set, index, set.poses, slot * POSE_STRIDE);
  } else {
    computePose(storedPose, 0, set, index);
    drawCollider(lines, set, index, storedPose, 0);
  }
  return lines;
}
