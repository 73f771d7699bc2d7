import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse, requireInteger } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { ClosestRoutines } from '../../../src/core/queries/closest-point.ts';
import { NearestSearch } from '../../../src/core/queries/nearest.ts';
import type { Dimension } from '../dimension.ts';
import { type AnyClosestHit, CLOSEST_KEYS, type ClosestOptions, emptyClosest } from './closest-point.ts';
import { OptionsFilter } from './query-options.ts';
import { refuseOut, requireArray, requireLimit, scopeOf } from './query-scope.ts';
import { type AnyVector, requirePlace, writeCoordinates } from './vector.ts';

export interface ClosestEntitiesOptions extends ClosestOptions {
  /**
   * The point of a collider that distances are measured to: on its surface, as in `closestPoint`, or the middle of its
   * bounds. Default `'surface'`.
   */
  by?: 'surface' | 'centre';
}

const KEYS = [...CLOSEST_KEYS, 'by'] as const;

/** A search by distance, with the filter of the colliders that it sees. */
class WorldSearch<Set extends ColliderSet> extends NearestSearch<Set> {
  readonly filter = new OptionsFilter();
}

/** The pool of searches of one dimension: a query takes one and gives it back. */
export class NearestSearches<Set extends ColliderSet> extends Pool<WorldSearch<Set>> {
  readonly dimension: Dimension<Set>;

  constructor(dimension: Dimension<Set>, routines: ClosestRoutines<Set>) {
    super(
      () => new WorldSearch(routines),
      ({ filter }) => filter.forget(),
    );
    this.dimension = dimension;
  }
}

/** See `closestEntities` of the dimensions. */
export function closestEntitiesIn<Set extends ColliderSet>(
  searches: NearestSearches<Set>,
  world: object,
  point: AnyVector,
  count: number,
  out: AnyClosestHit[],
  options: ClosestEntitiesOptions | undefined,
): number {
  const { axes } = searches.dimension;
  requirePlace(axes, 'point', point, 'closestEntities(world, point, count, out, options?)');
  requireInteger('count', count, 0, 2 ** 30);
  requireArray(out);
  const by = options?.by ?? 'surface';
  if (by !== 'surface' && by !== 'centre') refuse('out-of-range', 'by', 'surface or centre', by);
  const maxDistance = options?.maxDistance === undefined ? Infinity : requireLimit('maxDistance', options.maxDistance);
  const scope = scopeOf(world, searches.dimension);
  const search = searches.take();
  try {
    writeCoordinates(search.point, 0, point, axes);
    search.find(scope, count, by === 'centre', maxDistance, search.filter.set(scope.state, options, KEYS));
    report(out, search, scope.set.slots.entity, axes);
    return search.count;
  } finally {
    searches.give();
  }
}

function report<Set extends ColliderSet>(
  out: AnyClosestHit[],
  { distances, records, slots, children, normals, point, count }: NearestSearch<Set>,
  entity: Int32Array,
  axes: number,
): void {
  try {
    for (let i = 0; i < count; i++) {
      if (i === out.length) out.push(emptyClosest(axes));
      const hit = out[i];
      const record = records[i];
      const distance = distances[i];
      const normalX = normals[axes * record];
      const normalY = normals[axes * record + 1];
      hit.entity = entity[slots[record]];
      hit.child = children[record];
      hit.distance = distance;
      hit.x = point[0] - distance * normalX;
      hit.y = point[1] - distance * normalY;
      hit.normalX = normalX;
      hit.normalY = normalY;
      if (axes === 2) continue;
      const normalZ = normals[axes * record + 2];
      hit.z = point[2] - distance * normalZ;
      hit.normalZ = normalZ;
    }
    while (out.length > count) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
}
