import type { Bvh } from '../bvh/bvh.ts';
import { type ColliderSlots, countMovers } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import { createPairList, reservePairs } from '../pair-list.ts';
import { grownCapacity } from '../typed-array.ts';
import type { PairCache } from './pair-cache.ts';
import { forgetPairs } from './rebuild-plan.ts';
import { sortPairs } from './sort-pairs.ts';

/**
 * Up to so many possible pairs, testing them all takes no longer than foreseeing some. It also reads far less memory,
 * which is what a thousand small worlds cost: when the turn of one comes again, the others have driven it out of the
 * processor's caches.
 */
const FEW_PAIRS = 400;

/** Scratch of all worlds: the possible pairs; by slot, that its collider is where its pairs are known. */
const scratch = { pairs: createPairList(16), inside: new Uint8Array(0) };

/** Whether the possible pairs, of what moves among itself and with statics, are so few that all are best tested. */
export function areFew(moving: number, statics: number): boolean {
  return moving * (moving + 2 * statics) <= 2 * FEW_PAIRS;
}

/** Finds the pairs whose bounds overlap by testing all: does what `updatePairCache` does. */
export function findAmongFew(
  { kernels, plan, escaped, escapedPairs, overlapping }: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  const movers = countMovers(slots, moving);
  forgetPairs(plan);
  escaped.count = 0;
  escapedPairs.count = 0;
  listPossible(moving, movers, statics);
  reserveInside(slots.end);
  const { pairs, count } = scratch.pairs;
  overlapping.count = 0;
  const kept = kernels.copyOverlapping(pairs, 0, pairs, 0, count, bounds, scratch.inside, 1);
  const to = reservePairs(overlapping, kept);
  for (let i = 0; i < 2 * kept; i++) to[i] = pairs[i];
  overlapping.count = kept;
  // Those of movers are sorted already.
  if (statics.itemCount > 0 || movers < moving.count) sortPairs(overlapping, slots);
}

function listPossible({ items, count }: IndexList, movers: number, { order, itemCount }: Bvh): void {
  const list = scratch.pairs;
  list.count = 0;
  const pairs = reservePairs(list, movers * (count + itemCount));
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
  list.count = end >> 1;
}

function reserveInside(end: number): void {
  const { length } = scratch.inside;
  if (end > length) scratch.inside = new Uint8Array(grownCapacity(length, end)).fill(1);
}
