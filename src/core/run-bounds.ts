import { applyBoundsRules, type ColliderSet } from './collider-set.ts';

/**
 * Computes poses and world bounds of the slots number start … end − 1 in `items`, of which the first with a shape
 * becomes `active[activeStart]`; returns where these end. Each dimension has its own.
 */
export type ComputeRun<Set extends ColliderSet> = (
  set: Set,
  items: Uint32Array,
  start: number,
  end: number,
  active: Uint32Array,
  activeStart: number,
) => number;

/**
 * Slots a call of the loop. A function that runs long, and seldom, is compiled from its loop on, and boxes fractions
 * until it is there.
 */
const RUN = 1024;

/**
 * Computes poses and world bounds of the first `count` slots in `items`, and writes the slots that have a shape to
 * `active`, in the same order. Returns how many it wrote. A collider whose transform or sizes cannot be used is left
 * out, so that it is in no hierarchy, and the first such collider becomes `set.refused`.
 */
export function runBounds<Set extends ColliderSet>(
  computeRun: ComputeRun<Set>,
  set: Set,
  items: Uint32Array,
  count: number,
  active: Uint32Array,
): number {
  let activeCount = 0;
  for (let i = 0; i < count; i += RUN) {
    activeCount = computeRun(set, items, i, Math.min(count, i + RUN), active, activeCount);
  }
  return applyBoundsRules(set, active, activeCount);
}
