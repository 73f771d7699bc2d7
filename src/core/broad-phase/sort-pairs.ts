import type { ColliderSlots } from '../collider-slots.ts';
import { heapSort } from '../heap-sort.ts';
import type { PairList } from '../pair-list.ts';
import { scratchList } from '../scratch-list.ts';
import { NO_FRACTIONS, reserve } from '../typed-array.ts';

/** Pairs as numbers, sorted. Scratch of all worlds, as is the list that says where each bucket of the sort ends. */
let sorted = NO_FRACTIONS;

/**
 * Sorts pairs of slots in place by the ranks of their colliders: in each the lower entity first, and the pairs by A,
 * then B. The order in which they come has no influence on the result.
 */
export function sortPairs(list: PairList, slots: ColliderSlots): void {
  const { count } = list;
  if (count === 0) return;
  sorted = reserve(sorted, count);
  scatterByRank(list, writeRanks(list, slots.rank) + 1);
  finishSort(sorted, count);
  writeSlots(sorted, list, slots.order);
}

/**
 * A pair is sorted as one number, rank of A · KEY_BASE + rank of B, which f64 holds exactly: ranks stay below 2^26, as
 * typed arrays of that many f64 are the largest there are.
 */
const KEY_BASE = 2 ** 26;

/**
 * Puts ranks in the places of the slots, the lower one first. Returns the largest rank of an A: where all that moves
 * was made first, it is far below that of what is static. Which of two ranks is the lower is a coin toss, so it takes
 * no branch.
 *
 * Here and below, nothing but a return follows the long loop of a function that is called once a tick: V8 compiles such
 * a function while the loop runs, when what follows has never been seen, and would fall out of the compiled code there
 * tick after tick.
 */
function writeRanks({ pairs, count }: PairList, rank: Uint32Array): number {
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const rankA = rank[pairs[2 * i]];
    const rankB = rank[pairs[2 * i + 1]];
    const difference = (rankA - rankB) | 0;
    const negative = difference & (difference >> 31);
    const lower = rankB + negative;
    if (lower > largest) largest = lower;
    pairs[2 * i] = lower;
    pairs[2 * i + 1] = rankA - negative;
  }
  return largest;
}

/**
 * A bucket with more keys than this is sorted by itself first; in all others, a key is at most this far from its place.
 */
const CROWDED = 24;

/**
 * Scatters the keys into buckets of neighbouring ranks of A, about as many as there are keys: most hold one key or
 * none.
 */
function scatterByRank(list: PairList, ranks: number): void {
  let shift = 0;
  while (ranks > (2 << shift) * (list.count + 32)) shift++;
  const bucketCount = ((ranks - 1) >> shift) + 1;
  const buckets = reserve(scratchList.items, bucketCount);
  scratchList.items = buckets;
  buckets.fill(0, 0, bucketCount);
  countKeys(buckets, list, shift);
  const most = sumBuckets(buckets, bucketCount);
  moveKeys(sorted, buckets, list, shift);
  if (most > CROWDED) sortCrowdedBuckets(sorted, buckets, bucketCount);
}

function countKeys(buckets: Uint32Array, { pairs, count }: PairList, shift: number): void {
  for (let i = 0; i < count; i++) buckets[pairs[2 * i] >> shift]++;
}

/** Turns counts into where each bucket starts; returns the largest count. */
function sumBuckets(buckets: Uint32Array, bucketCount: number): number {
  let sum = 0;
  let most = 0;
  for (let i = 0; i < bucketCount; i++) {
    const held = buckets[i];
    buckets[i] = sum;
    sum += held;
    if (held > most) most = held;
  }
  return most;
}

/** Makes the keys. Every start moves on to its bucket's end as they come in. */
function moveKeys(sorted: Float64Array, buckets: Uint32Array, { pairs, count }: PairList, shift: number): void {
  for (let i = 0; i < count; i++) {
    const rankA = pairs[2 * i];
    const place = buckets[rankA >> shift];
    buckets[rankA >> shift] = place + 1;
    sorted[place] = rankA * KEY_BASE + pairs[2 * i + 1];
  }
}

/** A bucket can be large: a collider as wide as the world meets all others. */
function sortCrowdedBuckets(sorted: Float64Array, buckets: Uint32Array, bucketCount: number): void {
  let start = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const end = buckets[bucket];
    if (end - start > CROWDED) heapSort(sorted, start, end - start);
    start = end;
  }
}

/** Finishes the sort by insertion, which no bucket's border stops because no key has to cross one. */
function finishSort(keys: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const key = keys[i];
    let at = i;
    while (at > 0 && keys[at - 1] > key) {
      keys[at] = keys[at - 1];
      at--;
    }
    keys[at] = key;
  }
}

function writeSlots(sorted: Float64Array, { pairs, count }: PairList, order: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const key = sorted[i];
    const rankA = (key * (1 / KEY_BASE)) | 0;
    pairs[2 * i] = order[rankA];
    pairs[2 * i + 1] = order[key - rankA * KEY_BASE];
  }
}
