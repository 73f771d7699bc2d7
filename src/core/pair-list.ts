import { makeArray, NO_NUMBERS, reserve } from './typed-array.ts';

/** A growable list of pairs of item numbers, interleaved: pair p is `pairs[2p], pairs[2p + 1]`. */
export interface PairList {
  pairs: Uint32Array;
  /** The number of pairs, not of numbers. */
  count: number;
}

/** Makes an empty list with room for `capacity` pairs before it first grows; none costs no memory. */
export function createPairList(capacity = 0): PairList {
  return { pairs: capacity === 0 ? NO_NUMBERS : makeArray(Uint32Array, 2 * capacity), count: 0 };
}

/**
 * Makes room for `extra` more pairs and returns the array to write them to. A writer that reserves its worst case
 * before an inner loop may keep the array in a local. Numbers before `count` are kept, and the array may be longer than
 * `count`.
 */
export function reservePairs(list: PairList, extra: number): Uint32Array {
  const needed = 2 * (list.count + extra);
  // The length is compared here for the reason that `reserveIndices` gives.
  if (needed > list.pairs.length) list.pairs = reserve(list.pairs, needed);
  return list.pairs;
}
