import { buildBvh } from '../bvh/build-bvh.ts';
import type { Bvh } from '../bvh/bvh.ts';
import { findCrossPairs } from '../bvh/find-cross-pairs.ts';
import { findSelfPairs } from '../bvh/find-self-pairs.ts';
import type { ColliderSlots } from '../collider-slots.ts';
import { type IndexList, reserveIndices } from '../index-list.ts';
import { type PairList, reservePairs } from '../pair-list.ts';
import { makeFatAabbs } from './make-fat-aabbs.ts';
import { forgetFatAabbs, NEVER, type PairCache, reservePairCache } from './pair-cache.ts';
import { isPausing, isRebuildDue, planRebuild, skipRebuild } from './rebuild-plan.ts';
import { sortPairs } from './sort-pairs.ts';

/**
 * Finds the pairs of a tick: afterwards `overlapping` and `escapedPairs` together hold every pair of moving colliders,
 * and of a moving and a static one, whose bounds overlap; each once, sorted.
 */
export function updatePairCache(
  cache: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  const { plan, escaped, kernels } = cache;
  reservePairCache(cache, slots.end);
  plan.age++;
  escaped.count = 0;
  reserveIndices(escaped, moving.count);
  // A stale cache is rebuilt in any case.
  if (!plan.isStale) escaped.count = kernels.findEscaped(cache, bounds, moving.items, moving.count);
  if (!isRebuildDue(plan, escaped.count, moving.count)) {
    findEscapedPairs(cache, bounds, slots, statics);
    findOverlapping(cache, bounds);
    return;
  }
  planRebuild(plan, cache.pairs.count, cache.overlapping.count + cache.escapedPairs.count);
  escaped.count = 0;
  cache.escapedPairs.count = 0;
  if (isPausing(plan)) {
    skipRebuild(plan);
    findPairs(cache, cache.overlapping, bounds, slots, moving, statics);
    return;
  }
  forgetFatAabbs(cache);
  makeFatAabbs(cache, bounds, moving.items, moving.count);
  findPairs(cache, cache.pairs, cache.fatAabbs, slots, moving, statics);
  findOverlapping(cache, bounds);
}

/** Finds the pairs whose boxes overlap, sorted, and leaves the hierarchy over the boxes of moving colliders. */
function findPairs(
  { bvh, sorter }: PairCache,
  pairs: PairList,
  boxes: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  buildBvh(bvh, boxes, moving.items, moving.count);
  pairs.count = 0;
  findSelfPairs(pairs, bvh, boxes);
  findCrossPairs(pairs, bvh, statics, boxes);
  sortPairs(sorter, pairs, slots);
}

function findEscapedPairs(cache: PairCache, bounds: Float64Array, slots: ColliderSlots, statics: Bvh): void {
  const { kernels, escaped, escapedBvh, escapedPairs, lastInside, plan } = cache;
  escapedPairs.count = 0;
  if (escaped.count === 0) return;
  buildBvh(escapedBvh, bounds, escaped.items, escaped.count);
  findCrossPairs(escapedPairs, escapedBvh, cache.bvh, bounds);
  // B was found by its fat AABB: it has to overlap itself, and be no other escaped one.
  const { pairs, count } = escapedPairs;
  escapedPairs.count = kernels.copyOverlapping(pairs, pairs, count, bounds, lastInside, NEVER, plan.age) >> 1;
  findSelfPairs(escapedPairs, escapedBvh, bounds);
  findCrossPairs(escapedPairs, escapedBvh, statics, bounds);
  sortPairs(cache.sorter, escapedPairs, slots);
}

/** Finds the cached pairs whose bounds overlap and of which neither has escaped. */
function findOverlapping({ kernels, pairs, overlapping, lastInside, plan }: PairCache, bounds: Float64Array): void {
  overlapping.count = 0;
  const to = reservePairs(overlapping, pairs.count);
  const { age } = plan;
  overlapping.count = kernels.copyOverlapping(to, pairs.pairs, pairs.count, bounds, lastInside, age, age) >> 1;
}
