import { makeArray, NO_NUMBERS, reserve } from './typed-array.ts';

/** A growable list of item numbers: `items[0 .. count)`. */
export interface IndexList {
  items: Uint32Array;
  count: number;
}

/** Makes an empty list with room for `capacity` numbers before it first grows; none costs no memory. */
export function createIndexList(capacity = 0): IndexList {
  return { items: capacity === 0 ? NO_NUMBERS : makeArray(Uint32Array, capacity), count: 0 };
}

/**
 * Makes room for `extra` more numbers and returns the array to write them to. A writer that reserves its worst case
 * before an inner loop may keep the array in a local. Numbers before `count` are kept, and the array may be longer than
 * `count`.
 */
export function reserveIndices(list: IndexList, extra: number): Uint32Array {
  const needed = list.count + extra;
  // The length is compared here and not in `reserve`, through which arrays of all kinds pass, so that it would be slow
  // for frequent callers.
  if (needed > list.items.length) list.items = reserve(list.items, needed);
  return list.items;
}

/** Returns where a value is among the first `count` items, which ascend; −1 where it is not. */
export function findSorted(items: Uint32Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < count && items[low] === value ? low : -1;
}
