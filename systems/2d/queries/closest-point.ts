import { ClosestPointSearch } from '../../../src/2d/queries/closest-point.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from '../../core/queries/query-options.ts';
import { copyPlace, refuseOut, requireLimit, scopeOf } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { requireVector, type Vector } from './vector.ts';

/** The point of a collider that is nearest to the one asked about. */
export interface ClosestHit {
  entity: EntityId;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  child: number;
  /** 0 when the point asked about lies in the collider. */
  distance: number;
  x: number;
  y: number;
  /** Unit, from the collider to the point asked about; (0, 0) from inside. */
  normalX: number;
  normalY: number;
}

export interface ClosestOptions extends QueryOptions {
  /** How far to look, in world units. Default: without limit. */
  maxDistance?: number;
}

export const CLOSEST_KEYS = [...QUERY_KEYS, 'maxDistance'] as const;

/** A search and what it sees. */
class WorldSearch extends ClosestPointSearch {
  readonly filter = new OptionsFilter();
}

const searches: Pool<WorldSearch> = /* @__PURE__ */ new Pool(
  () => new WorldSearch(),
  ({ filter }) => filter.forget(),
);

/**
 * Returns the nearest point of any collider, or undefined when nothing is near enough; of equally near ones, that of
 * the lower entity index. Inside a collider the point itself is the answer. The result is a new object, or `out`
 * filled.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `invalid-state` for a point that is no
 *   record, a world without collision, an option that there is not, or `out` that cannot be written to.
 */
export function closestPoint(
  world: object,
  point: Vector,
  options?: ClosestOptions,
  out?: ClosestHit,
): ClosestHit | undefined {
  requireVector('point', point, 'closestPoint(world, point, options?, out?)');
  const maxDistance = options?.maxDistance === undefined ? Infinity : requireLimit('maxDistance', options.maxDistance);
  const scope = scopeOf(world, plane);
  const search = searches.take();
  try {
    search.point[0] = point.x;
    search.point[1] = point.y;
    search.run(scope, maxDistance, search.filter.set(scope.state, options, CLOSEST_KEYS));
    const { hit } = search;
    if (hit.slot < 0) return undefined;
    const result = out ?? { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
    try {
      result.entity = scope.set.slots.entity[hit.slot];
      result.child = hit.child;
      result.distance = hit.fraction;
      copyPlace(hit, result);
    } catch (error) {
      refuseOut(result, error);
    }
    return result;
  } finally {
    searches.give();
  }
}
