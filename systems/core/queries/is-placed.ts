import type { ColliderSlots } from '../../../src/core/collider-slots.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import { LOOSE_ACTIVE } from '../changed-statics.ts';
import type { CollisionState } from '../collision-state.ts';

/**
 * Returns whether the pose and bounds of a live slot have been computed. They have not when it was given its shape
 * since the last tick.
 */
export function isPlaced(state: CollisionState, slot: number): boolean {
  const { moving, loose, pending, pairCache, set } = state;
  if (pairCache.settled[slot] === 1 || loose.marks[slot] === LOOSE_ACTIVE) return true;
  if (isListed(set.slots, moving.active, moving.active.count - loose.active.count, slot)) return true;
  for (let i = 0; i < pending.active.count; i++) if (pending.active.items[i] === slot) return true;
  return false;
}

/** Looks for a slot in a list whose first `count` slots are by ascending entity index. */
function isListed(slots: ColliderSlots, { items }: IndexList, count: number, slot: number): boolean {
  const index = slots.index[slot];
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots.index[items[middle]] < index) low = middle + 1;
    else high = middle;
  }
  return low < count && items[low] === slot;
}
