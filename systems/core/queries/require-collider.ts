import { refuse } from '../../../src/core/errors.ts';
import { type EntityId, requireEntityIndex } from '../adapter/entities.ts';
import { slotOf } from '../adapter/member-slots.ts';
import type { CollisionState } from '../collision-state.ts';

/**
 * Returns the slot of an entity that asks something with its own collider, brought to where its parent is.
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` for an entity without a
 *   collider or a parent that cannot be one, `invalid-number` for a parent's transform that cannot be used.
 */
export function requireCollider({ adapter, set, features }: CollisionState, entity: EntityId): number {
  const { placing } = features;
  requireEntityIndex(adapter.world, entity);
  // The entity may have been attached to another parent in the meantime. This parent has to be followed, and may keep
  // the entity out of the collision.
  placing?.update();
  const slot = slotOf(adapter, entity);
  if (slot < 0) refuseEntity(entity);
  placing?.bringAlong(set.slots.index[slot]);
  placing?.requireParents(set.slots.index[slot]);
  return slot;
}

/** Refuses an entity without a collider that a query could use. */
export function refuseEntity(entity: EntityId): never {
  refuse('invalid-state', 'the entity', 'one with a collider that is not disabled and has a shape', entity);
}
