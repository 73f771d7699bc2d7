import type { Bvh } from '../bvh/bvh.ts';
import { type ColliderSlots, countMovers } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import { createPairList, reservePairs } from '../pair-list.ts';
import { grownCapacity } from '../typed-array.ts';
import type { PairCache } from './pair-cache.ts';
import { forgetPairs } from './rebuild-plan.ts';
import { sortPairs } from './sort-pairs.ts';
import { SWEEP_CAPACITY, sweepAlongAxis } from './sweep-along-axis.ts';

/**
 * The number of possible pairs up to which testing them all takes no longer than foreseeing pairs, and the number from
 * which on a sweep along an axis takes less time than testing all. Both also read far less memory, which decides about
 * the cost of a thousand small worlds: by the time a world has its turn again, the others have driven it out of the
 * processor's caches.
 */
const FEW_PAIRS = 400;
const SWEPT_PAIRS = 150;

/** Scratch shared by all worlds: the pairs to test; and by slot, 1 for each collider that this search covers. */
const scratch = { pairs: createPairList(16), inside: new Uint8Array(0) };

/** Returns whether the colliders are so few that nothing is foreseen. */
export function areFew(moving: number, statics: number): boolean {
  return moving + statics <= SWEEP_CAPACITY || haveAtMost(FEW_PAIRS, moving, statics);
}

/** Returns whether a sweep along an axis is used for so few colliders, rather than a test of all possible pairs. */
export function areSwept(moving: number, statics: number): boolean {
  return moving + statics <= SWEEP_CAPACITY && !haveAtMost(SWEPT_PAIRS, moving, statics);
}

/** Returns whether moving colliders can make no more than `pairs` pairs, among themselves and with statics. */
function haveAtMost(pairs: number, moving: number, statics: number): boolean {
  return moving * (moving + 2 * statics) <= 2 * pairs;
}

/** Finds the pairs whose bounds overlap where colliders are few: does what `updatePairCache` does. */
export function findAmongFew(
  { kernels, plan, escaped, escapedPairs, overlapping }: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  const movers = countMovers(slots, moving);
  const isSweep = areSwept(moving.count, statics.itemCount);
  const { boundsStride } = kernels;
  forgetPairs(plan);
  escaped.count = 0;
  escapedPairs.count = 0;
  scratch.pairs.count = 0;
  const pairs = reservePairs(scratch.pairs, movers * (moving.count + statics.itemCount));
  const count = isSweep
    ? sweepAlongAxis(pairs, bounds, boundsStride, moving, movers, statics)
    : listPossible(pairs, moving, movers, statics);
  reserveInside(slots.end);
  overlapping.count = 0;
  const kept = kernels.copyOverlapping(pairs, 0, pairs, 0, count, bounds, scratch.inside, 1);
  const to = reservePairs(overlapping, kept);
  for (let i = 0; i < 2 * kept; i++) to[i] = pairs[i];
  overlapping.count = kept;
  // Pairs of movers alone are listed in order already.
  if (isSweep || statics.itemCount > 0 || movers < moving.count) sortPairs(overlapping, slots);
}

function listPossible(
  pairs: Uint32Array,
  { items, count }: IndexList,
  movers: number,
  { order, itemCount }: Bvh,
): number {
  let end = 0;
  for (let i = 0; i < movers; i++) {
    for (let j = i + 1; j < count; j++) {
      pairs[end++] = items[i];
      pairs[end++] = items[j];
    }
    for (let j = 0; j < itemCount; j++) {
      pairs[end++] = items[i];
      pairs[end++] = order[j];
    }
  }
  return end >> 1;
}

function reserveInside(end: number): void {
  const { length } = scratch.inside;
  if (end > length) scratch.inside = new Uint8Array(grownCapacity(length, end)).fill(1);
}
