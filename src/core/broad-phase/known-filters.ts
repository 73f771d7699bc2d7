import { type ColliderSlots, FLAG_STATIC, SLOT_LIVE } from '../collider-slots.ts';
import { filterAllows } from '../pair-filter.ts';
import type { PairList } from '../pair-list.ts';
import { NO_INTEGERS } from '../typed-array.ts';
import type { FatPairs } from './fat-pairs.ts';

/**
 * The filters by which pairs are left out of the pair cache, as they were in the last tick: only a comparison with
 * these shows direct writes to filters. Where pairs are left out, the pairs of a collider whose filter has changed are
 * searched in each tick until the next cache is made.
 */
export interface KnownFilters {
  /** Whether movers with filters of their own have come near each other: until then, nothing has to be compared. */
  areUsed: boolean;
  /** By slot, stride KNOWN_STRIDE: the category, mask, group and family of a collider. */
  bits: Int32Array;
  /** The number of changed filters of colliders with a fat AABB since pairs were last made. */
  changes: number;
}

export const KNOWN_STRIDE = 4;

export function createKnownFilters(): KnownFilters {
  return { areUsed: false, bits: NO_INTEGERS, changes: 0 };
}

/**
 * Tests of pairs that take as long as one search for the pairs of a collider. A changed filter costs a search every
 * tick or two until pairs are made again, a refused pair that is kept one test a tick.
 */
const TESTS_A_CHANGE = 64;

/**
 * Decides whether refused pairs are left out of the pairs that are being made, by the pairs that `before` refused and
 * the filters that have changed meanwhile.
 */
export function decideFiltering(filters: KnownFilters, made: FatPairs, before: FatPairs): void {
  made.isFiltered = before.refused >= TESTS_A_CHANGE * filters.changes;
  made.refused = 0;
  filters.changes = 0;
}

/**
 * Drops, from a given pair on, the pairs with a collider that is gone, as its slot may have no rank any more, and, from
 * filtered pairs, those of two movers whose filters keep them apart. Pairs with a static collider stay: the filter of a
 * static collider is not read until the pair is a candidate. Returns how many pairs filters refuse.
 */
export function dropRefused(filters: KnownFilters, fat: FatPairs, from: number, slots: ColliderSlots): number {
  const { pairs } = fat;
  refused = 0;
  pairs.count = keepAdmitted(filters, pairs, from, slots, fat.isFiltered) >> 1;
  return refused;
}

/** The number of refused pairs that the last call of `keepAdmitted` has found. */
let refused = 0;

/**
 * Moves the admitted pairs to the front and returns where they end. Nothing follows the loop: V8 would leave the
 * compiled code there, see `writeRanks` in sort-pairs.ts.
 */
function keepAdmitted(
  filters: KnownFilters,
  list: PairList,
  from: number,
  slots: ColliderSlots,
  dropsRefused: boolean,
): number {
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
      if (bits.length > 0 && !isAllowed(bits, KNOWN_STRIDE * a, KNOWN_STRIDE * b)) {
        refused++;
        if (dropsRefused) continue;
      }
    }
    kept += 2;
  }
  return kept;
}

function isAllowed(bits: Int32Array, a: number, b: number): boolean {
  if (bits[a + 3] === bits[b + 3] && bits[a + 3] !== 0) return false;
  return filterAllows(bits[a], bits[a + 1], bits[a + 2], bits[b], bits[b + 1], bits[b + 2]);
}
