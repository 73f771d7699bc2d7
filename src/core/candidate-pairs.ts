import { type ColliderSlots, FLAG_STATIC, SLOT_LIVE } from './collider-slots.ts';
import { filterAllows } from './filter.ts';
import { heapSort } from './heap-sort.ts';
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
  /** Pairs as numbers, as they come and sorted; where each bucket of the sort ends. */
  keys: Float64Array;
  sorted: Float64Array;
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
    keys: new Float64Array(capacity),
    sorted: new Float64Array(capacity),
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
  reserveCandidates(candidates, raw.count);
  candidates.count = filterAndOrient(candidates, raw, slots, filter);
  scatterByRank(candidates, slots.orderCount);
  finishSort(candidates.sorted, candidates.count);
  writeSlots(candidates, slots.order);
  if (hook !== undefined) askHook(candidates, slots, hook);
  else candidates.accepted.fill(1, 0, candidates.count);
}

/**
 * A pair is sorted as one number, rank of A · KEY_BASE + rank of B, which f64 holds exactly: ranks stay below 2^26, as typed
 * arrays of that many f64 are the largest there are.
 */
const KEY_BASE = 2 ** 26;

/**
 * Writes the keys of the pairs that may meet to `keys` and returns how many. Which of two ranks is the lower is a coin toss, so it
 * takes no branch.
 *
 * Here and below, nothing but a return follows the long loop of a function that is called once a tick: V8 compiles such a function
 * while the loop runs, when what follows has never been seen, and would fall out of the compiled code there tick after tick.
 */
function filterAndOrient(
  candidates: CandidatePairs,
  raw: PairList,
  slots: ColliderSlots,
  filter: FilterColumns,
): number {
  const pairs = raw.pairs;
  const end = raw.count * 2;
  const { keys } = candidates;
  const { rank, index, flags } = slots;
  const { categoryBits, maskBits, groupIndex } = filter;
  let count = 0;
  for (let i = 0; i < end; i += 2) {
    const a = pairs[i]!;
    const b = pairs[i + 1]!;
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
    const rankA = rank[a]!;
    const rankB = rank[b]!;
    const difference = (rankA - rankB) | 0;
    const negative = difference & (difference >> 31);
    keys[count++] = (rankB + negative) * KEY_BASE + (rankA - negative);
  }
  return count;
}

/** A bucket with more keys than this is sorted by itself first; in all others, a key is at most this far from its place. */
const CROWDED = 24;

/** Scatters the keys into buckets of neighbouring ranks of A, about as many as there are keys: most hold one key or none. */
function scatterByRank(candidates: CandidatePairs, ranks: number): void {
  let width = 1;
  while (ranks > 2 * width * (candidates.count + 32)) width *= 2;
  const bucketCount = Math.ceil(ranks / width);
  candidates.buckets = reserve(candidates.buckets, bucketCount);
  candidates.buckets.fill(0, 0, bucketCount);
  countKeys(candidates, width);
  const most = sumBuckets(candidates.buckets, bucketCount);
  moveKeys(candidates, width);
  if (most > CROWDED) sortCrowdedBuckets(candidates, bucketCount);
}

function countKeys({ keys, buckets, count }: CandidatePairs, width: number): void {
  const scale = 1 / (KEY_BASE * width);
  for (let i = 0; i < count; i++) buckets[(keys[i]! * scale) | 0]!++;
}

/** Turns counts into where each bucket starts; returns the largest count. */
function sumBuckets(buckets: Uint32Array, bucketCount: number): number {
  let sum = 0;
  let most = 0;
  for (let i = 0; i < bucketCount; i++) {
    const held = buckets[i]!;
    buckets[i] = sum;
    sum += held;
    if (held > most) most = held;
  }
  return most;
}

/** Every start moves on to its bucket's end as the keys come in. */
function moveKeys({ keys, sorted, buckets, count }: CandidatePairs, width: number): void {
  const scale = 1 / (KEY_BASE * width);
  for (let i = 0; i < count; i++) {
    const key = keys[i]!;
    const bucket = (key * scale) | 0;
    const place = buckets[bucket]!;
    buckets[bucket] = place + 1;
    sorted[place] = key;
  }
}

/** A bucket can be large: a collider as wide as the world meets all others. */
function sortCrowdedBuckets(candidates: CandidatePairs, bucketCount: number): void {
  const { sorted, buckets } = candidates;
  let start = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const end = buckets[bucket]!;
    if (end - start > CROWDED) heapSort(sorted, start, end - start);
    start = end;
  }
}

/** Finishes the sort by insertion, which no bucket's border stops because no key has to cross one. */
function finishSort(keys: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const key = keys[i]!;
    let at = i;
    while (at > 0 && keys[at - 1]! > key) {
      keys[at] = keys[at - 1]!;
      at--;
    }
    keys[at] = key;
  }
}

function writeSlots(candidates: CandidatePairs, order: Uint32Array): void {
  const { sorted, slotA, slotB, count } = candidates;
  for (let i = 0; i < count; i++) {
    const key = sorted[i]!;
    const rankA = (key * (1 / KEY_BASE)) | 0;
    slotA[i] = order[rankA]!;
    slotB[i] = order[key - rankA * KEY_BASE]!;
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
  candidates.keys = reserve(candidates.keys, needed);
  candidates.sorted = reserve(candidates.sorted, needed);
}
