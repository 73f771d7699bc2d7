import { type ColliderSlots, FLAG_STATIC, SLOT_LIVE } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import { type FilterColumns, pairAllowed } from '../pair-filter.ts';
import type { PairList } from '../pair-list.ts';
import { reserve } from '../typed-array.ts';
import type { KnownFilters } from './known-filters.ts';
import { loosenSlot, type PairCache } from './pair-cache.ts';

/** Numbers of a filter in `KnownFilters.bits`: category, mask, group. */
const FILTER_STRIDE = 3;

/**
 * Drops the pairs from one on that name a collider that is gone, as its slot may have no rank any more, and those of
 * two movers whose filters keep them apart. Those with a static one stay: nobody reads its filter until the pair is a
 * candidate.
 */
export function dropRefused(
  cache: PairCache,
  list: PairList,
  from: number,
  slots: ColliderSlots,
  filter: FilterColumns,
  moving: IndexList,
): void {
  const { state, flags, defaultFilter } = slots;
  const { pairs, count } = list;
  let kept = 2 * from;
  let refused = 0;
  for (let i = kept; i < 2 * count; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    pairs[kept] = a;
    pairs[kept + 1] = b;
    if (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE) continue;
    const isKept =
      (defaultFilter[a] & defaultFilter[b]) !== 0 ||
      ((flags[a] | flags[b]) & FLAG_STATIC) !== 0 ||
      pairAllowed(slots, filter, a, b);
    if (isKept) kept += 2;
    else refused++;
  }
  list.count = kept >> 1;
  if (refused === 0 || cache.filters.areUsed) return;
  noteAll(cache.filters, slots, filter, moving);
}

/** Takes the fat AABBs from those that move and have another filter than in the tick before, and notes that. */
export function noteFilters(
  cache: PairCache,
  slots: ColliderSlots,
  filter: FilterColumns,
  { items, count }: IndexList,
): void {
  const { filters } = cache;
  const { defaultFilter } = slots;
  if (!filters.areUsed) return;
  reserveFilters(filters, slots.end);
  const { plain } = filters;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((plain[slot] & defaultFilter[slot]) === 0 && noteFilter(filters, slots, filter, slot)) loosenSlot(cache, slot);
  }
}

/** Notes the filters by which pairs are left out for the first time. */
function noteAll(
  filters: KnownFilters,
  slots: ColliderSlots,
  filter: FilterColumns,
  { items, count }: IndexList,
): void {
  filters.areUsed = true;
  reserveFilters(filters, slots.end);
  for (let i = 0; i < count; i++) noteFilter(filters, slots, filter, items[i]);
}

function reserveFilters(filters: KnownFilters, end: number): void {
  filters.plain = reserve(filters.plain, end);
  filters.bits = reserve(filters.bits, FILTER_STRIDE * end);
}

/** Notes a collider's filter; returns whether it is another one than was known. */
function noteFilter({ plain, bits }: KnownFilters, slots: ColliderSlots, filter: FilterColumns, slot: number): boolean {
  const index = slots.index[slot];
  const at = FILTER_STRIDE * slot;
  const category = filter.categoryBits[index] | 0;
  const mask = filter.maskBits[index] | 0;
  const group = filter.groupIndex[index];
  const changed = (bits[at] ^ category) | (bits[at + 1] ^ mask) | (bits[at + 2] ^ group);
  plain[slot] = slots.defaultFilter[slot];
  bits[at] = category;
  bits[at + 1] = mask;
  bits[at + 2] = group;
  return changed !== 0;
}
