import { buildBvh } from '../bvh/build-bvh.ts';
import type { Bvh } from '../bvh/bvh.ts';
import { findCrossPairs, findCrossPairsOf } from '../bvh/find-cross-pairs.ts';
import { findSelfPairs, findSelfPairsOf } from '../bvh/find-self-pairs.ts';
import { handOnItemBoxes } from '../bvh/hand-on-item-boxes.ts';
import { type ColliderSlots, countMovers } from '../collider-slots.ts';
import { type IndexList, reserveIndices } from '../index-list.ts';
import type { FilterColumns } from '../pair-filter.ts';
import { reservePairs } from '../pair-list.ts';
import { scratchList } from '../scratch-list.ts';
import { clearFatPairs } from './fat-pairs.ts';
import { areFew, findAmongFew } from './find-among-few.ts';
import { decideFiltering, dropRefused } from './known-filters.ts';
import { adaptMargin, halveMargin, makeFatAabbs, startMeasuring } from './make-fat-aabbs.ts';
import { noteFilters } from './note-filters.ts';
import { type PairCache, reservePairCache } from './pair-cache.ts';
import {
  beginServing,
  isNextDue,
  isWorn,
  JOIN_PARTS,
  mostPairs,
  PERIOD,
  STEP_BUILD,
  STEP_JOIN,
  STEP_PREDICT,
  STEP_SORT,
  stopMaking,
  stopServing,
} from './rebuild-plan.ts';
import { sortPairs } from './sort-pairs.ts';

/**
 * Finds the pairs of a tick: afterwards `overlapping` and `escapedPairs` together hold every pair of moving colliders,
 * and of a moving and a static one, whose bounds overlap; each once, sorted. The last entries of `moving` may be static
 * colliders that are not in `statics`: they get no fat AABBs, so they count as escaped.
 */
export function updatePairCache(
  cache: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
  filter: FilterColumns,
): void {
  const { plan } = cache;
  plan.age++;
  plan.elapsed++;
  if (areFew(moving.count, statics.itemCount)) {
    findAmongFew(cache, bounds, slots, moving, statics);
    return;
  }
  reservePairCache(cache, slots.end);
  noteFilters(cache, slots, filter, moving);
  const movers = countMovers(slots, moving);
  if (plan.step === PERIOD) {
    serveNext(cache);
    plan.failures = 0;
  }
  if (plan.isServing) {
    const found = findEscaped(cache, bounds, moving);
    if (isWorn(countMovers(slots, found), movers)) {
      // Before motion was first measured, nothing was predicted that could have been wrong.
      if (plan.moved > 0) adaptMargin(cache, found, bounds, movers);
      stopServing(plan);
    } else {
      keepEscaped(cache, found);
    }
  }
  if (plan.isServing) prepareNext(cache, bounds, slots, moving.items, movers, statics);
  else if (plan.pause > 0) plan.pause--;
  else makeAtOnce(cache, bounds, slots, moving, movers, statics);
  if (plan.isServing) {
    findEscapedPairs(cache, bounds, slots, statics);
    findOverlapping(cache, bounds);
  } else {
    findByBounds(cache, bounds, slots, moving, statics);
  }
}

/**
 * Returns the escaped colliders in the scratch list, which may be overwritten: no caller keeps it when all have
 * escaped.
 */
function findEscaped(cache: PairCache, bounds: Float64Array, { items, count }: IndexList): IndexList {
  const { kernels, inside, serving } = cache;
  scratchList.count = 0;
  const out = reserveIndices(scratchList, count);
  inside.set(cache.settled);
  scratchList.count = kernels.findEscaped(out, inside, serving.fatAabbs, bounds, items, count);
  return scratchList;
}

function keepEscaped({ escaped }: PairCache, { items, count }: IndexList): void {
  escaped.count = 0;
  const to = reserveIndices(escaped, count);
  escaped.count = count;
  for (let i = 0; i < count; i++) to[i] = items[i];
}

function serveNext(cache: PairCache): void {
  const { serving } = cache;
  cache.serving = cache.next;
  cache.next = serving;
  // The hierarchy of serving pairs is only asked which fat AABBs the few escaped colliders are near.
  handOnItemBoxes(cache.serving.bvh, serving.bvh);
  beginServing(cache.plan);
}

/** Finds all pairs of a tick by their bounds, where nothing is foreseen. */
function findByBounds(
  cache: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  statics: Bvh,
): void {
  const { escaped, escapedPairs, kernels, next, overlapping } = cache;
  startMeasuring(cache, bounds, moving.items, moving.count, true);
  escaped.count = 0;
  escapedPairs.count = 0;
  // A collider without a box in the hierarchy must not find its old fat AABB again, so the old ones are cleared.
  clearFatPairs(next, kernels.boundsStride);
  buildBvh(next.bvh, bounds, moving.items, moving.count);
  overlapping.count = 0;
  findSelfPairs(overlapping, next.bvh, bounds);
  findCrossPairs(overlapping, next.bvh, statics, bounds);
  sortPairs(overlapping, slots);
}

