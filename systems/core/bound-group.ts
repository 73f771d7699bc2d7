import { INVALID_SLOT } from '../../src/core/collider-slots.ts';
import { reserve } from '../../src/core/typed-array.ts';
import type { CollisionState, MobilityGroup } from './collision-state.ts';

/** Computes poses and bounds of a group's members and lists those that have a shape. */
export function boundGroup(
  { dimension, set }: CollisionState,
  { members, active }: Pick<MobilityGroup, 'members' | 'active'>,
): void {
  active.items = reserve(active.items, members.count);
  active.count = dimension.computeBounds(set, members.items, members.count, active.items);
}

/**
 * Refuses to go on if `boundGroup` had to leave a collider out. @throws CollisionError naming the first such entity,
 * and the field.
 */
export function requireNoneRefused(state: CollisionState): void {
  const { refused } = state.set;
  state.set.refused = INVALID_SLOT;
  if (refused !== INVALID_SLOT) explainRefused(state, refused);
}

/**
 * Throws a CollisionError naming the entity whose numbers cannot be used: the collider's own, or one that it is
 * attached to.
 */
export function explainRefused({ dimension, set, features }: CollisionState, slot: number): never {
  features.placing?.requireParents(set.slots.index[slot]);
  return dimension.explainInvalid(set, slot);
}
