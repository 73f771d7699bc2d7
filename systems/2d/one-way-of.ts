import type { ColliderSet } from '../../src/2d/collider-set.ts';
import type { CollisionState } from '../core/collision-state.ts';
import type { OneWayRule } from './one-way-rule.ts';

/** Returns the rule of a world's one-way colliders, if the game has imported it. */
export function oneWayOf(state: CollisionState<ColliderSet>): OneWayRule | undefined {
  return state.oneWay as OneWayRule | undefined;
}
