import { isNested, query } from 'bitecs';
import type { AnyWorld, Component, EntityId } from './entities.ts';

/**
 * Returns the entities that have all the given components, without committing removals, so that it may be called at any
 * time. The array is bitECS' own: entities removed since are still in it.
 */
export function ownersOf(world: AnyWorld, components: readonly Component[]): ArrayLike<EntityId> {
  return query(world, components as Component[], isNested);
}
