import { type ColliderSlots, SLOT_LIVE } from './collider-slots.ts';
import type { IndexList } from './index-list.ts';
import { LAST_BIT, readBits, reserveBits, SHIFT, setBit, sortingBits } from './sort-indices.ts';

/** The largest number of slots that are sorted by insertion. */
const MAX_INSERTION_SORT = 12;

/**
 * The share of all entity indices from which on every word of 32 bits is tested: with two or more bits a word on
 * average, noting which words have any costs more.
 */
const DENSE_SHARE = 1 / 16;

/**
 * Replaces the slots by entity indices, ascending, and drops slots that are not live: another entity may have their
 * index.
 */
export function sortLiveIndices(slots: ColliderSlots, list: IndexList): void {
  if (list.count <= MAX_INSERTION_SORT) insertIndices(slots, list);
  else sortIndicesOf(slots, list);
}

/** Sorts by insertion without branches: each index passes through the sorted part, changing places with larger ones. */
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
  const areDense = count >= DENSE_SHARE * slotOfIndex.length;
  let live = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (state[slot] !== SLOT_LIVE) continue;
    const item = index[slot];
    if (areDense) low[item >>> SHIFT] |= 1 << (item & LAST_BIT);
    else setBit(low, high, item);
    live++;
  }
  readBits(items, live, areDense ? -1 : 0);
  list.count = live;
}
