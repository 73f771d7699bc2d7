import { forgetSlot } from '../../src/core/broad-phase/pair-cache.ts';
import { reserveColliders, SHAPE_NONE } from '../../src/core/collider-set.ts';
import { freeRetiredSlots, updateOrder } from '../../src/core/collider-slots.ts';
import { scratchList as arrived } from '../../src/core/scratch-list.ts';
import { sweepIsDue, sweepShapes } from '../../src/core/shapes/shape-registry.ts';
import { forEachOwner } from './adapter/entities.ts';
import { requireInstalled } from './adapter/install.ts';
import { admitFormerPrefabs, dropPrefabs } from './adapter/prefabs.ts';
import { loosenStatics } from './changed-statics.ts';
import { type CollisionState, requireUnasked } from './collision-state.ts';
import { NOT_RUNNING } from './events/dispatch.ts';
import { forgetLeft } from './events/subscriptions.ts';
import { sortByMobility, updateMobility } from './mobility.ts';
import { prefetch } from './prefetch.ts';

/**
 * First stage: takes in what happened to entities since the last tick. Frees the slots whose ends have been delivered,
 * brings the canonical order up to date and sorts the colliders by mobility.
 * @throws CollisionError `invalid-state` when the world was reset without `reinstall()`.
 */
export function syncSystem<W extends object>(world: W): W {
  const state = requireUnasked(world);
  prefetch(state);
  requireInstalled(state.adapter);
  // Features come before anything is changed, as a feature may refuse the tick. They also say which statics they have
  // moved.
  const { beginTick } = state.features;
  for (let i = 0; i < beginTick.length; i++) beginTick[i]();
  const { adapter, set } = state;
  const { slots } = set;
  // Prefabs come first, then slots are freed: a collider that arrives must not get a slot that has just left the lists.
  admitFormerPrefabs(adapter);
  // A handler may call a refresh. Meanwhile the slots that the events in delivery name must not be given to other
  // colliders.
  const freed = state.dispatch.running === NOT_RUNNING && freeRetiredSlots(slots);
  if (freed && state.dispatch.delivered === state.tracking.tick) forgetLeft(state.dispatch);
  for (let i = 0; i < slots.added.length; i++) {
    forgetSlot(state.pairCache, slots.added[i]);
    // The kind that the former collider of this slot had is not valid for the new one.
    set.kinds[slots.added[i]] = SHAPE_NONE;
    slots.unread[slots.added[i]] = 0;
  }
  adapter.hasUnread = false;
  const added = updateOrder(slots);
  dropPrefabs(adapter, state.moving.members);
  reserveColliders(set);
  if (adapter.mobilityChanged) sortByMobility(state);
  else if (added || adapter.membersChanged) updateMobility(state, arrived);
  adapter.mobilityChanged = false;
  adapter.membersChanged = false;
  adapter.lastAdded = undefined;
  if (adapter.staticsChanged) state.staticsStale = true;
  else loosenStatics(state, adapter.changedStatics);
  state.areBoundsDue = true;
  adapter.staticsChanged = false;
  adapter.changedStatics.length = 0;
  if (added) state.pending.active.count = 0;
  if (sweepIsDue(state.set.registry)) sweepUnusedShapes(state);
  return world;
}

/** Frees registered shapes that nothing refers to any more. Prefabs and disabled entities count as users. */
function sweepUnusedShapes({ set, world, collider }: CollisionState): void {
  sweepShapes(set, (visit) => forEachOwner(world, collider, visit));
}
