import { buildBvh } from '../../core/bvh/build-bvh.ts';
import type { Bvh } from '../../core/bvh/bvh.ts';
import { findCrossPairs } from '../../core/bvh/find-cross-pairs.ts';
import { findSelfPairs } from '../../core/bvh/find-self-pairs.ts';
import type { ColliderSlots } from '../../core/collider-slots.ts';
import type { IndexList } from '../../core/index-list.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { sortPairs } from '../../core/sort-pairs.ts';
import { boundsOverlap } from '../bvh/bounds-overlap.ts';
import { findStrays } from './find-strays.ts';
import { makeReach } from './make-reach.ts';
import { forgetReaches, type NeighbourList, reserveNeighbours } from './neighbour-list.ts';
import { isPausing, isRenewalDue, pauseReach, planReach } from './reach-plan.ts';

/**
 * Finds the pairs of a tick: afterwards `near` and `strayPairs` together hold every pair of what moves, and of what moves with what
 * is static, whose bounds overlap; each once, sorted.
 */
export function updateNeighbours(
  list: NeighbourList,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  const { plan, strays } = list;
  reserveNeighbours(list, slots.end);
  findStrays(list, bounds, moving);
  if (!isRenewalDue(plan, strays.count, moving.count)) {
    findStrayPairs(list, bounds, slots, statics);
    findNear(list, bounds);
    return;
  }
  planReach(plan, list.pairs.count, list.near.count + list.strayPairs.count);
  strays.count = 0;
  list.strayPairs.count = 0;
  if (isPausing(plan)) {
    pauseReach(plan);
    findPairs(list, list.near, bounds, slots, moving, statics);
    return;
  }
  forgetReaches(list);
  makeReach(list, bounds, moving.items, moving.count);
  findPairs(list, list.pairs, list.reach, slots, moving, statics);
  findNear(list, bounds);
}

/** Finds the pairs whose boxes overlap, sorted, and leaves the hierarchy over the boxes of what moves. */
function findPairs(
  list: NeighbourList,
  pairs: PairList,
  boxes: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  const { bvh } = list;
  buildBvh(bvh, boxes, moving.items, moving.count);
  pairs.count = 0;
  findSelfPairs(bvh, boxes, pairs);
  findCrossPairs(bvh, statics, boxes, pairs);
  sortPairs(list.sorter, pairs, slots);
}

function findStrayPairs(list: NeighbourList, bounds: Float64Array, slots: ColliderSlots, statics: Bvh): void {
  const { strays, strayBvh, strayPairs, sorter } = list;
  strayPairs.count = 0;
  if (strays.count === 0) return;
  buildBvh(strayBvh, bounds, strays.items, strays.count);
  findCrossPairs(strayBvh, list.bvh, bounds, strayPairs);
  strayPairs.count = keepSeen(list, strayPairs, bounds) >> 1;
  findSelfPairs(strayBvh, bounds, strayPairs);
  findCrossPairs(strayBvh, statics, bounds, strayPairs);
  sortPairs(sorter, strayPairs, slots);
}

/** Keeps the pairs of a stray that overlap and in which the other, found by its reach, is no stray; returns how many numbers. */
function keepSeen(list: NeighbourList, { pairs, count }: PairList, bounds: Float64Array): number {
  const { seen } = list;
  const { age } = list.plan;
  let kept = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const stray = pairs[i];
    const other = pairs[i + 1];
    if (seen[other] !== age || !boundsOverlap(bounds, stray, other)) continue;
    pairs[kept] = stray;
    pairs[kept + 1] = other;
    kept += 2;
  }
  return kept;
}

function findNear(list: NeighbourList, bounds: Float64Array): void {
  list.near.count = 0;
  reservePairs(list.near, list.pairs.count);
  list.near.count = copyNear(list, bounds, list.near.pairs) >> 1;
}

/**
 * Copies the pairs that overlap, and of which both are within reach, to `near`; returns how many numbers. Nothing else may follow
 * the loop, see sort-pairs.ts.
 */
function copyNear(list: NeighbourList, bounds: Float64Array, near: Uint32Array): number {
  const { seen } = list;
  const { age } = list.plan;
  const { pairs, count } = list.pairs;
  let kept = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    if (seen[a] < age || seen[b] < age || !boundsOverlap(bounds, a, b)) continue;
    near[kept] = a;
    near[kept + 1] = b;
    kept += 2;
  }
  return kept;
}
