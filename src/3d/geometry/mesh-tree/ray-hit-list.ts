import { TREE_HIT_STRIDE } from './ray-query.ts';

/** Numbers a record takes: fraction 1, then what `castRayTree` writes: point 3, normal 3, weights 3, triangle 1. */
export const RAY_HIT_STRIDE = 1 + TREE_HIT_STRIDE;

/** A growable list of ray hits: record i begins at `records[i * RAY_HIT_STRIDE]`. */
export interface RayHitList {
  records: Float64Array;
  /** The number of hits, not of numbers. */
  count: number;
}

/** Makes an empty list with room for `capacity` hits before it first grows. */
export function createRayHitList(capacity = 16): RayHitList {
  return { records: new Float64Array(Math.max(1, capacity) * RAY_HIT_STRIDE), count: 0 };
}

/**
 * Makes room for a record of the given fraction and triangle in the ascending run that starts at record `from`, moving
 * later ones up, and returns where to write it.
 */
export function insertRayHit(list: RayHitList, from: number, fraction: number, triangle: number): number {
  if ((list.count + 1) * RAY_HIT_STRIDE > list.records.length) {
    const grown = new Float64Array(list.records.length * 2);
    grown.set(list.records);
    list.records = grown;
  }
  const records = list.records;
  let low = from;
  let high = list.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * RAY_HIT_STRIDE;
    if (records[at] < fraction || (records[at] === fraction && records[at + TREE_HIT_STRIDE] < triangle))
      low = middle + 1;
    else high = middle;
  }
  records.copyWithin((low + 1) * RAY_HIT_STRIDE, low * RAY_HIT_STRIDE, list.count * RAY_HIT_STRIDE);
  list.count++;
  records[low * RAY_HIT_STRIDE] = fraction;
  return low * RAY_HIT_STRIDE;
}
