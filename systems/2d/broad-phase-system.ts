import { buildBvh } from '../../src/2d/bvh/build-bvh.ts';
import { findCrossPairs } from '../../src/2d/bvh/find-cross-pairs.ts';
import { findSelfPairs } from '../../src/2d/bvh/find-self-pairs.ts';
import { collectCandidates } from '../../src/core/candidate-pairs.ts';
import { type CollisionState, requireState } from './collision-state.ts';

/**
 * Third stage: builds the hierarchy of the moving colliders, and that of the static ones when it is stale; joins them to find
 * the pairs whose bounds overlap; filters and sorts these into candidate pairs.
 */
export function broadPhaseSystem<W extends object>(world: W): W {
  const state = requireState(world);
  buildHierarchies(state);
  const { raw, moving, statics } = state;
  const { bounds } = state.set;
  raw.count = 0;
  findSelfPairs(moving.bvh, bounds, raw);
  findCrossPairs(moving.bvh, statics.bvh, bounds, raw);
  collectCandidates(state.candidates, raw, state.set.slots, state.set.shape, state.hook);
  return world;
}

export function buildHierarchies(state: CollisionState): void {
  const { moving, statics, fresh } = state;
  const { bounds } = state.set;
  buildBvh(moving.bvh, bounds, moving.active.items, moving.active.count);
  if (state.staticsStale) {
    buildBvh(statics.bvh, bounds, statics.active.items, statics.active.count);
    state.staticsStale = false;
  }
  if (fresh.bvh.itemCount > 0 || fresh.active.count > 0)
    buildBvh(fresh.bvh, bounds, fresh.active.items, fresh.active.count);
}
