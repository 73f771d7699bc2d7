import type { FatPairs } from '../../src/core/broad-phase/fat-pairs.ts';
import type { PairCache } from '../../src/core/broad-phase/pair-cache.ts';
import { STEP_BUILD, STEP_SORT } from '../../src/core/broad-phase/rebuild-plan.ts';
import { boundsOverlap } from '../../src/core/bvh/bounds-overlap.ts';
import { validateBvh } from '../../src/core/bvh/validate-bvh.ts';
import { type ColliderSlots, SLOT_LIVE } from '../../src/core/collider-slots.ts';

/** Throws unless the pairs that serve, and those that are ready to, are all whose fat AABBs overlap, sorted. */
export function validatePairCache(cache: PairCache, slots: ColliderSlots): void {
  const { serving, next, plan, settled } = cache;
  if (plan.isServing) validateFatPairs(serving, settled, slots);
  if (plan.step > STEP_SORT) validateFatPairs(next, settled, slots);
  if (plan.isServing && plan.step === STEP_BUILD + 1) {
    validateBvh(next.bvh, next.fatAabbs, next.bvh.order.slice(), next.bvh.itemCount);
  }
}

function validateFatPairs({ fatAabbs, bvh, pairs }: FatPairs, settled: Uint8Array, slots: ColliderSlots): void {
  const isKnown = (slot: number): boolean => slots.state[slot] === SLOT_LIVE && !Number.isNaN(fatAabbs[4 * slot]);
  const found = new Set<string>();
  let last = -1;
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = pairs.pairs.subarray(2 * i);
    if (!isKnown(a) || !isKnown(b)) continue;
    const key = slots.rank[a] * 2 ** 26 + slots.rank[b];
    if (key <= last || slots.rank[a] >= slots.rank[b]) throw new Error(`pair ${a} ${b} is out of order`);
    last = key;
    found.add(`${a} ${b}`);
  }
  const known = new Set(bvh.order.subarray(0, bvh.itemCount));
  const movers = [...known].filter(isKnown);
  const all = [...movers, ...settled.keys()].filter(
    (slot) => isKnown(slot) && (known.has(slot) || settled[slot] === 1),
  );
  for (const a of movers) {
    for (const b of all) {
      if (known.has(b) && slots.rank[a] >= slots.rank[b]) continue;
      if (!boundsOverlap(fatAabbs, 2, a, b)) continue;
      const pair = slots.rank[a] < slots.rank[b] ? `${a} ${b}` : `${b} ${a}`;
      if (!found.has(pair)) throw new Error(`the fat AABBs of ${pair} overlap, but they are no pair`);
    }
  }
}
