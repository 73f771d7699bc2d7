import { proximitySearch } from '../../../src/3d/queries/closest-points.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { closestPointsIn } from '../../core/queries/closest-points.ts';
import { space } from '../dimension.ts';

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
  zA: number;
  xB: number;
  yB: number;
  zB: number;
  /** Unit, from A to B. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** The index of the piece of the collider's shape; 0 when the shape is a single piece. */
  childA: number;
  childB: number;
}

const proximity = { dimension: space, search: proximitySearch };

/**
 * Returns how far apart two entities' colliders are, and where: the closest points of their surfaces, or the deepest
 * ones when they overlap. A shape inside a solid mesh overlaps it, however far it is from the triangles; how deep is
 * measured by the deepest contact that the two would have. Triangles of a one-sided surface do not count for a shape
 * whose middle is behind them. Undefined when one of the two has no collider now, is disabled, or is the other, or
 * where no triangle counts. Filters, sensors and statics make no difference. Two half-spaces have no distance.
 *
 * Sees the world as queries do: as of its last tick, with colliders added since; `refreshCollision` brings in direct
 * writes. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `out-of-range` for a value that is no entity id, `invalid-state` for a world without collision
 *   or `out` that cannot be written to.
 */
export function closestPoints(world: object, a: EntityId, b: EntityId, out?: ClosestPair): ClosestPair | undefined {
  return closestPointsIn(proximity, world, a, b, out);
}
