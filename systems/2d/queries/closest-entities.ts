import { NearestSearch } from '../../../src/2d/queries/nearest.ts';
import { refuse, requireInteger } from '../../../src/core/errors.ts';
import { Pool } from '../../../src/core/pool.ts';
import { OptionsFilter } from '../../core/queries/query-options.ts';
import { copyPlace, refuseOut, requireArray, requireLimit, scopeOf } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { CLOSEST_KEYS, type ClosestHit, type ClosestOptions } from './closest-point.ts';
import { requireVector, type Vector } from './vector.ts';

export interface ClosestEntitiesOptions extends ClosestOptions {
  /** What is measured to: the surface, as in `closestPoint`, or the middle of the bounds. Default `'surface'`. */
  by?: 'surface' | 'centre';
}

const KEYS = [...CLOSEST_KEYS, 'by'] as const;

/** A search and what it sees. */
class WorldSearch extends NearestSearch {
  readonly filter = new OptionsFilter();
}

const searches: Pool<WorldSearch> = /* @__PURE__ */ new Pool(
  () => new WorldSearch(),
  ({ filter }) => filter.forget(),
);

/**
 * Fills `out` with the `count` entities nearest to a point, or as many as there are, nearest first; of equally near
 * ones the lower entity index. Returns how many; `out` is cut or grown to that length. Each with its nearest point, as
 * in `closestPoint`; or, by centre, with the middle of its bounds.
 *
 * @throws CollisionError `invalid-number` for a number that cannot be used, `out-of-range` for a count that is no
 *   integer from 0 to 2³⁰ or an unknown `by`, `invalid-state` for a world without collision, an option that there is
 *   not, or `out` that is no array or cannot be written to.
 */
export function closestEntities(
  world: object,
  point: Vector,
  count: number,
  out: ClosestHit[],
  options?: ClosestEntitiesOptions,
): number {
  requireVector('point', point, 'closestEntities(world, point, count, out, options?)');
  requireInteger('count', count, 0, 2 ** 30);
  requireArray(out);
  const by = options?.by ?? 'surface';
  if (by !== 'surface' && by !== 'centre') refuse('out-of-range', 'by', 'surface or centre', by);
  const maxDistance = options?.maxDistance === undefined ? Infinity : requireLimit('maxDistance', options.maxDistance);
  const scope = scopeOf(world, plane);
  const search = searches.take();
  try {
    search.point[0] = point.x;
    search.point[1] = point.y;
    search.find(scope, count, by === 'centre', maxDistance, search.filter.set(scope.state, options, KEYS));
    report(out, search, scope.set.slots.entity);
    return search.count;
  } finally {
    searches.give();
  }
}

function report(out: ClosestHit[], { hits, count }: NearestSearch, entity: Int32Array): void {
  try {
    for (let i = 0; i < count; i++) {
      if (i === out.length) out.push({ entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 });
      out[i].entity = entity[hits[i].slot];
      out[i].child = hits[i].child;
      out[i].distance = hits[i].fraction;
      copyPlace(hits[i], out[i]);
    }
    while (out.length > count) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
}
