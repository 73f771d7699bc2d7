import { type Bvh, type HierarchyKind, makeBvh } from '../bvh/bvh.ts';
import { createIndexList, type IndexList } from '../index-list.ts';
import { createPairList, type PairList } from '../pair-list.ts';
import { reserve } from '../typed-array.ts';
import type { BoundsKernels } from './bounds-kernels.ts';
import { ALWAYS, createRebuildPlan, type RebuildPlan } from './rebuild-plan.ts';
import { createPairSorter, type PairSorter } from './sort-pairs.ts';

/**
 * The pairs that may overlap in the next ticks. Each moving collider has a fat AABB: a box around all the places where
 * it is expected until then. While a collider stays inside, it can only meet colliders whose fat AABBs overlap its own,
 * and these pairs are kept from tick to tick. The pairs of a collider that has escaped from its fat AABB are searched
 * in every tick. When that has become too much work, all fat AABBs, the hierarchy over them and the pairs are rebuilt.
 *
 * Which pairs a tick finds depends on its bounds alone; the cache only decides what that costs.
 *
 * Source: the neighbour lists of molecular dynamics (Verlet, Physical Review 159, 1967), whose margin is the same on
 * all sides.
 */
export interface PairCache {
  readonly kernels: BoundsKernels;
  /** By slot, stride `kernels.boundsStride`. Those of statics are their bounds. */
  fatAabbs: Float64Array;
  /**
   * By slot, in the same layout: the bounds at the last rebuild, NaN for a new collider. Motion is measured from these.
   */
  startBounds: Float32Array;
  /**
   * By slot: the age of the cache when the collider was last found inside its fat AABB; ALWAYS for statics. Bytes,
   * because they are read for every pair.
   */
  lastInside: Uint8Array;
  readonly plan: RebuildPlan;
  /**
   * One number: how far a side of a box moves in a tick, the mean over all. An array, as a field would be allocated
   * anew.
   */
  readonly motion: Float64Array;
  /** Over the fat AABBs of moving colliders. */
  readonly bvh: Bvh;
  /** Pairs whose fat AABBs overlap, sorted. */
  readonly pairs: PairList;
  /** Those of them whose bounds overlap in this tick, sorted. */
  readonly overlapping: PairList;
  /** Moving colliders outside their fat AABBs in this tick, and the hierarchy over their bounds. */
  readonly escaped: IndexList;
  readonly escapedBvh: Bvh;
  /** Pairs with an escaped collider whose bounds overlap, sorted. */
  readonly escapedPairs: PairList;
  readonly sorter: PairSorter;
}

/** In `lastInside`: the collider has had no fat AABB since the last rebuild. */
export const NEVER = 0;

export function createPairCache(kernels: BoundsKernels, kind: HierarchyKind): PairCache {
  return {
    kernels,
    fatAabbs: new Float64Array(0),
    startBounds: new Float32Array(0),
    lastInside: new Uint8Array(0),
    plan: createRebuildPlan(),
    motion: new Float64Array(1),
    bvh: makeBvh(kind),
    pairs: createPairList(256),
    overlapping: createPairList(256),
    escaped: createIndexList(64),
    escapedBvh: makeBvh(kind),
    escapedPairs: createPairList(64),
    sorter: createPairSorter(),
  };
}

/** Makes room for every slot in use. */
export function reservePairCache(cache: PairCache, end: number): void {
  const { boundsStride } = cache.kernels;
  cache.fatAabbs = reserve(cache.fatAabbs, end * boundsStride);
  cache.startBounds = reserve(cache.startBounds, end * boundsStride);
  cache.lastInside = reserve(cache.lastInside, end);
}

/** Forgets where a slot's last collider was; to be called when a new one gets the slot. */
export function forgetSlot(cache: PairCache, slot: number): void {
  const { boundsStride } = cache.kernels;
  reservePairCache(cache, slot + 1);
  cache.lastInside[slot] = NEVER;
  cache.startBounds.fill(NaN, boundsStride * slot, boundsStride * (slot + 1));
}

/**
 * Forgets all fat AABBs but those of statics: a collider without a shape gets none, and must not be found in its last
 * one.
 */
export function forgetFatAabbs({ lastInside }: PairCache): void {
  for (let slot = 0; slot < lastInside.length; slot++) if (lastInside[slot] !== ALWAYS) lastInside[slot] = NEVER;
}

/** Takes over the bounds of statics; to be called when the static hierarchy has been rebuilt over `items`. */
export function takeStatics(cache: PairCache, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { fatAabbs, lastInside, kernels } = cache;
  const { boundsStride } = kernels;
  cache.plan.isStale = true;
  lastInside.fill(NEVER);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = boundsStride * slot;
    lastInside[slot] = ALWAYS;
    for (let side = at; side < at + boundsStride; side++) fatAabbs[side] = bounds[side];
  }
}
