import type { PairCache } from './pair-cache.ts';
import { beginRebuild } from './rebuild-plan.ts';

/**
 * How much a fat AABB grows to either side of the motion, in parts of the way it grows ahead: bodies turn, and speed
 * up.
 */
export const SIDE_GROWTH = 0.25;
/**
 * A fat AABB grows by the sum of the box's sides at most, so that a fast body burdens itself rather than all others.
 */
const HOPELESS = 8;
/** The part of the mean motion that is left after a rebuild: where a cache lasts, jitter shows in it less and less. */
const FADING = 0.9;

/**
 * How far boxes grow, for the kernels: a fraction passed or summed in any other way is allocated. The factor from
 * motion since the last rebuild to motion ahead; the margin to all sides of colliders that were there at the last
 * rebuild, and of others; the sum of all motions, of all sides.
 */
export const GROWTH_FACTOR = 0;
export const GROWTH_MARGIN = 1;
export const GROWTH_NEW_MARGIN = 2;
export const GROWTH_SUM = 3;
const terms = new Float64Array(4);

/**
 * Makes fat AABBs: each side of the bounds goes on for the plan's prediction ticks as it went since the last rebuild,
 * and the margin is added all around. A new collider may go anywhere, as far as others do.
 */
export function makeFatAabbs(cache: PairCache, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { plan, motion, kernels } = cache;
  const elapsed = Math.max(1, plan.age - 1);
  beginRebuild(plan);
  const { predictionTicks, marginTicks } = plan;
  const ahead = plan.predicts ? 1 : 0;
  terms[GROWTH_FACTOR] = (ahead * predictionTicks) / elapsed;
  terms[GROWTH_MARGIN] = ahead * marginTicks * motion[0];
  terms[GROWTH_NEW_MARGIN] = ahead * Math.max(marginTicks, predictionTicks) * motion[0];
  terms[GROWTH_SUM] = 0;
  kernels.growFatAabbs(terms, cache, bounds, items, count);
  const mean = terms[GROWTH_SUM] / (kernels.boundsStride * Math.max(1, count) * predictionTicks);
  motion[0] = Math.max(motion[0] * FADING, mean);
}

/**
 * How far a side of a box grows that should grow by `wanted`: by 0 to `limit`, and not at all when far beyond the
 * limit, since the body escapes in the next tick anyway. Which sides grow is a coin toss, and half the time went into
 * mispredicted branches (`Math.max` compiles to one, too), so a negative number becomes 0 without a branch.
 */
export function growth(wanted: number, limit: number): number {
  if (!(wanted < HOPELESS * limit)) return 0;
  const capped = Math.min(wanted, limit);
  return (capped + Math.abs(capped)) / 2;
}
