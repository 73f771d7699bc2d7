import { refitItem } from '../../src/core/bvh/refit-item.ts';
import { INVALID_SLOT } from '../../src/core/collider-slots.ts';
import { reserveIndices } from '../../src/core/index-list.ts';
import { reserve } from '../../src/core/typed-array.ts';
import { type EntityId, entityIndex } from './adapter/entities.ts';
import { noteStatic, slotOf } from './adapter/member-slots.ts';
import { explainRefused } from './bound-group.ts';
import { type CollisionState, requireUnasked } from './collision-state.ts';
import { scopeOf } from './queries/query-scope.ts';
import { refreshedOf } from './refreshed.ts';

const item = new Uint32Array(1);
const active = new Uint32Array(1);
/** The pose and the bounds that a collider had, kept in case its new ones are refused. */
let before = new Float64Array(32);

/**
 * Reads the transform and collider of one entity anew, without a tick: queries then see it at its present place and
 * size, and the other colliders as before. It is meant for movers that take turns within a tick, each of which has to
 * see where the movers before it have gone. A static collider also counts as touched. Contacts and events stay as they
 * are.
 *
 * A call costs a walk from the root of a hierarchy to a leaf rather than a rebuild; the first call after a tick costs
 * more. A call may allocate a number or two. Where most of a world has moved, `refreshCollision` is faster, and so are
 * queries after it.
 *
 * Entities that are attached to it are read anew with it.
 *
 * Returns whether queries see the entity: not when it has no collider, is disabled, or was given its shape by a direct
 * write since the last tick.
 *
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` for a world without
 * collision; for numbers that cannot be used the error that a tick would throw: queries then see the collider where it
 * was.
 */
export function refreshCollider(world: object, entity: EntityId): boolean {
  const state = requireUnasked(world);
  scopeOf(world, state.dimension);
  const { placing } = state.features;
  if (placing === undefined) return refresh(state, entity);
  const index = entityIndex(state.world, entity);
  placing.update();
  placing.bringAlong(index);
  const isSeen = refresh(state, entity);
  const { items, count } = placing.listBelow(index);
  for (let i = 0; i < count; i++) {
    placing.bringAlong(items[i]);
    refresh(state, placing.entityOf(items[i]));
  }
  return isSeen;
}

function refresh(state: CollisionState, entity: EntityId): boolean {
  const { moving, statics, pending, set } = state;
  const slot = slotOf(state.adapter, entity);
  if (slot < 0) return false;
  noteRefreshed(state, slot);
  if (!readAgain(state, slot)) return false;
  noteStatic(state.adapter, slot);
  set.slots.unread[slot] = 0;
  // A collider that has just become static is in the moving hierarchy until a tick sorts it.
  return refitItem(moving.bvh, set.bounds, slot) || refitItem(statics.bvh, set.bounds, slot)
    ? true
    : refitItem(pending.bvh, set.bounds, slot);
}

function noteRefreshed(state: CollisionState, slot: number): void {
  const refreshed = refreshedOf(state);
  // In a world that is paused, no tick empties the list: once it is longer than the number of slots, all places count
  // as refreshed.
  if (refreshed.count > state.set.slots.end) state.placesVersion = refreshed.version;
  else reserveIndices(refreshed, 1)[refreshed.count++] = slot;
}

/**
 * Computes the pose and bounds of a slot; false when it has no shape. When the new pose or bounds are refused, the old
 * ones stay.
 */
function readAgain(state: CollisionState, slot: number): boolean {
  const { set, dimension } = state;
  const { poseStride, boundsStride } = set;
  const kind = set.kinds[slot];
  const handle = set.handles[slot];
  const filter = set.slots.defaultFilter[slot];
  before = reserve(before, poseStride + boundsStride);
  for (let i = 0; i < poseStride; i++) before[i] = set.poses[slot * poseStride + i];
  for (let i = 0; i < boundsStride; i++) before[poseStride + i] = set.bounds[slot * boundsStride + i];
  item[0] = slot;
  set.refused = INVALID_SLOT;
  const isActive = dimension.computeBounds(set, item, 1, active) === 1;
  if (set.refused === INVALID_SLOT) return isActive;
  set.refused = INVALID_SLOT;
  set.kinds[slot] = kind;
  set.handles[slot] = handle;
  set.slots.defaultFilter[slot] = filter;
  for (let i = 0; i < poseStride; i++) set.poses[slot * poseStride + i] = before[i];
  for (let i = 0; i < boundsStride; i++) set.bounds[slot * boundsStride + i] = before[poseStride + i];
  return explainRefused(state, slot);
}
