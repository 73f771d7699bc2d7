import type { ColliderSlots } from '../collider-slots.ts';
import type { PairList } from '../pair-list.ts';
import { scratchList } from '../scratch-list.ts';
import { NO_FRACTIONS, reserve } from '../typed-array.ts';

/**
 * The pairs as numbers, sorted. This array, like the list of where each bucket of the sort ends, is scratch shared by
 * all worlds.
 */
let sorted = NO_FRACTIONS;

/**
 * Sorts pairs of slots in place by the ranks of their colliders: in each the lower entity first, and the pairs by A,
 * then B. The order in which they come has no influence on the result.
 */
export function sortPairs(list: PairList, slots: ColliderSlots): void {
  const { count } = list;
  if (count === 0) return;
  sorted = reserve(sorted, count);
  const ranks = writeRanks(list, slots.rank) + 1;
  if (scatterByRank(list, ranks)) {
    finishSort(sorted, count);
    writeSlots(sorted, list, slots.order);
  } else sortByBothRanks(list, ranks, slots);
}

/**
 * A pair is sorted as one number, rank of A · KEY_BASE + rank of B, which f64 holds exactly: ranks stay below 2^26, as
 * typed arrays of that many f64 are the largest there are.
 */
const KEY_BASE = 2 ** 26;

/**
 * Replaces slots by ranks, the lower one of a pair first. Returns the largest rank of an A: where moving colliders were
 * made before static ones, it is far below the ranks of the static ones. Which of two ranks is the lower cannot be
 * predicted by a processor, so that the choice takes no branch.
 *
 * Here and below, nothing but a return follows the long loop of a function that is called once a tick: V8 compiles such
 * a function while the loop runs, before it has seen what follows, and would leave the compiled code at the end of the
 * loop in every tick.
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

/** In buckets with more keys than this, insertion is too slow: keys would be too far from their places. */
const CROWDED = 24;

/**
 * Scatters the keys into buckets of neighbouring ranks of A, about as many as there are keys: most hold one key or
 * none. Returns false, with the keys where they were, where a bucket is crowded.
 */
function scatterByRank(list: PairList, ranks: number): boolean {
  let shift = 0;
  while (ranks > (2 << shift) * (list.count + 32)) shift++;
  const bucketCount = ((ranks - 1) >> shift) + 1;
  const buckets = emptyBuckets(bucketCount);
  countKeys(buckets, list, 0, shift);
  if (sumBuckets(buckets, bucketCount) > CROWDED) return false;
  moveKeys(sorted, buckets, list, 0, shift);
  return true;
}

/**
 * Sorts by rank of B and then, keeping that order, by rank of A, a bucket a rank. The time for each pair does not
 * depend on how many pairs a collider has: a collider as wide as the world meets all others, and thin ones that lie
 * askew have bounds that meet hundreds.
 */
function sortByBothRanks(list: PairList, ranks: number, { order, orderCount }: ColliderSlots): void {
  let buckets = emptyBuckets(orderCount);
  countKeys(buckets, list, 1, 0);
  sumBuckets(buckets, orderCount);
  moveKeys(sorted, buckets, list, 1, 0);
  buckets = emptyBuckets(ranks);
  countKeys(buckets, list, 0, 0);
  sumBuckets(buckets, ranks);
  placePairs(list, buckets, sorted, order);
}

function emptyBuckets(count: number): Uint32Array {
  scratchList.items = reserve(scratchList.items, count);
  return scratchList.items.fill(0, 0, count);
}

/** Counts pairs in buckets, by the rank of one side: 0 for A, 1 for B. */
function countKeys(buckets: Uint32Array, { pairs, count }: PairList, side: number, shift: number): void {
  for (let i = side; i < 2 * count; i += 2) buckets[pairs[i] >> shift]++;
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

/**
 * Writes the keys of pairs into their buckets. The start of each bucket moves on to the bucket's end as keys come in.
 */
function moveKeys(
  sorted: Float64Array,
  buckets: Uint32Array,
  { pairs, count }: PairList,
  side: number,
  shift: number,
): void {
  for (let i = 0; i < count; i++) {
    const bucket = pairs[2 * i + side] >> shift;
    const place = buckets[bucket];
    buckets[bucket] = place + 1;
    sorted[place] = pairs[2 * i] * KEY_BASE + pairs[2 * i + 1];
  }
}

/** Writes the pairs of sorted keys, as slots, to their buckets of ranks of A. */
function placePairs({ pairs, count }: PairList, buckets: Uint32Array, keys: Float64Array, order: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    const rankA = (key * (1 / KEY_BASE)) | 0;
    const place = buckets[rankA];
    buckets[rankA] = place + 1;
    pairs[2 * place] = order[rankA];
    pairs[2 * place + 1] = order[key - rankA * KEY_BASE];
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
