import type { ColliderSlots } from '../../../src/core/collider-slots.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import type { CollisionState } from '../collision-state.ts';

/**
 * Whether the pose and bounds of a live slot have been computed: not when it has been given its shape since the last
 * tick.
 */
export function isPlaced(state: CollisionState, slot: number): boolean {
  const { moving, statics, pending, set } = state;
  if (isListed(set.slots, moving.active, slot) || isListed(set.slots, statics.active, slot)) return true;
  for (let i = 0; i < pending.active.count; i++) if (pending.active.items[i] === slot) return true;
  return false;
}

/** Looks for a slot in a list by ascending entity index. */
function isListed(slots: ColliderSlots, list: IndexList, slot: number): boolean {
  const { items } = list;
  const index = slots.index[slot];
  let low = 0;
  let high = list.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots.index[items[middle]] < index) low = middle + 1;
    else high = middle;
  }
  return low < list.count && items[low] === slot;
}
