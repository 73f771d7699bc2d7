import { type ColliderSlots, SLOT_LIVE } from '../collider-slots.ts';
import { type FilterColumns, pairAllowed } from '../pair-filter.ts';
import { createPairList, type PairList, reservePairs } from '../pair-list.ts';
import { makeArray, NO_BYTES, reserve } from '../typed-array.ts';
import type { AskedAgain } from './asked-again.ts';

/** Lets the game refuse a new candidate pair for as long as its boxes overlap. Arguments are slots. */
export type CandidateHook = (slotA: number, slotB: number) => boolean;

export const REFUSED = 0;
const ACCEPTED = 1;
/**
 * Written by the narrow phase: accepted, but its contacts may change in the next tick although nothing in the columns
 * of the two colliders changes.
 */
export const VOLATILE = 2;

/** Candidate pairs of a tick: slots, A being the lower entity; sorted by the ranks of A, then B. */
export interface CandidatePairs extends PairList {
  /** REFUSED where the hook said no: kept, so that it is not asked again while the boxes overlap. */
  accepted: Uint8Array;
  /** Counts rewrites. */
  version: number;
  /** Whether contacts of the tick before may be taken over in this one, see keep-contacts.ts. */
  keepsContacts: boolean;
  /**
   * The pairs of the tick before, and the answers of the hook to them; empty without a hook, unless contacts are kept.
   */
  readonly previous: PairList;
  previousAccepted: Uint8Array;
  /** The slots whose pairs are asked about again; undefined until there are any. */
  again: AskedAgain | undefined;
}

export function createCandidatePairs(capacity: number): CandidatePairs {
  return {
    // The fields are written out as in `createPairList`, for the reason that `createContactList` gives.
    pairs: makeArray(Uint32Array, 2 * capacity),
    count: 0,
    accepted: makeArray(Uint8Array, capacity),
    version: 0,
    keepsContacts: false,
    previous: createPairList(),
    previousAccepted: NO_BYTES,
    again: undefined,
  };
}

/**
 * Gives up the pairs of the tick before, when neither hooks nor kept contacts need them. If their array is longer than
 * that of `list`, which the next candidates are made of, the two exchange arrays.
 */
export function releaseCandidates(candidates: CandidatePairs, list: PairList): void {
  candidates.count = 0;
  if (candidates.pairs.length > list.pairs.length) swapPairs(candidates, list);
}

/**
 * Makes candidate pairs of two lists, both sorted by `sortPairs`: those whose filters and mobility let them meet. No
 * pair may be in both. The shorter list is merged into the longer one, whose array becomes that of the candidates.
 * Afterwards neither list holds valid pairs.
 */
export function collectCandidates(
  candidates: CandidatePairs,
  first: PairList,
  second: PairList,
  slots: ColliderSlots,
  filter: FilterColumns,
  hook: CandidateHook | undefined,
  keepsContacts: boolean,
): void {
  const many = first.count < second.count ? second : first;
  const few = many === first ? second : first;
  candidates.version++;
  candidates.again?.begin();
  candidates.keepsContacts = keepsContacts;
  if (hook !== undefined || keepsContacts) keepPrevious(candidates);
  else candidates.previous.count = 0;
  swapPairs(candidates, many);
  candidates.count = keepAllowed(candidates.pairs, many.count, slots, filter);
  insertPairs(candidates, few, keepAllowed(few.pairs, few.count, slots, filter), slots.rank);
  candidates.accepted = reserve(candidates.accepted, candidates.count);
  if (hook !== undefined) askHook(candidates, slots, hook);
  else candidates.accepted.fill(ACCEPTED, 0, candidates.count);
}

/**
 * Keeps the pairs, among the first `count`, that may meet, in place; returns how many. See sort-pairs.ts for why
 * nothing follows the loop.
 */
function keepAllowed(pairs: Uint32Array, count: number, slots: ColliderSlots, filter: FilterColumns): number {
  const { defaultFilter } = slots;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    if ((defaultFilter[a] & defaultFilter[b]) === 0 && !pairAllowed(slots, filter, a, b)) continue;
    // In most ticks all pairs are kept, and none has to move.
    if (kept < i) {
      pairs[2 * kept] = a;
      pairs[2 * kept + 1] = b;
    }
    kept++;
  }
  return kept;
}

/**
 * Inserts the first pairs of another list where they belong in the order, beginning with the last one: the pairs behind
 * each place move only once.
 */
function insertPairs(candidates: CandidatePairs, { pairs: others }: PairList, extra: number, rank: Uint32Array): void {
  const pairs = reservePairs(candidates, extra);
  let end = candidates.count;
  candidates.count += extra;
  for (let i = extra - 1; i >= 0; i--) {
    const a = others[2 * i];
    const b = others[2 * i + 1];
    const place = findPlace(pairs, end, rank[a], rank[b], rank);
    pairs.copyWithin(2 * (place + i + 1), 2 * place, 2 * end);
    pairs[2 * (place + i)] = a;
    pairs[2 * (place + i) + 1] = b;
    end = place;
  }
}

/** Returns how many of the first `count` pairs come before the pair of these two ranks. */
function findPlace(pairs: Uint32Array, count: number, rankA: number, rankB: number, rank: Uint32Array): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = rank[pairs[2 * middle]] - rankA || rank[pairs[2 * middle + 1]] - rankB;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Asks the hook about pairs that were not candidates in the tick before; carries its answer over for the others. */
function askHook(candidates: CandidatePairs, slots: ColliderSlots, hook: CandidateHook): void {
  const { count, pairs, accepted, previous, previousAccepted } = candidates;
  const before = previous.pairs;
  const { rank } = slots;
  let p = 0;
  // Should the hook throw, no pair counts as asked.
  candidates.count = 0;
  for (let i = 0; i < count; i++) {
    const a = pairs[2 * i];
    const b = pairs[2 * i + 1];
    while (p < previous.count) {
      const order = rank[before[2 * p]] - rank[a] || rank[before[2 * p + 1]] - rank[b];
      if (order >= 0) break;
      p++;
    }
    const known = p < previous.count && before[2 * p] === a && before[2 * p + 1] === b;
    if (known && candidates.again?.has(a, b) !== true) accepted[i] = previousAccepted[p];
    else accepted[i] = areLive(slots, a, b) && hook(a, b) ? ACCEPTED : REFUSED;
  }
  candidates.count = count;
}

/** States are looked up each time: the hook may add colliders until they are in another array. */
function areLive({ state }: ColliderSlots, a: number, b: number): boolean {
  return state[a] === SLOT_LIVE && state[b] === SLOT_LIVE;
}

function keepPrevious(candidates: CandidatePairs): void {
  const { previous, accepted } = candidates;
  previous.count = candidates.count;
  swapPairs(candidates, previous);
  candidates.accepted = candidates.previousAccepted;
  candidates.previousAccepted = accepted;
}

function swapPairs(a: PairList, b: PairList): void {
  const { pairs } = a;
  a.pairs = b.pairs;
  b.pairs = pairs;
}
