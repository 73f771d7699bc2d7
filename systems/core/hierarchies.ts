import { buildBvh } from '../../src/core/bvh/build-bvh.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import type { CollisionState } from './collision-state.ts';

/**
 * Returns the hierarchy of moving colliders, over the bounds of the last tick. Queries and drawing need it, ticks do
 * not: it is built when it is first asked for after a tick.
 */
export function movingHierarchy(state: CollisionState): Bvh {
  const { moving, set } = state;
  if (state.movingStale) {
    buildBvh(moving.bvh, set.bounds, moving.active.items, moving.active.count);
    state.movingStale = false;
  }
  return moving.bvh;
}
