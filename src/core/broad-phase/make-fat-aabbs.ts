import type { IndexList } from '../index-list.ts';
import { reservePairs } from '../pair-list.ts';
import { clearFatPairs, type FatPairs } from './fat-pairs.ts';
import type { PairCache } from './pair-cache.ts';
import { PERIOD } from './rebuild-plan.ts';

/**
 * A collider that moves this many times the sum of its box's sides in half a period gets no fat AABB, so that a fast
 * body burdens itself rather than all others. An unbounded collider gets none either.
 */
export const HOPELESS = 1.5;
/** The part of the margin and of the mean motion that is left after a period: what causes them may be over. */
const FADING = 0.9;
/**
 * Ticks of motion that a fat AABB has to spare at both ends of the way: without any, a collider that moves straight on
 * leaves it by a rounding error, and all such colliders do so in the same tick.
 */
const SPARE = 0.5;

/**
 * The terms by which the kernels move and enlarge boxes. They are in an array because a fraction that is passed or
 * summed in any other way is allocated. Factors from twice the motion measured (a box's least and largest coordinate
 * summed) to the way of the fat AABB's middle and to how far it reaches beyond; the margin to all sides of colliders
 * that were there when motion was last measured, and of others; the sum of twice all motions.
 */
export const PREDICTION_MIDDLE = 0;
export const PREDICTION_SPREAD = 1;
export const PREDICTION_MARGIN = 2;
export const PREDICTION_NEW_MARGIN = 3;
export const PREDICTION_SUM = 4;
const terms = new Float64Array(5);

/** In `PairCache.growth`: the margin to all sides; how far a body moves in a tick, the mean over all. */
export const GROWTH_MARGIN = 0;
const GROWTH_MOTION = 1;

/**
 * Makes fat AABBs for the ticks `first` … `first` + PERIOD − 1 from now on. Each box is assumed to move and to grow as
 * it did since motion was last measured; a new collider may move in any direction, by the mean motion of all.
 */
export function makeFatAabbs(
  cache: PairCache,
  fat: FatPairs,
  first: number,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
): void {
  const { plan, growth, kernels, startBounds } = cache;
  clearFatPairs(fat, kernels.boundsStride);
  const half = PERIOD / 2;
  const elapsed = 2 * Math.max(1, plan.elapsed);
  terms[PREDICTION_MIDDLE] = (first + half) / elapsed;
  terms[PREDICTION_SPREAD] = (half + SPARE) / elapsed;
  terms[PREDICTION_MARGIN] = growth[GROWTH_MARGIN];
  terms[PREDICTION_NEW_MARGIN] = growth[GROWTH_MARGIN] + (first + PERIOD) * growth[GROWTH_MOTION];
  terms[PREDICTION_SUM] = 0;
  reservePairs(fat.pairs, (count + 1) >> 1);
  plan.moved = kernels.growFatAabbs(terms, fat, startBounds, bounds, items, count);
  const mean = terms[PREDICTION_SUM] / (elapsed * Math.max(1, count));
  growth[GROWTH_MOTION] = Math.max(growth[GROWTH_MOTION] * FADING, mean);
  // The time is too short where boxes are made at once after others have failed: over a tick or two, jitter looks like
  // motion.
  const isLong = plan.elapsed >= (first === 0 ? 2 * PERIOD : PERIOD);
  startMeasuring(cache, bounds, items, count, isLong);
}

/** Measures motion from now on, of new colliders or of all. */
export function startMeasuring(
  { plan, kernels, startBounds }: PairCache,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
  all: boolean,
): void {
  const { boundsStride } = kernels;
  if (all) plan.elapsed = 0;
  for (let i = 0; i < count; i++) {
    const at = boundsStride * items[i];
    if (!all && startBounds[at] < Infinity) continue;
    for (let side = at; side < at + boundsStride; side++) startBounds[side] = bounds[side];
  }
}

/** The margin grows when more than one in so many colliders has escaped; apart from that it shrinks in each tick. */
const FEW = 12;

/** The number of colliders that have escaped from their fat AABBs, and the sum of their distances. */
const escapes = new Float64Array(2);
const ESCAPE_COUNT = 0;
const ESCAPE_SUM = 1;

/**
 * Adapts the margin to how far colliders are outside their fat AABBs: in worlds that jitter, motion foretells nothing.
 * A collider that is further outside than it is large counts as teleported and is left out of the sum.
 */
export function adaptMargin(cache: PairCache, escaped: IndexList, bounds: Float64Array, count: number): void {
  const { growth } = cache;
  escapes.fill(0);
  sumEscapes(cache, escaped, bounds);
  growth[GROWTH_MARGIN] = growth[GROWTH_MARGIN] * FADING;
  if (FEW * escapes[ESCAPE_COUNT] > count) {
    growth[GROWTH_MARGIN] = growth[GROWTH_MARGIN] + escapes[ESCAPE_SUM] / escapes[ESCAPE_COUNT];
  } else if (100 * growth[GROWTH_MARGIN] < growth[GROWTH_MOTION]) {
    // A margin below a hundredth of a tick's motion becomes 0, so that the fat AABB of a collider at rest is no larger
    // than its box.
    growth[GROWTH_MARGIN] = 0;
  }
}

/** Halves a margin with which fat AABBs overlap too many others. */
export function halveMargin({ growth }: PairCache): void {
  growth[GROWTH_MARGIN] = growth[GROWTH_MARGIN] / 2;
}

/**
 * Sums by how much escaped colliders are outside their fat AABBs. Nothing follows the loop, for the reason given in
 * sort-pairs.ts.
 */
function sumEscapes({ kernels, serving }: PairCache, escaped: IndexList, bounds: Float64Array): void {
  const { fatAabbs } = serving;
  const { boundsStride } = kernels;
  const axes = boundsStride / 2;
  for (let i = 0; i < escaped.count; i++) {
    const at = boundsStride * escaped.items[i];
    let overshoot = 0;
    let size = 0;
    for (let min = at; min < at + axes; min++) {
      size += bounds[min + axes] - bounds[min];
      overshoot = Math.max(overshoot, fatAabbs[min] - bounds[min], bounds[min + axes] - fatAabbs[min + axes]);
    }
    // The comparison is also false for NaN, which marks a collider without a fat AABB.
    if (!(overshoot < size)) continue;
    escapes[ESCAPE_COUNT] = escapes[ESCAPE_COUNT] + 1;
    escapes[ESCAPE_SUM] = escapes[ESCAPE_SUM] + overshoot;
  }
}
