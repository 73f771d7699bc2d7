import { type Bvh, type HierarchyKind, makeBvh } from '../bvh/bvh.ts';
import { createIndexList, type IndexList } from '../index-list.ts';
import { createPairList, type PairList } from '../pair-list.ts';
import { makeArray, NO_BYTES, NO_FRACTIONS, reserve } from '../typed-array.ts';
import type { BoundsKernels } from './bounds-kernels.ts';
import { clearFatPairs, createFatPairs, type FatPairs, reserveFatPairs } from './fat-pairs.ts';
import { createKnownFilters, type KnownFilters } from './known-filters.ts';
import { createRebuildPlan, type RebuildPlan, stopServing } from './rebuild-plan.ts';

/**
 * The pairs that may overlap in the next ticks. Each moving collider has a fat AABB: a box around all the places where
 * it is expected until then. While a collider stays inside, it can only meet colliders whose fat AABBs overlap its own,
 * and these pairs are kept from tick to tick. The pairs of a collider that has escaped from its fat AABB are searched
 * in every tick. While some pairs serve, the next are made, a step a tick: so all ticks cost about the same.
 *
 * Which pairs a tick finds depends on its bounds alone; the cache only decides what that costs.
 *
 * Source: the neighbour lists of molecular dynamics (Verlet, Physical Review 159, 1967), whose margin is the same on
 * all sides.
 */
export interface PairCache {
  readonly kernels: BoundsKernels;
  readonly plan: RebuildPlan;
  serving: FatPairs;
  next: FatPairs;
  /**
   * By slot, stride `kernels.boundsStride`: the bounds when motion was last measured, NaN for a new collider.
   */
  startBounds: Float64Array;
  /** See `GROWTH_…`. An array, as a fraction in a field would be allocated anew. */
  growth: Float64Array;
  /**
   * By slot: 1 where the collider is inside its serving fat AABB in this tick, or is static. Bytes, because they are
   * read for every pair.
   */
  inside: Uint8Array;
  /** By slot: 1 for a collider that is in the static hierarchy. */
  settled: Uint8Array;
  readonly filters: KnownFilters;
  /** Serving pairs whose bounds overlap in this tick, sorted. */
  readonly overlapping: PairList;
  /** Moving colliders outside their fat AABBs in this tick, and the hierarchy over their bounds. */
  readonly escaped: IndexList;
  readonly escapedBvh: Bvh;
  /** Pairs with an escaped collider whose bounds overlap, sorted. */
  readonly escapedPairs: PairList;
}

export function createPairCache(kernels: BoundsKernels, kind: HierarchyKind): PairCache {
  const none = createFatPairs(kind);
  return {
    kernels,
    plan: createRebuildPlan(),
    serving: none,
    next: none,
    startBounds: NO_FRACTIONS,
    growth: NO_FRACTIONS,
    inside: NO_BYTES,
    settled: NO_BYTES,
    filters: createKnownFilters(),
    overlapping: createPairList(),
    escaped: createIndexList(),
    escapedBvh: makeBvh(kind),
    escapedPairs: createPairList(),
  };
}

/** Makes room for every slot in use: nothing is there before, as small worlds never foresee any pairs. */
export function reservePairCache(cache: PairCache, end: number): void {
  const { boundsStride } = cache.kernels;
  if (end <= cache.settled.length) return;
  if (cache.settled.length === 0) {
    cache.next = createFatPairs(cache.serving.bvh.routines);
    cache.growth = makeArray(Float64Array, 2);
  }
  cache.settled = reserve(cache.settled, end);
  const room = cache.settled.length;
  cache.inside = reserve(cache.inside, room);
  const known = cache.startBounds.length;
  cache.startBounds = reserve(cache.startBounds, room * boundsStride).fill(NaN, known);
  reserveFatPairs(cache.serving, room, boundsStride);
  reserveFatPairs(cache.next, room, boundsStride);
}

/** Forgets everything about a slot; to be called when it gets a new collider. */
export function forgetSlot(cache: PairCache, slot: number): void {
  const { boundsStride } = cache.kernels;
  if (slot >= cache.settled.length) return;
  loosenSlot(cache, slot);
  cache.startBounds.fill(NaN, boundsStride * slot, boundsStride * (slot + 1));
}

/** Copies the bounds of statics; to be called when the static hierarchy has been built over `items`. */
export function takeStatics(cache: PairCache, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { settled } = cache;
  forgetMovers(cache);
  for (let slot = 0; slot < settled.length; slot++) if (settled[slot] === 1) loosenSlot(cache, slot);
  for (let i = 0; i < count; i++) settleSlot(cache, bounds, items[i]);
}

/**
 * Drops all pairs and the fat AABBs of moving colliders; to be called before one of these colliders gets into the
 * static hierarchy.
 */
export function forgetMovers({ plan, kernels, serving, next }: PairCache): void {
  stopServing(plan);
  clearFatPairs(serving, kernels.boundsStride);
  clearFatPairs(next, kernels.boundsStride);
}

/** Notes that a slot is in the static hierarchy, with the given bounds. */
export function settleSlot({ settled, serving, next, kernels }: PairCache, bounds: Float64Array, slot: number): void {
  const { boundsStride } = kernels;
  settled[slot] = 1;
  for (let side = boundsStride * slot; side < boundsStride * (slot + 1); side++) {
    serving.fatAabbs[side] = bounds[side];
    next.fatAabbs[side] = bounds[side];
  }
}

/** Removes a slot's fat AABBs: its pairs are searched in each tick until the next pair cache serves. */
export function loosenSlot({ settled, serving, next, kernels }: PairCache, slot: number): void {
  settled[slot] = 0;
  serving.fatAabbs[kernels.boundsStride * slot] = NaN;
  next.fatAabbs[kernels.boundsStride * slot] = NaN;
}
