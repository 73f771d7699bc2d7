import type { PairList } from '../../../core/pair-list.ts';
import { radixSort } from '../../../core/radix-sort.ts';

let keys = new Uint32Array(0);
let values = new Uint32Array(0);
let scratchKeys = new Uint32Array(0);
let scratchValues = new Uint32Array(0);

/** Sorts the pairs from number `from` on by their first, then their second number: two stable passes. */
export function sortPairs(list: PairList, from: number): void {
  const count = list.count - from;
  if (count < 2) return;
  if (keys.length < count) {
    keys = new Uint32Array(count * 2);
    values = new Uint32Array(count * 2);
    scratchKeys = new Uint32Array(count * 2);
    scratchValues = new Uint32Array(count * 2);
  }
  const pairs = list.pairs;
  for (let i = 0; i < count; i++) {
    values[i] = pairs[(from + i) * 2];
    keys[i] = pairs[(from + i) * 2 + 1];
  }
  radixSort(keys, values, scratchKeys, scratchValues, 0, count);
  radixSort(values, keys, scratchValues, scratchKeys, 0, count);
  for (let i = 0; i < count; i++) {
    pairs[(from + i) * 2] = values[i];
    pairs[(from + i) * 2 + 1] = keys[i];
  }
}
