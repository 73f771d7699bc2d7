import type { PairList } from '../pair-list.ts';

/** Pair (a, b) as the whole number a · countB + b, which is exact as long as there are fewer than 2^53 such numbers. */
let keys = new Float64Array(0);

/** Sorts the pairs by their first, then their second number, which is below `countB`. */
export function sortIndexPairs(list: PairList, countB: number): void {
  const count = list.count;
  if (count < 2) return;
  if (keys.length < count) keys = new Float64Array(count * 2);
  const pairs = list.pairs;
  for (let i = 0; i < count; i++) keys[i] = pairs[i * 2] * countB + pairs[i * 2 + 1];
  keys.subarray(0, count).sort();
  for (let i = 0; i < count; i++) {
    const a = Math.floor(keys[i] / countB);
    pairs[i * 2] = a;
    pairs[i * 2 + 1] = keys[i] - a * countB;
  }
}
