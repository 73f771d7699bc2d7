import { proximitySearch } from '../../../src/2d/queries/closest-points.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { closestPointsIn } from '../../core/queries/closest-points.ts';
import { plane } from '../dimension.ts';

/** Where two colliders come nearest to each other or, when they overlap, are deepest in each other. */
export interface ClosestPair {
  /**
   * Signed: 0 when touching, negative when they overlap: moving B by −separation along the normal then separates them.
   */
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
  /** The index of the segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  childA: number;
  childB: number;
}

const proximity = { dimension: plane, search: proximitySearch };

/**
 * Returns how far apart two entities' colliders are, and where: the closest points of their surfaces, or the deepest
 * ones when they overlap. Undefined when one of the two has no collider now, is disabled, or is the other. Filters,
 * sensors and statics make no difference. A collider behind a one-sided chain is not near it.
 *
 * Sees the world as queries do: as of its last tick, with colliders added since; `refreshCollision` brings in direct
 * writes. The result is a new object, or `out` filled. Of several children at the same distance the first is named. The
 * cost grows with how many pieces of two chains or compounds come near each other, not with how many they have.
 *
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` for a world without collision
 *   or `out` that cannot be written to.
 */
export function closestPoints(world: object, a: EntityId, b: EntityId, out?: ClosestPair): ClosestPair | undefined {
  return closestPointsIn(proximity, world, a, b, out);
}
