import { type Bvh, type HierarchyKind, makeBvh } from '../bvh/bvh.ts';
import { createPairList, type PairList } from '../pair-list.ts';
import { NO_FRACTIONS, reserve } from '../typed-array.ts';

/**
 * Boxes around all the places where colliders are expected during some ticks, the hierarchy over the boxes of moving
 * colliders, and the pairs of boxes that overlap.
 */
export interface FatPairs {
  /**
   * By slot, stride `boundsStride`. The fat AABBs of statics are their bounds; the least coordinate is NaN where a slot
   * has none.
   */
  fatAabbs: Float64Array;
  /**
   * The number of moving colliders with a fat AABB, until the hierarchy over them is built: they are listed in the
   * array of `pairs`, which is free until then.
   */
  memberCount: number;
  readonly bvh: Bvh;
  /** The pairs whose fat AABBs overlap; they are sorted when they begin to serve. */
  readonly pairs: PairList;
  /** Whether the pairs of movers that filters refuse have been left out. */
  isFiltered: boolean;
  /** The number of pairs found, including pairs that filters refuse; and how many filters refuse, left out or not. */
  found: number;
  refused: number;
}

export function createFatPairs(kind: HierarchyKind): FatPairs {
  return {
    fatAabbs: NO_FRACTIONS,
    memberCount: 0,
    bvh: makeBvh(kind),
    pairs: createPairList(),
    isFiltered: true,
    found: 0,
    refused: 0,
  };
}

/** Makes room for every slot in use. */
export function reserveFatPairs(fat: FatPairs, end: number, boundsStride: number): void {
  const known = fat.fatAabbs.length;
  fat.fatAabbs = reserve(fat.fatAabbs, end * boundsStride).fill(NaN, known);
}

/** Removes the fat AABBs of all moving colliders. */
export function clearFatPairs(fat: FatPairs, boundsStride: number): void {
  const { fatAabbs, bvh, pairs } = fat;
  clearBoxes(fatAabbs, bvh.order, bvh.itemCount, boundsStride);
  clearBoxes(fatAabbs, pairs.pairs, fat.memberCount, boundsStride);
  fat.memberCount = 0;
  // The list of items is emptied as well: a collider that becomes static has a box that must not be cleared the next
  // time.
  bvh.itemCount = 0;
  bvh.nodeEnd = 0;
  pairs.count = 0;
  fat.found = 0;
}

/** Marks the fat AABBs of items as missing. Nothing follows the loop, for the reason given in sort-pairs.ts. */
function clearBoxes(fatAabbs: Float64Array, items: Uint32Array, count: number, boundsStride: number): void {
  for (let i = 0; i < count; i++) fatAabbs[boundsStride * items[i]] = NaN;
}
