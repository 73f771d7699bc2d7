import { type Bvh, type HierarchyKind, makeBvh } from '../bvh/bvh.ts';
import { createIndexList, type IndexList } from '../index-list.ts';
import { createPairList, type PairList } from '../pair-list.ts';
import { NO_FRACTIONS, reserve } from '../typed-array.ts';

/**
 * Boxes around all the places where colliders are expected in some ticks, the hierarchy over these of what moves, and
 * the pairs of boxes that overlap.
 */
export interface FatPairs {
  /**
   * By slot, stride `boundsStride`. Those of statics are their bounds; the least coordinate is NaN where there is none.
   */
  fatAabbs: Float64Array;
  /** What moves and has one. */
  readonly members: IndexList;
  readonly bvh: Bvh;
  /** Sorted when they serve, without those that filters refuse. */
  readonly pairs: PairList;
  /** How many there were with these. */
  found: number;
}

export function createFatPairs(kind: HierarchyKind): FatPairs {
  return { fatAabbs: NO_FRACTIONS, members: createIndexList(), bvh: makeBvh(kind), pairs: createPairList(), found: 0 };
}

/** Makes room for every slot in use. */
export function reserveFatPairs(fat: FatPairs, end: number, boundsStride: number): void {
  const known = fat.fatAabbs.length;
  fat.fatAabbs = reserve(fat.fatAabbs, end * boundsStride).fill(NaN, known);
}

/** Takes the fat AABBs away from all that moves. */
export function clearFatPairs(fat: FatPairs, boundsStride: number): void {
  const { fatAabbs, members } = fat;
  const { items, count } = members;
  members.count = 0;
  fat.pairs.count = 0;
  fat.found = 0;
  // The last of all, see sort-pairs.ts.
  for (let i = 0; i < count; i++) fatAabbs[boundsStride * items[i]] = NaN;
}
