import { FLAG_STATIC, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { type IndexList, reserveIndices } from '../../src/core/index-list.ts';
import type { CollisionState } from './collision-state.ts';

/** Lists the colliders that have a rank: the moving ones and the static ones. */
export function sortByMobility(state: CollisionState): void {
  listOf(state, state.moving.members, 0);
  state.areStaticsListed = false;
  state.staticCount = staticMembers(state).count;
}

/**
 * Brings the list of moving colliders up to date when colliders have come or gone, and none that stayed has become
 * static or ceased to be: the colliders that came are merged in by ascending entity index.
 */
export function updateMobility(state: CollisionState, arrived: IndexList): void {
  state.areStaticsListed = false;
  const { members } = state.moving;
  const { state: life, flags, index } = state.set.slots;
  keepMoving(members, life, flags);
  keepMoving(arrived, life, flags);
  const items = reserveIndices(members, arrived.count);
  let from = members.count - 1;
  members.count += arrived.count;
  for (let to = members.count - 1, next = arrived.count - 1; next >= 0; to--) {
    const isLater = from >= 0 && index[items[from]] > index[arrived.items[next]];
    items[to] = isLater ? items[from--] : arrived.items[next--];
  }
  const { orderCount, removed } = state.set.slots;
  state.staticCount = orderCount - removed.length - members.count;
}

/**
 * Returns the static colliders. The list is made when it is asked for: a tick does not need it, and there may be many
 * static colliders of which few change.
 */
export function staticMembers(state: CollisionState): IndexList {
  const { members } = state.statics;
  if (!state.areStaticsListed) listOf(state, members, FLAG_STATIC);
  state.areStaticsListed = true;
  return members;
}

function listOf({ set }: CollisionState, members: IndexList, mobility: number): void {
  const { order, orderCount, state: life, flags } = set.slots;
  members.count = 0;
  let count = 0;
  for (let i = 0; i < orderCount; i++) if ((flags[order[i]] & FLAG_STATIC) === mobility) count++;
  const items = reserveIndices(members, count);
  for (let i = 0; i < orderCount; i++) {
    const slot = order[i];
    if (life[slot] === SLOT_LIVE && (flags[slot] & FLAG_STATIC) === mobility) items[members.count++] = slot;
  }
}

/** Drops the colliders that have left or are static. */
function keepMoving(list: IndexList, life: Uint8Array, flags: Uint8Array): void {
  const { items, count } = list;
  list.count = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (life[slot] === SLOT_LIVE && (flags[slot] & FLAG_STATIC) === 0) items[list.count++] = slot;
  }
}
