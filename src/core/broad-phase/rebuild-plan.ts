/**
 * Decides when pairs are made anew, by counts and never by clocks, so that all runs decide alike. All are integers: a
 * fraction in a field would be allocated.
 */
export interface RebuildPlan {
  /** Whether the serving pairs can be used. */
  isServing: boolean;
  /** The number of ticks that the pairs have served: 1 in their first. */
  age: number;
  /** The number of finished steps of making the next pairs. */
  step: number;
  /** The number of finished parts of the join that makes the next pairs. */
  joined: number;
  /** Ticks since motion was last measured, and how many had moved by then. */
  elapsed: number;
  moved: number;
  /** How often in a row pairs were useless within `EARLY` ticks. */
  failures: number;
  /** The number of further ticks that find their pairs by bounds alone. */
  pause: number;
}

/**
 * The number of ticks that pairs serve, and in which the next ones are made: as many steps. Fewer ticks mean smaller
 * boxes, and more boxes to make. Steps: fat AABBs, hierarchy, parts of the join, sorting.
 */
export const PERIOD = 8;
export const STEP_PREDICT = 0;
export const STEP_BUILD = 1;
export const STEP_JOIN = 2;
export const STEP_SORT = PERIOD - 1;
/**
 * The number of parts of a step of the join. With as many parts as steps, the first part would be most of the work
 * where all bodies are in one spot.
 */
export const JOIN_PARTS = 8;

/** When one collider in so many has escaped, more will have in the next tick. */
const FAILED_WHEN_ONE_IN = 4;
/** The next pairs are made from the time on when one collider in so many moves, or has escaped. */
const STARTS_WHEN_ONE_IN = 16;
/**
 * The number of failures in a row that have no consequence. Each further one doubles the pause before the next pairs
 * are made.
 */
const PATIENCE = 3;
const MOST_DOUBLINGS = 6;
/**
 * Pairs that fail up to this tick of their service were not worth making. The first tick is the one that they are made
 * in, so where a fifth of all colliders is replaced in every tick, the pairs fail in their third.
 */
const EARLY = 3;
/**
 * Making a pair and testing it while it serves takes, per tick, a fifth of the time of a search by bounds for the
 * colliders that one collider meets, and a third of the time that each collider found adds to such a search.
 */
const MOST_A_COLLIDER = 5;
const MOST_AN_OVERLAP = 3;

export function createRebuildPlan(): RebuildPlan {
  return { isServing: false, age: 0, step: 0, joined: 0, elapsed: 2 * PERIOD, moved: 0, failures: 0, pause: 0 };
}

/** Returns whether so many colliders have escaped that the serving pairs are of no use. */
export function isWorn(escaped: number, moving: number): boolean {
  return FAILED_WHEN_ONE_IN * escaped > moving;
}

/** Returns whether it is time to make the next pairs, by the number of colliders that have escaped or changed. */
export function isNextDue(changed: number, moving: number): boolean {
  return STARTS_WHEN_ONE_IN * changed > moving;
}

/**
 * Returns the number of pairs worth testing where so many overlap: with more pairs, ticks find theirs by bounds alone.
 */
export function mostPairs(moving: number, overlapping: number): number {
  return MOST_A_COLLIDER * moving + MOST_AN_OVERLAP * overlapping;
}

/** Drops the serving pairs, and the unfinished next ones. */
export function stopServing(plan: RebuildPlan): void {
  if (plan.isServing && plan.age <= EARLY) countFailure(plan);
  forgetPairs(plan);
}

/** Gives up all pairs for a while: there are too many. */
export function stopMaking(plan: RebuildPlan): void {
  plan.failures = Math.max(plan.failures, PATIENCE);
  countFailure(plan);
  forgetPairs(plan);
}

function countFailure(plan: RebuildPlan): void {
  plan.failures++;
  if (plan.failures > PATIENCE) plan.pause = 1 << Math.min(plan.failures, MOST_DOUBLINGS);
}

/** Gives up all pairs, where none are wanted. */
export function forgetPairs(plan: RebuildPlan): void {
  plan.isServing = false;
  plan.step = STEP_PREDICT;
}

/** Starts counting anew, for pairs that begin to serve. */
export function beginServing(plan: RebuildPlan): void {
  plan.isServing = true;
  plan.age = 1;
  plan.step = STEP_PREDICT;
}
