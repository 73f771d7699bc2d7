import { type ColliderSlots, SLOT_LIVE } from './collider-slots.ts';
import type { IndexList } from './index-list.ts';
import { readBits, reserveBits, setBit, sortingBits } from './sort-indices.ts';

/** Up to so many are sorted by insertion. */
const MAX_INSERTION_SORT = 12;

/**
 * Writes the entity indices in place of the slots, ascending, and drops those that are not live, whose index may be
 * another's by now.
 */
export function sortLiveIndices(slots: ColliderSlots, list: IndexList): void {
  if (list.count <= MAX_INSERTION_SORT) insertIndices(slots, list);
  else sortIndicesOf(slots, list);
}

/** Each is let down through those before it, without a branch. */
function insertIndices({ state, index }: ColliderSlots, list: IndexList): void {
  const { items, count } = list;
  let live = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (state[slot] !== SLOT_LIVE) continue;
    let largest = index[slot] | 0;
    for (let at = 0; at < live; at++) {
      const difference = (largest - items[at]) | 0;
      const less = difference & (difference >> 31);
      items[at] = items[at] + less;
      largest = (largest - less) | 0;
    }
    items[live++] = largest;
  }
  list.count = live;
}

function sortIndicesOf({ state, index, slotOfIndex }: ColliderSlots, list: IndexList): void {
  const { items, count } = list;
  reserveBits(slotOfIndex.length);
  const { low, high } = sortingBits;
  let live = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (state[slot] !== SLOT_LIVE) continue;
    setBit(low, high, index[slot]);
    live++;
  }
  readBits(items, live);
  list.count = live;
}
