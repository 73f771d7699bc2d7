import { forgetSlot } from '../../src/core/broad-phase/pair-cache.ts';
import { reserveColliders, SHAPE_NONE } from '../../src/core/collider-set.ts';
import {
  FLAG_STATIC,
  freeRetiredSlots,
  retireUnpairedSlots,
  SLOT_LIVE,
  updateOrder,
} from '../../src/core/collider-slots.ts';
import { reserveIndices } from '../../src/core/index-list.ts';
import { admitFormerPrefabs, dropPrefabs, forEachOwner, requireInstalled } from './adapter/adapter.ts';
import { loosenStatics } from './changed-statics.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import { forgetLeft } from './events/subscriptions.ts';

/**
 * First stage: takes in what happened to entities since the last tick. Frees the slots whose ends have been told,
 * brings the canonical order up to date and sorts the colliders by mobility.
 * @throws CollisionError `invalid-state` when the world was reset without `reinstall()`.
 */
export function syncSystem<W extends object>(world: W): W {
  const state = requireState(world);
  requireInstalled(state.adapter);
  // First: it throws for parents that cannot be, and says which statics it has moved.
  state.attachments?.follow();
  const { slots } = state.set;
  // A handler may refresh: the slots that the events in delivery name must not pass to others meanwhile.
  if (!state.dispatch.isRunning) retireUnpairedSlots(slots);
  const freed = !state.dispatch.isRunning && freeRetiredSlots(slots);
  if (freed && state.dispatch.delivered === state.tracking.tick) forgetLeft(state.dispatch);
  admitFormerPrefabs(state.adapter);
  for (let i = 0; i < slots.added.length; i++) {
    forgetSlot(state.pairCache, slots.added[i]);
    // What whoever had the slot before was is in use no more.
    state.set.kinds[slots.added[i]] = SHAPE_NONE;
  }
  const added = updateOrder(slots);
  dropPrefabs(state.adapter, state.moving.members);
  reserveColliders(state.set);
  if (added || state.adapter.membersChanged) sortByMobility(state);
  state.adapter.membersChanged = false;
  state.adapter.lastAdded = undefined;
  if (state.adapter.staticsChanged) state.staticsStale = true;
  else loosenStatics(state, state.adapter.changedStatics);
  state.adapter.staticsChanged = false;
  state.adapter.changedStatics.length = 0;
  state.pending.members.count = 0;
  state.pending.active.count = 0;
  if (state.dimension.shapes.isSweepDue(state.set.registry)) sweepUnusedShapes(state);
  return world;
}

/** Lists the colliders that have a rank, those that move and the static ones. */
export function sortByMobility(state: CollisionState): void {
  const { order, orderCount, state: life, flags } = state.set.slots;
  const moving = reserveAll(state.moving.members, orderCount);
  const statics = reserveAll(state.statics.members, orderCount);
  let movingCount = 0;
  let staticCount = 0;
  for (let i = 0; i < orderCount; i++) {
    const slot = order[i];
    if (life[slot] !== SLOT_LIVE) continue;
    if ((flags[slot] & FLAG_STATIC) !== 0) statics[staticCount++] = slot;
    else moving[movingCount++] = slot;
  }
  state.moving.members.count = movingCount;
  state.statics.members.count = staticCount;
}

function reserveAll(list: CollisionState['moving']['members'], count: number): Uint32Array {
  list.count = 0;
  return reserveIndices(list, count);
}

/** Frees registered shapes nobody refers to any more. Prefabs and disabled entities count as users. */
function sweepUnusedShapes({ dimension, set, world, collider }: CollisionState): void {
  dimension.shapes.sweep(set, (visit) => forEachOwner(world, collider, visit));
}
