import type { ColliderSet } from '../../src/2d/collider-set.ts';
import { featureOf } from '../../src/core/collider-set.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import type { CollisionState } from '../core/collision-state.ts';
import type { OneWayRule } from './one-way-rule.ts';

/** Under which a world keeps the rule of its one-way colliders. */
export const ONE_WAY: FeatureKey<OneWayRule> = { name: 'oneWay' };

/** Returns the rule of a world's one-way colliders, if the game has imported it. */
export function oneWayOf({ set }: CollisionState<ColliderSet>): OneWayRule | undefined {
  return featureOf(set, ONE_WAY);
}
