import { spaceClosest } from '../../../src/3d/queries/closest-point.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { type ClosestOptions, ClosestSearches, closestPointIn } from '../../core/queries/closest-point.ts';
import { space } from '../dimension.ts';
import type { Vector } from './vector.ts';

/** The point of a collider that is nearest to the one asked about. */
export interface ClosestHit {
  entity: EntityId;
  /** The index of the piece of the collider's shape; 0 when the shape is a single piece. */
  child: number;
  /** 0 when the point asked about lies in the collider. */
  distance: number;
  x: number;
  y: number;
  z: number;
  /** Unit, from the collider to the point asked about; (0, 0, 0) from inside. */
  normalX: number;
  normalY: number;
  normalZ: number;
}

const searches = /* @__PURE__ */ new ClosestSearches(space, spaceClosest);

/**
 * Returns the nearest point of any collider, or undefined when nothing is near enough; of equally near points, the one
 * of the lower entity index. Inside a collider the point itself is the answer. The result is a new object, or `out`
 * filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a point that is no
 *   record, a world without collision, an unknown option, or `out` that cannot be written to.
 */
export function closestPoint(
  world: object,
  point: Vector,
  options?: ClosestOptions,
  out?: ClosestHit,
): ClosestHit | undefined {
  return closestPointIn(searches, world, point, options, out);
}
