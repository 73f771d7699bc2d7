import { BOUNDS_STRIDE } from '../pose-layout.ts';
import type { NeighbourList } from './neighbour-list.ts';
import { beginReach } from './reach-plan.ts';

/** How much further than straight on a reach goes to either side, in parts of that way: bodies turn, and speed up. */
const SLACK = 0.25;
/** A reach goes beyond the bounds by this many times their half perimeter at most: what is faster burdens itself, not its neighbours. */
const LIMIT = 1;
/** What would have to go beyond that limit as often is not worth a reach. */
const HOPELESS = 8;

/** Makes reaches: the bounds, and where each side gets when it goes on for `horizon` ticks as in the time of the last reaches. */
export function makeReach(list: NeighbourList, bounds: Float64Array, items: Uint32Array, count: number): void {
  const { reach, start, seen, plan } = list;
  const elapsed = Math.max(1, plan.age - 1);
  beginReach(plan);
  const factor = plan.looksAhead ? plan.horizon / elapsed : 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i]!;
    const at = BOUNDS_STRIDE * slot;
    const minX = bounds[at]!;
    const minY = bounds[at + 1]!;
    const maxX = bounds[at + 2]!;
    const maxY = bounds[at + 3]!;
    const left = (minX - start[at]!) * factor;
    const below = (minY - start[at + 1]!) * factor;
    const right = (maxX - start[at + 2]!) * factor;
    const above = (maxY - start[at + 3]!) * factor;
    const slackX = SLACK * (Math.abs(left) + Math.abs(right));
    const slackY = SLACK * (Math.abs(below) + Math.abs(above));
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
  }
}

/**
 * What goes far beyond the limit is gone in the next tick anyway. NaN is no motion: that of what has just come. Which sides grow is a
 * coin toss, so a number below 0 becomes 0 without a branch: half the time went into mispredicted ones (as `Math.max` is compiled, too).
 */
function growth(wanted: number, limit: number): number {
  if (!(wanted < HOPELESS * limit)) return 0;
  const capped = Math.min(wanted, limit);
  return (capped + Math.abs(capped)) / 2;
}
