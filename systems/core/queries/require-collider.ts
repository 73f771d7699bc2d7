import { findSlot } from '../../../src/core/collider-slots.ts';
import { refuse } from '../../../src/core/errors.ts';
import { type EntityId, entityIndex } from '../adapter/entities.ts';
import type { CollisionState } from '../collision-state.ts';

/**
 * Returns the slot of an entity that asks something with its own collider.
 * @throws CollisionError `out-of-range` for what is no entity id, `invalid-state` for an entity without a collider.
 */
export function requireCollider({ world, set, attachments }: CollisionState, entity: EntityId): number {
  const index = entityIndex(world, entity);
  const slot = findSlot(set.slots, index);
  if (slot < 0 || set.slots.entity[slot] !== entity) refuseEntity(entity);
  attachments?.bringAlong(index);
  return slot;
}

/** Says that an entity has nothing to ask with. */
export function refuseEntity(entity: EntityId): never {
  refuse('invalid-state', 'the entity', 'one with a collider that is not disabled and has a shape', entity);
}
