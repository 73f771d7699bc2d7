import type { ColliderSet } from '../../src/core/collider-set.ts';
import { refuse } from '../../src/core/errors.ts';
import { type EntityId, hasOne, isAlive, requireEntityIndex } from './adapter/entities.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';

/**
 * Returns the state of a world and the entity's index, after checking that the entity has a Collider there.
 * @throws CollisionError `invalid-state` for an entity without a Collider, `out-of-range` for a value that is no entity
 * id.
 */
export function requireOwner<Set extends ColliderSet>(
  world: object,
  dimension: Dimension<Set>,
  entity: EntityId,
): { readonly state: CollisionState<Set>; readonly index: number } {
  const state = requireState(world, dimension);
  const index = requireEntityIndex(state.world, entity);
  if (!isAlive(state.world, entity) || !hasOne(state.world, entity, state.collider)) {
    refuse('invalid-state', 'the entity', 'one with a Collider', entity);
  }
  return { state, index };
}

/**
 * Returns the registered shape that a Collider names; 0 where its kind is inline.
 * @throws CollisionError `unknown-shape` for a handle of no shape, or of a shape of another kind.
 */
export function registeredShapeOf<Set extends ColliderSet>(
  { set: { registry, shape } }: CollisionState<Set>,
  index: number,
): NonNullable<Set['registry']['shapes'][number]> | 0 {
  const kind = shape.kind[index];
  if (kind <= registry.lastInlineKind) return 0;
  const handle = shape.shape[index];
  if (registry.kinds[handle] === kind) return registry.shapes[handle]!;
  refuse('unknown-shape', 'Collider.shape', `the handle of a shape of kind ${kind}`, handle);
}
