import { reservePairCache, takeStatics } from '../../src/core/broad-phase/pair-cache.ts';
import { buildBvh } from '../../src/core/bvh/build-bvh.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import type { CollisionState } from './collision-state.ts';

/** Builds the hierarchy of what is static, when it is stale. */
export function buildStatics(state: CollisionState): void {
  const { statics, pairCache, set } = state;
  if (!state.staticsStale) return;
  state.staticsStale = false;
  buildBvh(statics.bvh, set.bounds, statics.active.items, statics.active.count);
  reservePairCache(pairCache, set.slots.end);
  takeStatics(pairCache, set.bounds, statics.active.items, statics.active.count);
}

/**
 * Returns the hierarchy of what moves, over the bounds of the last tick. Queries and drawing need it, ticks do not: it
 * is built when it is first asked for after a tick.
 */
export function movingHierarchy(state: CollisionState): Bvh {
  const { moving, set } = state;
  if (state.movingStale) {
    buildBvh(moving.bvh, set.bounds, moving.active.items, moving.active.count);
    state.movingStale = false;
  }
  return moving.bvh;
}
