import type { EntityId } from './adapter/entities.ts';
import type { Collision } from './collision.ts';
import { requireState } from './collision-state.ts';
import type { ContactBase } from './contact-view.ts';
import type { DimensionTypes } from './dimension.ts';

/** The collision of a world of any dimension. */
type AnyCollision = Collision<DimensionTypes & { readonly contact: ContactBase }>;

/**
 * Returns whether two entities touched in the last tick, in either order; sensors count too. False when one of them has
 * no collider, or was disabled since.
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` when the world has no
 * collision.
 */
export function touching(world: object, a: EntityId, b: EntityId): boolean {
  const collision = requireState(world).collision as AnyCollision;
  // Refuses undefined, which as a selector would mean any entity.
  collision.indexOf(b);
  for (const contact of collision.contactsOf(a, b)) if (contact.touching) return true;
  return false;
}
