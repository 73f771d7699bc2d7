import { BOUNDS_STRIDE } from '../pose-layout.ts';
import type { NeighbourList } from './neighbour-list.ts';
import { beginReach } from './reach-plan.ts';

/** How much further than straight on a reach goes to either side, in parts of that way: bodies turn, and speed up. */
const SLACK = 0.25;
/** A reach goes beyond the bounds by this many times their half perimeter at most: what is faster burdens itself, not its neighbours. */
const LIMIT = 1;
/** What would have to go beyond that limit as often is not worth a reach. */
const HOPELESS = 8;
/** What is left of the mean motion from reaches to reaches: the longer they last, the less far seem those to have gone that jitter. */
const FADING = 0.9;

/** How far reaches go, for the loop: fractions handed over, or summed, in any other way are allocated. */
const terms = new Float64Array(4);
/** Motions since the last reaches are multiplied by this. */
const FACTOR = 0;
/** How far to all sides: what was there when the last were made, and what has come since. */
const SKIN = 1;
const NEW_SKIN = 2;
/** Sum of all motions, of all four sides. */
const SUM = 3;
const SIDES = 4;

/**
 * Makes reaches: the bounds, and where each side gets when it goes on for `horizon` ticks as in the time of the last reaches, and the
 * plan's skin around. What has just come may go any way, as far as others do.
 */
export function makeReach(list: NeighbourList, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { plan, motion } = list;
  const elapsed = Math.max(1, plan.age - 1);
  beginReach(plan);
  const { horizon, skin } = plan;
  const ahead = plan.looksAhead ? 1 : 0;
  terms[FACTOR] = (ahead * horizon) / elapsed;
  terms[SKIN] = ahead * skin * motion[0];
  terms[NEW_SKIN] = ahead * Math.max(skin, horizon) * motion[0];
  terms[SUM] = 0;
  growReaches(list, bounds, items, count);
  motion[0] = Math.max(motion[0] * FADING, terms[SUM] / (SIDES * Math.max(1, count) * horizon));
}

function growReaches(list: NeighbourList, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { reach, start, seen } = list;
  const factor = terms[FACTOR];
  const skin = terms[SKIN];
  const newSkin = terms[NEW_SKIN];
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    const minX = bounds[at];
    const minY = bounds[at + 1];
    const maxX = bounds[at + 2];
    const maxY = bounds[at + 3];
    const isNew = !(start[at] < Infinity);
    const left = isNew ? 0 : (minX - start[at]) * factor;
    const below = isNew ? 0 : (minY - start[at + 1]) * factor;
    const right = isNew ? 0 : (maxX - start[at + 2]) * factor;
    const above = isNew ? 0 : (maxY - start[at + 3]) * factor;
    const alongX = Math.abs(left) + Math.abs(right);
    const alongY = Math.abs(below) + Math.abs(above);
    const around = isNew ? newSkin : skin;
    const slackX = SLACK * alongX + around;
    const slackY = SLACK * alongY + around;
    const limit = LIMIT * (maxX - minX + (maxY - minY));
    reach[at] = minX - growth(slackX - left, limit);
    reach[at + 1] = minY - growth(slackY - below, limit);
    reach[at + 2] = maxX + growth(slackX + right, limit);
    reach[at + 3] = maxY + growth(slackY + above, limit);
    start[at] = minX;
    start[at + 1] = minY;
    start[at + 2] = maxX;
    start[at + 3] = maxY;
    seen[slot] = 1;
    if (alongX + alongY < limit) terms[SUM] = terms[SUM] + alongX + alongY;
  }
}

/**
 * What goes far beyond the limit is gone in the next tick anyway. Which sides grow is a coin toss, so a number below 0 becomes 0 without a
 * branch: half the time went into mispredicted ones (as `Math.max` is compiled, too).
 */
function growth(wanted: number, limit: number): number {
  if (!(wanted < HOPELESS * limit)) return 0;
  const capped = Math.min(wanted, limit);
  return (capped + Math.abs(capped)) / 2;
}
