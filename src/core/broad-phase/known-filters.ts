import { type ColliderSlots, FLAG_STATIC, SLOT_LIVE } from '../collider-slots.ts';
import { filterAllows } from '../pair-filter.ts';
import type { PairList } from '../pair-list.ts';
import { NO_INTEGERS } from '../typed-array.ts';

/**
 * The filters by which pairs are left out of the pair cache: as they were in the last tick, for nothing tells of direct
 * writes. Who has another one by now has its pairs searched until the next are made.
 */
export interface KnownFilters {
  /** Whether movers with filters of their own have come near each other: until then, nothing has to be compared. */
  areUsed: boolean;
  /** By slot: category, mask, group and family. */
  bits: Int32Array;
}

export const KNOWN_STRIDE = 4;

export function createKnownFilters(): KnownFilters {
  return { areUsed: false, bits: NO_INTEGERS };
}

/**
 * Drops the pairs from one on that name a collider that is gone, as its slot may have no rank any more, and those of
 * two movers whose filters keep them apart. Those with a static one stay: nobody reads its filter until the pair is a
 * candidate.
 */
export function dropRefused(filters: KnownFilters, list: PairList, from: number, slots: ColliderSlots): void {
  list.count = keepAdmitted(filters, list, from, slots) >> 1;
}

/** Moves the admitted pairs to the front and returns where they end. Nothing follows the loop, see sort-pairs.ts. */
function keepAdmitted(filters: KnownFilters, list: PairList, from: number, slots: ColliderSlots): number {
  const { state, flags, defaultFilter } = slots;
  const { bits } = filters;
  const { pairs, count } = list;
  let kept = 2 * from;
  for (let i = kept; i < 2 * count; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    pairs[kept] = a;
    pairs[kept + 1] = b;
    if (state[a] !== SLOT_LIVE || state[b] !== SLOT_LIVE) continue;
    if ((defaultFilter[a] & defaultFilter[b]) === 0 && ((flags[a] | flags[b]) & FLAG_STATIC) === 0) {
      filters.areUsed = true;
      if (bits.length > 0 && !isAllowed(bits, KNOWN_STRIDE * a, KNOWN_STRIDE * b)) continue;
    }
    kept += 2;
  }
  return kept;
}

function isAllowed(bits: Int32Array, a: number, b: number): boolean {
  if (bits[a + 3] === bits[b + 3] && bits[a + 3] !== 0) return false;
  return filterAllows(bits[a], bits[a + 1], bits[a + 2], bits[b], bits[b + 1], bits[b + 2]);
}
