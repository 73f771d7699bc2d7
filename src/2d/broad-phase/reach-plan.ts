/** When reaches are made anew, and how many ticks they look ahead. Counts decide, never clocks: every run decides alike. */
export interface ReachPlan {
  /** Ticks that reaches look ahead, when they do. */
  horizon: number;
  /** Whether the present ones do. */
  looksAhead: boolean;
  /** How many ticks of the mean motion they go further to all sides: for worlds that jitter, where none goes where it was going. */
  skin: number;
  /** Ticks that they have served: 1 in the tick they are made in, OLDEST at most. */
  age: number;
  /** Strays summed over these ticks. */
  strayWork: number;
  /** Nothing can be kept of them. */
  isStale: boolean;
  /** How many more ticks there will be none, and how many after the next failure. The last has some that do not look ahead. */
  pause: number;
  nextPause: number;
}

/** The age that nothing is seen at, as `NeighbourList.seen` has a byte for it, and the one before. */
export const ALWAYS = 255;
const OLDEST = 254;

/** What a stray costs a tick, in what making all anew costs per collider. */
const STRAY_COST = 3;
/** With this part of all gone astray, there will be more in the next tick. */
const MANY = 1 / 4;

/** Reaches that get no older than this cost more than they saved. */
const WORTHWHILE = 2;
const FIRST_PAUSE = 4;
const LONGEST_PAUSE = 64;

/**
 * With a skin, reaches are to get older than EARLY; where they get older than LATE, it may be thinner. Mean ms a tick of the broad
 * phase, 10,000 circles that all move at random: without a skin 1.9, with it 1.3.
 */
const EARLY = 6;
const LATE = 9;
const THICKEST_SKIN = 24;

const HORIZON_MIN = 2;
const HORIZON_MAX = 32;
/**
 * A longer horizon makes larger reaches less often, and more pairs to look at each tick: pairs in reach per pair whose bounds
 * overlap are kept between these. Mean ms a tick over horizons of 3, 5, 8, 12, 20: 10,000 circles 1.38, 1.35, 1.27, 1.33, 1.48,
 * 50,000 of sizes 1:10 8.6, 8.0, 8.2, 8.9, 9.2; without reaches 1.88 and 10.8.
 */
const RATIO_LOW = 1.3;
const RATIO_HIGH = 1.6;

export function createReachPlan(): ReachPlan {
  return {
    horizon: 4,
    looksAhead: false,
    skin: 0,
    age: 0,
    strayWork: 0,
    isStale: true,
    // No motion is known in the first tick.
    pause: 1,
    nextPause: FIRST_PAUSE,
  };
}

/** Counts a tick; returns whether reaches have to be made anew. */
export function isRenewalDue(plan: ReachPlan, strays: number, moving: number): boolean {
  plan.strayWork += strays;
  const isWorn = plan.age >= OLDEST || strays > MANY * moving || STRAY_COST * plan.strayWork > moving;
  return isWorn || plan.isStale;
}

/** Whether there is no use in reaches for now: the pairs of each tick are found by themselves. Ends with one that shows the motion. */
export function isPausing(plan: ReachPlan): boolean {
  return plan.pause > 1;
}

/**
 * Decides how the new reaches look ahead, by how the last ones did: they held `inReach` pairs, of which `near` overlapped. Its
 * numbers are integers, as a fraction in a field would be allocated.
 */
export function planReach(plan: ReachPlan, inReach: number, near: number): void {
  if (!plan.looksAhead || plan.isStale) return;
  const hasFailed = plan.age <= WORTHWHILE;
  const isWide = inReach > RATIO_HIGH * near;
  if (hasFailed && (isWide || plan.skin === THICKEST_SKIN)) {
    plan.pause = plan.nextPause;
    plan.nextPause = Math.min(LONGEST_PAUSE, 2 * plan.nextPause);
    return;
  }
  adjustSkin(plan, isWide);
  if (hasFailed) return;
  plan.nextPause = FIRST_PAUSE;
  adjustHorizon(plan, inReach, near);
}

/** Lets a tick pass without reaches. */
export function pauseReach(plan: ReachPlan): void {
  plan.pause--;
  plan.isStale = true;
}

/** Starts counting for reaches that are being made. */
export function beginReach(plan: ReachPlan): void {
  plan.looksAhead = plan.pause === 0;
  plan.pause = 0;
  plan.age = 1;
  plan.strayWork = 0;
  plan.isStale = false;
}

function adjustSkin(plan: ReachPlan, isWide: boolean): void {
  const early = plan.skin === 0 ? WORTHWHILE : EARLY;
  if (plan.age <= early && !isWide) plan.skin = Math.min(2 * plan.skin + 2, THICKEST_SKIN);
  else if (plan.age > LATE || isWide) plan.skin -= (plan.skin + 3) >> 2;
}

function adjustHorizon(plan: ReachPlan, inReach: number, near: number): void {
  const step = 1 + (plan.horizon >> 2);
  if (inReach > RATIO_HIGH * near) plan.horizon -= step;
  else if (inReach < RATIO_LOW * near) plan.horizon += step;
  // Where bodies turn or collide before long, looking further ahead is in vain.
  plan.horizon = Math.max(HORIZON_MIN, Math.min(plan.horizon, HORIZON_MAX, 2 * plan.age));
}
