import type { ColliderSlots } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import type { FilterColumns } from '../pair-filter.ts';
import { reserve } from '../typed-array.ts';
import { KNOWN_STRIDE } from './known-filters.ts';
import { loosenSlot, type PairCache } from './pair-cache.ts';

/**
 * Notes the filters of moving colliders, and takes the fat AABBs from those whose filter differs from the tick before.
 */
export function noteFilters(cache: PairCache, slots: ColliderSlots, filter: FilterColumns, moving: IndexList): void {
  const { filters } = cache;
  if (!filters.areUsed) return;
  // Before filters were first noted, no pair has been left out.
  const isFirst = filters.bits.length === 0;
  filters.bits = reserve(filters.bits, KNOWN_STRIDE * slots.end);
  const { bits } = filters;
  const { items, count } = moving;
  const { index, family } = slots;
  const { categoryBits, maskBits, groupIndex } = filter;
  const familyEnd = family.length;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const of = index[slot];
    const at = KNOWN_STRIDE * slot;
    const category = categoryBits[of] | 0;
    const mask = maskBits[of] | 0;
    const group = groupIndex[of];
    const kin = of < familyEnd ? family[of] | 0 : 0;
    const changes = (bits[at] ^ category) | (bits[at + 1] ^ mask) | (bits[at + 2] ^ group) | (bits[at + 3] ^ kin);
    if (changes === 0) continue;
    bits[at] = category;
    bits[at + 1] = mask;
    bits[at + 2] = group;
    bits[at + 3] = kin;
    if (!isFirst) loosenSlot(cache, slot);
  }
}
