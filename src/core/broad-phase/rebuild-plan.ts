/**
 * When the pair cache is rebuilt, and how far its fat AABBs look ahead. Decided by counts, never by clocks, so that all
 * runs decide alike.
 */
export interface RebuildPlan {
  /** Ticks of motion by which fat AABBs are enlarged, when they look ahead. */
  predictionTicks: number;
  /** Whether the present fat AABBs look ahead. */
  predicts: boolean;
  /**
   * Ticks of mean motion by which they are enlarged to all sides: for worlds that jitter, where motion predicts
   * nothing.
   */
  marginTicks: number;
  /** Ticks that the cache has served: 1 in the tick it is rebuilt in, OLDEST at most. */
  age: number;
  /** Escaped colliders, summed over these ticks. */
  escapedWork: number;
  /** Nothing of the cache can be kept. */
  isStale: boolean;
  /**
   * How many more ticks do without the cache, and how many after the next failure. The last of them is rebuilt without
   * looking ahead.
   */
  pause: number;
  nextPause: number;
}

/** An age that never comes, as `PairCache.lastInside` has a byte for it, and the largest that does. */
export const ALWAYS = 255;
const OLDEST = 254;

/** What an escaped collider costs a tick, in units of what a rebuild costs per collider. */
const ESCAPED_COST = 3;
/** When this part of all has escaped, more will have in the next tick. */
const MANY = 1 / 4;

/** A cache that gets no older than this has cost more than it saved. */
const WORTHWHILE = 2;
const FIRST_PAUSE = 4;
const LONGEST_PAUSE = 64;

/**
 * With a margin, the cache should get older than EARLY; where it gets older than LATE, the margin may shrink. Mean ms a
 * tick of the broad phase for 10,000 circles that all move at random: 1.9 without a margin, 1.3 with it.
 */
const EARLY = 6;
const LATE = 9;
const WIDEST_MARGIN = 24;

const PREDICTION_MIN = 2;
const PREDICTION_MAX = 32;
/**
 * More prediction means fewer rebuilds of larger boxes, and more pairs to test each tick. The ratio of cached pairs to
 * pairs whose bounds overlap is kept between these. Mean ms a tick with 3, 5, 8, 12, 20 ticks of prediction: 10,000
 * circles 1.38, 1.35, 1.27, 1.33, 1.48; 50,000 of sizes 1:10 8.6, 8.0, 8.2, 8.9, 9.2; without a cache 1.88 and 10.8.
 */
const RATIO_LOW = 1.3;
const RATIO_HIGH = 1.6;

export function createRebuildPlan(): RebuildPlan {
  return {
    predictionTicks: 4,
    predicts: false,
    marginTicks: 0,
    age: 0,
    escapedWork: 0,
    isStale: true,
    // No motion is known in the first tick.
    pause: 1,
    nextPause: FIRST_PAUSE,
  };
}

/** Counts a tick's escaped colliders; returns whether the cache has to be rebuilt. */
export function isRebuildDue(plan: RebuildPlan, escaped: number, moving: number): boolean {
  plan.escapedWork += escaped;
  const isWorn = plan.age >= OLDEST || escaped > MANY * moving || ESCAPED_COST * plan.escapedWork > moving;
  return isWorn || plan.isStale;
}

/** Whether a cache would be of no use for now, so that each tick finds its pairs by itself. */
export function isPausing(plan: RebuildPlan): boolean {
  return plan.pause > 1;
}

/**
 * Decides how far the next fat AABBs look ahead by how the last ones did: they made `cached` pairs, of which
 * `overlapping` overlapped at last. The plan's numbers are integers, because a fraction in a field would be allocated.
 */
export function planRebuild(plan: RebuildPlan, cached: number, overlapping: number): void {
  if (!plan.predicts || plan.isStale) return;
  const hasFailed = plan.age <= WORTHWHILE;
  const isWide = cached > RATIO_HIGH * overlapping;
  if (hasFailed && (isWide || plan.marginTicks === WIDEST_MARGIN)) {
    plan.pause = plan.nextPause;
    plan.nextPause = Math.min(LONGEST_PAUSE, 2 * plan.nextPause);
    return;
  }
  adjustMargin(plan, isWide);
  if (hasFailed) return;
  plan.nextPause = FIRST_PAUSE;
  adjustPrediction(plan, cached, overlapping);
}

/** Lets a tick pass without a cache. */
export function skipRebuild(plan: RebuildPlan): void {
  plan.pause--;
  plan.isStale = true;
}

/** Starts counting anew, for a cache that is being rebuilt. */
export function beginRebuild(plan: RebuildPlan): void {
  plan.predicts = plan.pause === 0;
  plan.pause = 0;
  plan.age = 1;
  plan.escapedWork = 0;
  plan.isStale = false;
}

function adjustMargin(plan: RebuildPlan, isWide: boolean): void {
  const early = plan.marginTicks === 0 ? WORTHWHILE : EARLY;
  if (plan.age <= early && !isWide) plan.marginTicks = Math.min(2 * plan.marginTicks + 2, WIDEST_MARGIN);
  else if (plan.age > LATE || isWide) plan.marginTicks -= (plan.marginTicks + 3) >> 2;
}

function adjustPrediction(plan: RebuildPlan, cached: number, overlapping: number): void {
  const step = 1 + (plan.predictionTicks >> 2);
  if (cached > RATIO_HIGH * overlapping) plan.predictionTicks -= step;
  else if (cached < RATIO_LOW * overlapping) plan.predictionTicks += step;
  // Where bodies soon turn or collide, more prediction is useless.
  const most = Math.min(plan.predictionTicks, PREDICTION_MAX, 2 * plan.age);
  plan.predictionTicks = Math.max(PREDICTION_MIN, most);
}
