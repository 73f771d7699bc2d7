import type { ColliderSlots } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import type { FilterColumns } from '../pair-filter.ts';
import { reserve } from '../typed-array.ts';
import type { FatPairs } from './fat-pairs.ts';
import { KNOWN_STRIDE } from './known-filters.ts';
import type { PairCache } from './pair-cache.ts';

/**
 * Notes the filters of moving colliders. If pairs that filters refuse have been left out of the pair cache, a collider
 * whose filter has changed since the tick before loses its fat AABB, so that its pairs are searched anew.
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
    if (!isFirst) noteChange(cache, slot);
  }
}

function noteChange({ filters, serving, next, kernels }: PairCache, slot: number): void {
  const box = kernels.boundsStride * slot;
  // A collider without a fat AABB is searched in any case.
  if (!Number.isNaN(serving.fatAabbs[box])) filters.changes++;
  takeBox(serving, box);
  takeBox(next, box);
}

function takeBox({ isFiltered, fatAabbs }: FatPairs, box: number): void {
  if (isFiltered) fatAabbs[box] = NaN;
}
