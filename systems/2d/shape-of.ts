import { makeSpec, type ShapeSpec } from '../../src/2d/shapes/shape-spec.ts';
import { SHAPE_NONE } from '../../src/core/collider-set.ts';
import type { EntityId } from '../core/adapter/entities.ts';
import { registeredShapeOf, requireOwner } from '../core/shape-of.ts';
import { plane } from './dimension.ts';

/**
 * Returns the shape that an entity's Collider has now, as its maker returned it, or undefined while it has none. The
 * result is for another entity, for queries, and for `shapeToJson`. Entities of one shape give the same `shape`.
 * `Disabled` entities have a shape as well.
 * @throws CollisionError `invalid-state` for an entity without a Collider or a world without collision, `out-of-range`
 *   for a value that is no entity id, `unknown-shape` for a handle that was written and means no shape of the kind.
 */
export function shapeOf(world: object, entity: EntityId): ShapeSpec | undefined {
  const { state, index } = requireOwner(world, plane, entity);
  const { kind, radius, halfWidth, halfHeight } = state.collider;
  if (kind[index] === SHAPE_NONE) return undefined;
  return makeSpec(kind[index], radius[index], halfWidth[index], halfHeight[index], registeredShapeOf(state, index));
}
