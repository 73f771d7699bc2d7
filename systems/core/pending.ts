import { buildBvh } from '../../src/core/bvh/build-bvh.ts';
import { reserveColliders } from '../../src/core/collider-set.ts';
import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { reserveIndices } from '../../src/core/index-list.ts';
import { boundGroup, requirePlaced } from './bound-group.ts';
import type { CollisionState } from './collision-state.ts';

/**
 * Gives colliders that came since the last tick a hierarchy of their own, so that queries see them at once: as they are
 * when a query first asks, until another one comes. Not inside a query's predicate: that query walks through it.
 */
export function admitPending(state: CollisionState): void {
  const { adapter, pending, set } = state;
  if (state.waitingQueries > 0) {
    reserveColliders(set);
    return;
  }
  if (set.slots.added.length === 0) {
    state.pendingVersion = -1;
    if (pending.bvh.itemCount > 0) buildBvh(pending.bvh, set.bounds, pending.active.items, 0);
    return;
  }
  if (state.pendingVersion === adapter.version) return;
  state.attachments?.follow();
  reserveColliders(set);
  listPending(state);
  boundGroup(state, pending);
  buildBvh(pending.bvh, set.bounds, pending.active.items, pending.active.count);
  requirePlaced(state);
  state.pendingVersion = adapter.version;
}

/** Whether queries have seen those that came since the last tick, and will see them as they were then. */
export function arePendingSeen({ adapter, pendingVersion, set }: CollisionState): boolean {
  return set.slots.added.length > 0 && pendingVersion === adapter.version;
}

/** Lists the colliders that came since the last tick and are still there. */
export function listPending({ pending: { members }, set }: CollisionState): void {
  const { added, state: life } = set.slots;
  const items = reserveIndices(members, added.length);
  members.count = 0;
  for (let i = 0; i < added.length; i++) if (life[added[i]] === SLOT_LIVE) items[members.count++] = added[i];
}
