import { askAgain } from '../../src/core/broad-phase/asked-again.ts';
import type { EntityId } from './adapter/entities.ts';
import { slotOf } from './adapter/member-slots.ts';
import { requireState } from './collision-state.ts';

/**
 * Makes the next tick decide anew about all pairs of an entity. `shouldCollide` is asked again, whose answer otherwise
 * stands for as long as bounds overlap, and one-way colliders decide by where the two are in that tick and not by where
 * they came from. A call in a hook applies to the tick after the one in progress, and to those pairs that have not been
 * asked about in this one. An entity without a collider, or a dead one, has no pairs.
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` when the world has no
 * collision.
 */
export function reconsider(world: object, entity: EntityId): void {
  const { adapter, candidates } = requireState(world);
  const slot = slotOf(adapter, entity);
  if (slot >= 0) askAgain(candidates, slot);
}
