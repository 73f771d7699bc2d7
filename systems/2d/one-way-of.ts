import type { ColliderSet } from '../../src/2d/collider-set.ts';
import { featureOf } from '../../src/core/collider-set.ts';
import type { CollisionState } from '../core/collision-state.ts';
import { ONE_WAY } from '../core/one-way.ts';
import type { OneWayRule } from './one-way-rule.ts';

/** Returns the rule of a world's one-way colliders, if the game has imported it. */
export function oneWayOf({ set }: Pick<CollisionState<ColliderSet>, 'set'>): OneWayRule | undefined {
  return featureOf(set, ONE_WAY) as OneWayRule | undefined;
}
