import type { Bvh } from '../../src/core/bvh/bvh.ts';
import { requireState } from './collision-state.ts';
import { movingHierarchy } from './hierarchies.ts';

/** The hierarchies that queries walk, over the bounds of the last tick. Their items are numbers of colliders. */
export interface Hierarchies {
  readonly moving: Bvh;
  readonly statics: Bvh;
}

/**
 * Returns the hierarchies of a world as of its last tick, to draw or to measure: they are the engine's own, and the
 * next tick rewrites them.
 * @throws CollisionError `invalid-state` when the world has no collision.
 */
export function hierarchiesOf(world: object): Hierarchies {
  const state = requireState(world);
  return { moving: movingHierarchy(state), statics: state.statics.bvh };
}