/** Makes pairs that serve from this tick on, unless there are too many. */
function makeAtOnce(
  cache: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  moving: IndexList,
  movers: number,
  statics: Bvh,
): void {
  const { plan, next } = cache;
  decideFiltering(cache.filters, next, cache.serving);
  makeFatAabbs(cache, next, 0, bounds, moving.items, movers);
  for (plan.step = STEP_BUILD; plan.step < PERIOD; plan.step++) if (!makeNext(cache, slots, statics, movers)) return;
  serveNext(cache);
  keepEscaped(cache, findEscaped(cache, bounds, moving));
}

/** Takes the next step of making the pairs that serve next, once their time has come. */
function prepareNext(
  cache: PairCache,
  bounds: Float64Array,
  slots: ColliderSlots,
  items: Uint32Array,
  movers: number,
  statics: Bvh,
): void {
  const { plan, next, escaped } = cache;
  if (plan.step === STEP_PREDICT) {
    if (!isNextDue(plan.moved + countMovers(slots, escaped), movers)) return;
    decideFiltering(cache.filters, next, cache.serving);
    makeFatAabbs(cache, next, PERIOD, bounds, items, movers);
  } else {
    if (plan.step === STEP_SORT) adaptMargin(cache, escaped, bounds, movers);
    if (!makeNext(cache, slots, statics, movers)) return;
  }
  plan.step++;
}

/**
 * Does a step of making the pairs that serve next. All steps but the first read only the fat AABBs. Returns false where
 * there would be too many pairs: then all are given up.
 */
function makeNext(cache: PairCache, slots: ColliderSlots, statics: Bvh, movers: number): boolean {
  const { plan, next, overlapping, escapedPairs } = cache;
  const { bvh, fatAabbs, pairs } = next;
  if (plan.step === STEP_BUILD) {
    buildBvh(bvh, fatAabbs, pairs.pairs, next.memberCount);
    next.memberCount = 0;
    plan.joined = 0;
  } else if (plan.step < STEP_SORT) {
    const most = mostPairs(movers, overlapping.count + escapedPairs.count);
    if (joinPart(cache, slots, statics, most)) return true;
    halveMargin(cache);
    stopMaking(plan);
    return false;
  } else {
    dropRefused(cache.filters, next, 0, slots);
    sortPairs(pairs, slots);
  }
  return true;
}

/**
 * Joins another part of the next hierarchy, until it has its share of the nodes or of the pairs to be expected. Returns
 * false where there are more than `most`.
 */
function joinPart(
  { plan, filters, next, serving }: PairCache,
  slots: ColliderSlots,
  statics: Bvh,
  most: number,
): boolean {
  const { bvh, fatAabbs, pairs } = next;
  const part = plan.step - STEP_JOIN;
  const isLast = plan.step + 1 === STEP_SORT;
  const enough = next.found + serving.found / (STEP_SORT - STEP_JOIN);
  let { count } = pairs;
  findCrossPairsOf(pairs, bvh, statics, fatAabbs, part, part + 1, STEP_SORT - STEP_JOIN);
  for (;;) {
    next.found += pairs.count - count;
    // Refused pairs are dropped after each part: where most are refused, a later pass over them would take as long as
    // finding them.
    next.refused += dropRefused(filters, next, count, slots);
    count = pairs.count;
    if (count > most) return false;
    if (plan.joined === JOIN_PARTS * (part + 1) || (next.found > enough && !isLast)) return true;
    findSelfPairsOf(pairs, bvh, fatAabbs, plan.joined, ++plan.joined, JOIN_PARTS * (STEP_SORT - STEP_JOIN));
  }
}

function findEscapedPairs(cache: PairCache, bounds: Float64Array, slots: ColliderSlots, statics: Bvh): void {
  const { kernels, escaped, escapedBvh, escapedPairs, inside, serving } = cache;
  escapedPairs.count = 0;
  if (escaped.count === 0) return;
  buildBvh(escapedBvh, bounds, escaped.items, escaped.count);
  findCrossPairs(escapedPairs, escapedBvh, serving.bvh, bounds);
  // B was found by its fat AABB: its own bounds have to overlap, too, and it must not be another escaped collider.
  const { pairs, count } = escapedPairs;
  escapedPairs.count = kernels.copyOverlapping(pairs, 0, pairs, 0, count, bounds, inside, 1);
  findSelfPairs(escapedPairs, escapedBvh, bounds);
  const movers = countMovers(slots, cache.escaped);
  if (movers < escaped.count) buildBvh(escapedBvh, bounds, escaped.items, movers);
  findCrossPairs(escapedPairs, escapedBvh, statics, bounds);
  sortPairs(escapedPairs, slots);
}

/**
 * The number of pairs in one call of the kernel. The list must have room for all pairs of a call, most of which do not
 * overlap.
 */
const RUN = 1024;

/** Finds the serving pairs whose bounds overlap and of which neither has escaped. */
function findOverlapping({ kernels, serving, overlapping, inside }: PairCache, bounds: Float64Array): void {
  const { pairs, count } = serving.pairs;
  overlapping.count = 0;
  for (let i = 0; i < count; i += RUN) {
    const to = reservePairs(overlapping, RUN);
    const end = Math.min(count, i + RUN);
    overlapping.count = kernels.copyOverlapping(to, overlapping.count, pairs, i, end, bounds, inside, 0);
  }
}
