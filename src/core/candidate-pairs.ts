import { type ColliderSlots, FLAG_STATIC, SLOT_LIVE } from './collider-slots.ts';
import { filterAllows } from './filter.ts';
import type { PairList } from './pair-list.ts';
import { reserve } from './typed-array.ts';

/** Filter bits of all colliders, by entity index. */
export interface FilterColumns {
  categoryBits: Uint32Array;
  maskBits: Uint32Array;
  groupIndex: Int32Array;
}

/** Lets the game refuse a new candidate pair for as long as its boxes overlap. Arguments are slots. */
export type CandidateHook = (slotA: number, slotB: number) => boolean;

/** Candidate pairs of a tick, by slot, A being the lower entity; sorted by the ranks of A, then B. */
export interface CandidatePairs {
  count: number;
  slotA: Uint32Array;
  slotB: Uint32Array;
  /** 0 where the hook said no: kept, so that it is not asked again while the boxes overlap. */
  accepted: Uint8Array;
  previousCount: number;
  previousSlotA: Uint32Array;
  previousSlotB: Uint32Array;
  previousAccepted: Uint8Array;
  scratchA: Uint32Array;
  scratchB: Uint32Array;
  buckets: Uint32Array;
}

export function createCandidatePairs(capacity: number): CandidatePairs {
  return {
    count: 0,
    slotA: new Uint32Array(capacity),
    slotB: new Uint32Array(capacity),
    accepted: new Uint8Array(capacity),
    previousCount: 0,
    previousSlotA: new Uint32Array(0),
    previousSlotB: new Uint32Array(0),
    previousAccepted: new Uint8Array(0),
    scratchA: new Uint32Array(capacity),
    scratchB: new Uint32Array(capacity),
    buckets: new Uint32Array(256),
  };
}

/** Returns whether filter bits and mobility let two live colliders meet. */
export function pairAllowed(slots: ColliderSlots, filter: FilterColumns, slotA: number, slotB: number): boolean {
  if ((slots.flags[slotA]! & slots.flags[slotB]! & FLAG_STATIC) !== 0) return false;
  const a = slots.index[slotA]!;
  const b = slots.index[slotB]!;
  return filterAllows(
    filter.categoryBits[a]!,
    filter.maskBits[a]!,
    filter.groupIndex[a]!,
    filter.categoryBits[b]!,
    filter.maskBits[b]!,
    filter.groupIndex[b]!,
  );
}

/**
 * Turns the raw pairs of the hierarchies into candidate pairs: filtered, with the lower entity first, in sorted order. The
 * order of the raw pairs has no influence on the result.
 */
export function collectCandidates(
  candidates: CandidatePairs,
  raw: PairList,
  slots: ColliderSlots,
  filter: FilterColumns,
  hook: CandidateHook | undefined,
): void {
  if (hook !== undefined) keepPrevious(candidates);
  else candidates.previousCount = 0;
  filterAndOrient(candidates, raw, slots, filter);
  sortByRank(candidates, slots);
  if (hook !== undefined) askHook(candidates, slots, hook);
  else candidates.accepted.fill(1, 0, candidates.count);
}

function filterAndOrient(candidates: CandidatePairs, raw: PairList, slots: ColliderSlots, filter: FilterColumns): void {
  reserveCandidates(candidates, raw.count);
  const pairs = raw.pairs;
  const end = raw.count * 2;
  const { scratchA, scratchB } = candidates;
  const { rank, index, flags } = slots;
  const { categoryBits, maskBits, groupIndex } = filter;
  let count = 0;
  for (let i = 0; i < end; i += 2) {
    let a = pairs[i]!;
    let b = pairs[i + 1]!;
    if (rank[a]! > rank[b]!) {
      const swap = a;
      a = b;
      b = swap;
    }
    if ((flags[a]! & flags[b]! & FLAG_STATIC) !== 0) continue;
    const indexA = index[a]!;
    const indexB = index[b]!;
    const allowed = filterAllows(
      categoryBits[indexA]!,
      maskBits[indexA]!,
      groupIndex[indexA]!,
      categoryBits[indexB]!,
      maskBits[indexB]!,
      groupIndex[indexB]!,
    );
    if (!allowed) continue;
    scratchA[count] = a;
    scratchB[count] = b;
    count++;
  }
  candidates.count = count;
}

