import type { ColliderSet } from '../../src/2d/collider-set.ts';
import type { PlacedPiece } from '../../src/2d/shapes/placed-piece.ts';
import { featureOf } from '../../src/core/collider-set.ts';
import type { CollisionState } from '../core/collision-state.ts';
import { ONE_WAY } from '../core/one-way.ts';
import type { OneWayRule } from '../core/one-way-rule.ts';

/** The rule of the one-way colliders of a world in the plane. */
export type PlaneOneWayRule = OneWayRule<ColliderSet, PlacedPiece>;

/** Returns the rule of a world's one-way colliders, if the game has imported it. */
export function oneWayOf({ set }: Pick<CollisionState<ColliderSet>, 'set'>): PlaneOneWayRule | undefined {
  return featureOf(set, ONE_WAY) as PlaneOneWayRule | undefined;
}
