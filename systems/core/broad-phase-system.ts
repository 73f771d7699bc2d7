import { collectCandidates, releaseCandidates } from '../../src/core/broad-phase/candidate-pairs.ts';
import { updatePairCache } from '../../src/core/broad-phase/update-pair-cache.ts';
import { CHANGED } from '../../src/core/collider-slots.ts';
import type { IndexList } from '../../src/core/index-list.ts';
import { boundsSystem } from './bounds-system.ts';
import { updateStatics } from './build-statics.ts';
import { requireIdle } from './collision-state.ts';

/**
 * Third stage: finds the pairs whose bounds overlap, of moving colliders among each other and with static ones, through
 * the pair cache and the hierarchies; filters these into candidate pairs. Runs `boundsSystem` first where that has been
 * left out since `syncSystem`.
 */
export function broadPhaseSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  // A tick whose bounds stage was left out still needs it: otherwise statics that have changed would be in no
  // hierarchy.
  if (state.areBoundsDue) boundsSystem(world);
  const { statics, moving, pairCache, set, candidates, hook } = state;
  const { pairing } = state.features;
  set.slots.rounds++;
  updateStatics(state);
  const keepsContacts = areManyAtRest(moving.active, set.slots.changed);
  if (hook === undefined && !keepsContacts) releaseCandidates(candidates, pairCache.overlapping);
  if (pairing === undefined) {
    updatePairCache(pairCache, set.bounds, set.slots, moving.active, statics.bvh, set.shape);
    state.areForeseen = true;
  } else {
    pairing.updatePairs(pairCache, moving.active, statics.bvh);
  }
  collectCandidates(
    candidates,
    pairCache.overlapping,
    pairCache.escapedPairs,
    set.slots,
    set.shape,
    hook,
    keepsContacts,
  );
  return world;
}

/** The share of colliders that have not moved from which on it pays to take over contacts of the tick before. */
const RESTING_ONE_IN = 8;
/** The number of resting colliders is estimated from one collider in so many. */
const SAMPLE_EVERY = 8;

function areManyAtRest({ items, count }: IndexList, changed: Uint8Array): boolean {
  let resting = 0;
  for (let i = SAMPLE_EVERY - 1; i < count; i += SAMPLE_EVERY) resting += (changed[items[i]] & CHANGED) ^ 1;
  return SAMPLE_EVERY * RESTING_ONE_IN * resting > count;
}
