import type { EntityId } from '../core/adapter/entities.ts';
import { requireState } from '../core/collision-state.ts';
import type { Collision } from './create-collision.ts';
import { space } from './dimension.ts';

/**
 * Returns what `createCollision(world)` returned, for code that is given only the world. One that reads the game's own
 * stores has no Transform.
 * @throws CollisionError `invalid-state` when the world has no 3D collision.
 */
export function collisionOf(world: object): Collision {
  return requireState(world, space).collision as Collision;
}

/**
 * Whether two entities touched in the last tick; in either order, sensors too. False when one of them has no collider,
 * or was disabled since.
 * @throws CollisionError `out-of-range` for what is no entity id, `invalid-state` when the world has no 3D collision.
 */
export function touching(world: object, a: EntityId, b: EntityId): boolean {
  const collision = collisionOf(world);
  // As a selector, undefined would mean anybody.
  collision.indexOf(b);
  for (const contact of collision.contactsOf(a, b)) if (contact.touching) return true;
  return false;
}
