import { collectCandidates } from '../../src/core/broad-phase/candidate-pairs.ts';
import { updatePairCache } from '../../src/core/broad-phase/update-pair-cache.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import { buildStatics } from './changed-statics.ts';
import { requireIdle } from './collision-state.ts';

/**
 * Third stage: finds the pairs whose bounds overlap, of what moves among each other and with what is static, through
 * the pair cache and the hierarchies; filters these into candidate pairs.
 */
export function broadPhaseSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  const { statics, moving, pairCache, set, swept } = state;
  set.slots.rounds++;
  buildStatics(state);
  if (swept === undefined) updatePairCache(pairCache, set.bounds, set.slots, moving.active, statics.bvh, set.shape);
  else swept.updatePairs(pairCache, moving.active, statics.bvh);
  collectCandidates(
    state.candidates,
    pairCache.overlapping,
    pairCache.escapedPairs,
    set.slots,
    set.shape,
    state.hook,
    areManyAtRest(moving.active, set.slots.changed),
  );
  return world;
}

/** When one of so many is where it was, taking over the contacts of those that are pays. So many are looked at. */
const MANY = 8;
const EVERY = 8;

function areManyAtRest({ items, count }: IndexList, changed: Uint8Array): boolean {
  let resting = 0;
  for (let i = EVERY - 1; i < count; i += EVERY) resting += changed[items[i]] ^ 1;
  return EVERY * MANY * resting > count;
}
