import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import {
  measureColliders,
  nearestChildren,
  PROXIMITY_NORMAL_X,
  PROXIMITY_NORMAL_Y,
  PROXIMITY_POINT_A,
  PROXIMITY_POINT_B,
  PROXIMITY_SEPARATION,
  proximity,
} from '../../../src/2d/queries/closest-points.ts';
import { INVALID_SLOT } from '../../../src/core/collider-slots.ts';
import { hasShape } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { slotOf } from '../../core/adapter/member-slots.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { isPlaced } from '../../core/queries/is-placed.ts';
import { refuseOut, scopeOf } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';

/** Where two colliders come nearest to each other or, when they overlap, are deepest in each other. */
export interface ClosestPair {
  /** Signed: 0 when touching, negative when they overlap: then its negative is how far B has to go along the normal. */
  separation: number;
  /** max(0, separation). */
  distance: number;
  /** The point on the surface of each: `separation` apart, along the normal. */
  xA: number;
  yA: number;
  xB: number;
  yB: number;
  /** Unit, from A to B. */
  normalX: number;
  normalY: number;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  childA: number;
  childB: number;
}

/**
 * Returns how far apart two entities' colliders are, and where: the closest points of their surfaces, or the deepest
 * ones when they overlap. Undefined when one of the two has no collider now, is disabled, or is the other. Filters,
 * sensors and statics make no difference. What is behind a one-sided chain is not near it.
 *
 * Sees the world as queries do: as of its last tick, with colliders added since; `refreshCollision` brings in direct
 * writes. The result is a new object, or `out` filled. Of several children at the same distance the first is named. The
 * cost grows with how many pieces of two chains or compounds come near each other, not with how many they have.
 *
 * @throws CollisionError `out-of-range` for what is no entity id, `invalid-state` for a world without collision or
 *   `out` that cannot be written to.
 */
export function closestPoints(world: object, a: EntityId, b: EntityId, out?: ClosestPair): ClosestPair | undefined {
  const { state, set } = scopeOf(world, plane);
  const slotA = placedSlot(state, a);
  const slotB = placedSlot(state, b);
  if (slotA < 0 || slotB < 0 || slotA === slotB || !measureColliders(set, slotA, slotB)) return undefined;
  const result = out ?? emptyPair();
  const separation = proximity[PROXIMITY_SEPARATION];
  try {
    result.separation = separation;
    result.distance = Math.max(separation, 0);
    result.xA = proximity[PROXIMITY_POINT_A];
    result.yA = proximity[PROXIMITY_POINT_A + 1];
    result.xB = proximity[PROXIMITY_POINT_B];
    result.yB = proximity[PROXIMITY_POINT_B + 1];
    result.normalX = proximity[PROXIMITY_NORMAL_X];
    result.normalY = proximity[PROXIMITY_NORMAL_Y];
    result.childA = nearestChildren[0];
    result.childB = nearestChildren[1];
  } catch (error) {
    refuseOut(result, error);
  }
  return result;
}

/** The slot of an entity whose collider has a shape and a place, or INVALID_SLOT. */
function placedSlot(state: CollisionState<ColliderSet>, entity: EntityId): number {
  const slot = slotOf(state.adapter, entity);
  if (slot < 0 || !hasShape(state.set, slot)) return INVALID_SLOT;
  return isPlaced(state, slot) ? slot : INVALID_SLOT;
}

function emptyPair(): ClosestPair {
  return {
    separation: 0,
    distance: 0,
    xA: 0,
    yA: 0,
    xB: 0,
    yB: 0,
    normalX: 0,
    normalY: 0,
    childA: 0,
    childB: 0,
  };
}
