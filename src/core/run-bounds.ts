import { applyBoundsRules, type ColliderSet } from './collider-set.ts';
import { FLAG_STATIC } from './collider-slots.ts';
import { DEFAULT_CATEGORY, DEFAULT_MASK } from './pair-filter.ts';

/**
 * Computes poses and world bounds of the slots number start … end − 1 in `items`, whose kinds are in `set.kinds`.
 * Writes the slots that have a shape to `active`, from `activeStart` on, and returns where these end. Each dimension
 * has its own.
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
 * The number of slots in one call of the loop. V8 compiles a function that is called seldom and runs long only inside
 * its loop, and boxes fractions until then.
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
    const end = Math.min(count, i + RUN);
    readKinds(set, items, i, end);
    activeCount = computeRun(set, items, i, end, active, activeCount);
  }
  return applyBoundsRules(set, active, activeCount);
}

/**
 * Reads the kinds of some slots, and whether each has the default filter. Colliders without a shape need the latter as
 * well: when a pair ends, contact tracking asks whether the filter refuses it.
 */
function readKinds(set: ColliderSet, items: Uint32Array, start: number, end: number): void {
  const { index: indices, flags, changed, defaultFilter, family } = set.slots;
  const { kind: kinds, categoryBits, maskBits, groupIndex } = set.shape;
  const slotKinds = set.kinds;
  const familyEnd = family.length;
  for (let i = start; i < end; i++) {
    const slot = items[i];
    const index = indices[slot];
    const unlike = (categoryBits[index] ^ DEFAULT_CATEGORY) | (maskBits[index] ^ DEFAULT_MASK) | groupIndex[index];
    const kin = index < familyEnd ? family[index] : 0;
    defaultFilter[slot] = (unlike | (flags[slot] & FLAG_STATIC) | kin) === 0 ? 1 : 0;
    if (slotKinds[slot] !== kinds[index]) changed[slot] = 1;
    slotKinds[slot] = kinds[index];
  }
}