/** Two stable counting sorts, by the rank of B and then of A: linear in pairs and colliders, and no key is ever compared. */
function sortByRank(candidates: CandidatePairs, slots: ColliderSlots): void {
  const ranks = slots.orderCount;
  candidates.buckets = reserve(candidates.buckets, ranks + 1);
  const { count, slotA, slotB, scratchA, scratchB, buckets } = candidates;
  const rank = slots.rank;
  countingSort(scratchA, scratchB, slotA, slotB, scratchB, count, rank, ranks, buckets);
  // Sorted by B in slotA/slotB now; back to the scratch columns by A, which then change places with the result.
  countingSort(slotA, slotB, scratchA, scratchB, slotA, count, rank, ranks, buckets);
  candidates.slotA = scratchA;
  candidates.slotB = scratchB;
  candidates.scratchA = slotA;
  candidates.scratchB = slotB;
}

function countingSort(
  fromA: Uint32Array,
  fromB: Uint32Array,
  toA: Uint32Array,
  toB: Uint32Array,
  key: Uint32Array,
  count: number,
  rank: Uint32Array,
  ranks: number,
  buckets: Uint32Array,
): void {
  buckets.fill(0, 0, ranks + 1);
  for (let i = 0; i < count; i++) {
    const bucket = rank[key[i]!]! + 1;
    buckets[bucket] = buckets[bucket]! + 1;
  }
  for (let i = 1; i <= ranks; i++) buckets[i] = buckets[i]! + buckets[i - 1]!;
  for (let i = 0; i < count; i++) {
    const bucket = rank[key[i]!]!;
    const place = buckets[bucket]!;
    buckets[bucket] = place + 1;
    toA[place] = fromA[i]!;
    toB[place] = fromB[i]!;
  }
}

/** Asks the hook about pairs that were not candidates in the tick before; carries its answer over for the others. */
function askHook(candidates: CandidatePairs, slots: ColliderSlots, hook: CandidateHook): void {
  const { count, slotA, slotB, accepted, previousCount, previousSlotA, previousSlotB, previousAccepted } = candidates;
  const { rank, state } = slots;
  let p = 0;
  // Should the hook throw, no pair counts as asked.
  candidates.count = 0;
  for (let i = 0; i < count; i++) {
    const a = slotA[i]!;
    const b = slotB[i]!;
    while (p < previousCount) {
      const order = rank[previousSlotA[p]!]! - rank[a]! || rank[previousSlotB[p]!]! - rank[b]!;
      if (order >= 0) break;
      p++;
    }
    const known = p < previousCount && previousSlotA[p] === a && previousSlotB[p] === b;
    if (known) accepted[i] = previousAccepted[p]!;
    else accepted[i] = state[a] === SLOT_LIVE && state[b] === SLOT_LIVE && hook(a, b) ? 1 : 0;
  }
  candidates.count = count;
}

function keepPrevious(candidates: CandidatePairs): void {
  const { slotA, slotB, accepted } = candidates;
  candidates.previousCount = candidates.count;
  candidates.slotA = candidates.previousSlotA;
  candidates.slotB = candidates.previousSlotB;
  candidates.accepted = candidates.previousAccepted;
  candidates.previousSlotA = slotA;
  candidates.previousSlotB = slotB;
  candidates.previousAccepted = accepted;
}

function reserveCandidates(candidates: CandidatePairs, needed: number): void {
  candidates.slotA = reserve(candidates.slotA, needed);
  candidates.slotB = reserve(candidates.slotB, needed);
  candidates.accepted = reserve(candidates.accepted, needed);
  candidates.scratchA = reserve(candidates.scratchA, needed);
  candidates.scratchB = reserve(candidates.scratchB, needed);
}
