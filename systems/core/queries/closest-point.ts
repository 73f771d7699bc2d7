import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { Pool } from '../../../src/core/pool.ts';
import { ClosestPointSearch, type ClosestRoutines } from '../../../src/core/queries/closest-point.ts';
import type { QueryHit } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { Dimension } from '../dimension.ts';
import { OptionsFilter, QUERY_KEYS, type QueryOptions } from './query-options.ts';
import { copyPlace, type ResultPlace, refuseOut, requireLimit, scopeOf } from './query-scope.ts';
import { type AnyVector, requirePlace, writeCoordinates } from './vector.ts';

export interface ClosestOptions extends QueryOptions {
  /** The largest distance at which a collider is found, in world units. Default: without limit. */
  maxDistance?: number;
}

export const CLOSEST_KEYS = [...QUERY_KEYS, 'maxDistance'] as const;

/** The nearest point of a collider in a world of any dimension. */
export interface AnyClosestHit extends ResultPlace {
  entity: EntityId;
  child: number;
  distance: number;
}

/** A search by distance, with the filter of the colliders that it sees. */
class WorldSearch<Set extends ColliderSet> extends ClosestPointSearch<Set> {
  readonly filter = new OptionsFilter();
}

/** The searches of one dimension, which are reused from one query to the next. */
export class ClosestSearches<Set extends ColliderSet> extends Pool<WorldSearch<Set>> {
  readonly dimension: Dimension<Set>;

  constructor(dimension: Dimension<Set>, routines: ClosestRoutines<Set>) {
    super(
      () => new WorldSearch(routines),
      ({ filter }) => filter.forget(),
    );
    this.dimension = dimension;
  }
}

/** See `closestPoint` of the dimensions. */
export function closestPointIn<Set extends ColliderSet, Hit extends AnyClosestHit>(
  searches: ClosestSearches<Set>,
  world: object,
  point: AnyVector,
  options: ClosestOptions | undefined,
  out: Hit | undefined,
): Hit | undefined {
  const { axes } = searches.dimension;
  requirePlace(axes, 'point', point, 'closestPoint(world, point, options?, out?)');
  const maxDistance = options?.maxDistance === undefined ? Infinity : requireLimit('maxDistance', options.maxDistance);
  const scope = scopeOf(world, searches.dimension);
  const search = searches.take();
  try {
    writeCoordinates(search.point, 0, point, axes);
    search.run(scope, maxDistance, search.filter.set(scope.state, options, CLOSEST_KEYS));
    const { hit } = search;
    if (hit.slot < 0) return undefined;
    const result = out ?? (emptyClosest(axes) as Hit);
    try {
      fillClosest(result, hit, scope.set.slots.entity, axes);
    } catch (error) {
      refuseOut(result, error);
    }
    return result;
  } finally {
    searches.give();
  }
}

/** Copies a hit to a result. */
function fillClosest(out: AnyClosestHit, hit: QueryHit, entity: Int32Array, axes: number): void {
  out.entity = entity[hit.slot];
  out.child = hit.child;
  out.distance = hit.fraction;
  copyPlace(hit, out, axes);
}

export function emptyClosest(axes: number): AnyClosestHit {
  if (axes === 2) return { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
  return { entity: 0, child: 0, distance: 0, x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0 };
}
