import { buildBvh } from '../../src/core/bvh/build-bvh.ts';
import { reserveColliders, SHAPE_NONE } from '../../src/core/collider-set.ts';
import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { reserveIndices } from '../../src/core/index-list.ts';
import { boundGroup, requireNoneRefused } from './bound-group.ts';
import type { CollisionState } from './collision-state.ts';

/**
 * Gives colliders that came since the last tick a hierarchy of their own, so that queries see them at once: as they are
 * when a query first finds them with a shape, and then as `set()` leaves them. Other colliders that come or go do not
 * matter. Inside a query's predicate it does not change the hierarchy, because that query walks through it.
 */
export function admitPending(state: CollisionState): void {
  const { adapter, pending, set } = state;
  if (state.waitingQueries > 0) {
    reserveColliders(set);
    return;
  }
  if (set.slots.added.length === 0) {
    if (pending.bvh.itemCount > 0) buildBvh(pending.bvh, set.bounds, pending.active.items, 0);
    return;
  }
  if (!adapter.hasUnread) return;
  state.features.placing?.bringNew();
  reserveColliders(set);
  readUnread(state);
  listSeen(state);
  buildBvh(pending.bvh, set.bounds, pending.active.items, pending.active.count);
  requireNoneRefused(state);
}

/**
 * Computes the colliders that are still unread. One without a shape, or with unusable numbers, is read again by the
 * next query.
 */
function readUnread(state: CollisionState): void {
  const { adapter, pending, set } = state;
  const { added, unread, state: life } = set.slots;
  const { members, active } = pending;
  members.count = 0;
  const items = reserveIndices(members, added.length);
  for (let i = 0; i < added.length; i++) {
    const slot = added[i];
    if (life[slot] !== SLOT_LIVE) unread[slot] = 0;
    else if (unread[slot] === 1) items[members.count++] = slot;
  }
  boundGroup(state, pending);
  for (let i = 0; i < active.count; i++) unread[active.items[i]] = 0;
  adapter.hasUnread = active.count < members.count;
  for (let i = 0; i < members.count; i++) if (unread[items[i]] === 1) set.kinds[items[i]] = SHAPE_NONE;
}

/** Lists the colliders that came since the last tick and that queries see. */
export function listSeen({ pending: { active }, set }: CollisionState): void {
  const { added, state: life } = set.slots;
  const items = reserveIndices(active, added.length);
  active.count = 0;
  for (let i = 0; i < added.length; i++) {
    const slot = added[i];
    if (life[slot] === SLOT_LIVE && set.kinds[slot] !== SHAPE_NONE) items[active.count++] = slot;
  }
}
