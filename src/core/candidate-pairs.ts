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
  };
}

/** Returns whether filter bits and mobility let two live colliders meet. */
export function pairAllowed(slots: ColliderSlots, filter: FilterColumns, slotA: number, slotB: number): boolean {
  if ((slots.flags[slotA]! & slots.flags[slotB]! & FLAG_STATIC) !== 0) return false;
  const a = slots.index[slotA]!;
  const b = slots.index[slotB]!;
  // Bits as signed integers: where the call is not inlined, a mask beyond 2^31 would be allocated.
  return filterAllows(
    filter.categoryBits[a]! | 0,
    filter.maskBits[a]! | 0,
    filter.groupIndex[a]!,
    filter.categoryBits[b]! | 0,
    filter.maskBits[b]! | 0,
    filter.groupIndex[b]!,
  );
}

/**
 * Merges two lists of pairs, both sorted by `sortPairs`, into candidate pairs: those whose filters and mobility let them meet. No
 * pair may be in both.
 */
export function collectCandidates(
  candidates: CandidatePairs,
  listA: PairList,
  listB: PairList,
  slots: ColliderSlots,
  filter: FilterColumns,
  hook: CandidateHook | undefined,
): void {
  if (hook !== undefined) keepPrevious(candidates);
  else candidates.previousCount = 0;
  reserveCandidates(candidates, listA.count + listB.count);
  candidates.count = 0;
  let merged = 0;
  for (let i = 0; i < listB.count; i++) {
    const end = findPlace(listA, merged, listB, i, slots.rank);
    if (end > merged) candidates.count = appendAllowed(candidates, listA, merged, end, slots, filter);
    candidates.count = appendAllowed(candidates, listB, i, i + 1, slots, filter);
    merged = end;
  }
  candidates.count = appendAllowed(candidates, listA, merged, listA.count, slots, filter);
  if (hook !== undefined) askHook(candidates, slots, hook);
  else candidates.accepted.fill(1, 0, candidates.count);
}

/** Returns how many pairs of `list` come before pair `at` of `other`; those before `start` are known to. */
function findPlace(list: PairList, start: number, other: PairList, at: number, rank: Uint32Array): number {
  const { pairs, count } = list;
  const rankA = rank[other.pairs[2 * at]!]!;
  const rankB = rank[other.pairs[2 * at + 1]!]!;
  let place = start;
  while (place < count) {
    const order = rank[pairs[2 * place]!]! - rankA || rank[pairs[2 * place + 1]!]! - rankB;
    if (order > 0) break;
    place++;
  }
  return place;
}

/** Appends the pairs start … end − 1 that may meet; returns the new count. See sort-pairs.ts for why nothing follows the loop. */
function appendAllowed(
  candidates: CandidatePairs,
  { pairs }: PairList,
  start: number,
  end: number,
  slots: ColliderSlots,
  filter: FilterColumns,
): number {
  const { slotA, slotB } = candidates;
  const { index, flags, plain } = slots;
  const { categoryBits, maskBits, groupIndex } = filter;
  let count = candidates.count;
  for (let i = start; i < end; i++) {
    const a = pairs[2 * i]!;
    const b = pairs[2 * i + 1]!;
    if ((plain[a]! & plain[b]!) === 0) {
      const indexA = index[a]!;
      const indexB = index[b]!;
      if ((flags[a]! & flags[b]! & FLAG_STATIC) !== 0) continue;
      const allowed = filterAllows(
        categoryBits[indexA]!,
        maskBits[indexA]!,
        groupIndex[indexA]!,
        categoryBits[indexB]!,
        maskBits[indexB]!,
        groupIndex[indexB]!,
      );
      if (!allowed) continue;
    }
    slotA[count] = a;
    slotB[count] = b;
    count++;
  }
  return count;
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
}
