import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { CollisionError, textOf } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import { asksBitsOnly, findInAabb, writeInAabb } from '../../../src/core/queries/find-in-aabb.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { Dimension } from '../dimension.ts';
import { OptionsFilter, OVERLAP_KEYS, type OverlapOptions } from './query-options.ts';
import { boundsScopeOf, refuseOut, reportEntities, requireArray, type WorldScope } from './query-scope.ts';
import { type AnyVector, requireRecord, writeCoordinates } from './vector.ts';

/** The state of one query: its box, the filter made of its options, and the slots found. */
class AabbQuery {
  /** The least coordinates, then the largest. */
  readonly box: Float64Array;
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);

  constructor(axes: number) {
    this.box = new Float64Array(2 * axes);
  }
}

/**
 * The pool of query objects of one dimension. A query takes one and gives it back, so that asking allocates nothing.
 */
export class AabbQueries<Set extends ColliderSet> extends Pool<AabbQuery> {
  readonly dimension: Dimension<Set>;

  constructor(dimension: Dimension<Set>) {
    super(
      () => new AabbQuery(dimension.axes),
      ({ filter }) => filter.forget(),
    );
    this.dimension = dimension;
  }
}

/** See `queryAabb` of the dimensions. */
export function queryAabbIn<Set extends ColliderSet>(
  queries: AabbQueries<Set>,
  world: object,
  min: AnyVector,
  max: AnyVector,
  out: EntityId[],
  options: OverlapOptions | undefined,
): number {
  const { dimension } = queries;
  const { axes } = dimension;
  if (!(isRange(min?.x, max?.x) && isRange(min?.y, max?.y) && (axes === 2 || isRange(min.z!, max.z!))))
    refuseBox(axes, min, max);
  requireArray(out);
  const query = queries.take();
  try {
    const { box } = query;
    writeCoordinates(box, 0, min, axes);
    writeCoordinates(box, axes, max, axes);
    const scope = boundsScopeOf(world, dimension, options);
    const filter = query.filter.set(scope.state, options, OVERLAP_KEYS);
    if (asksBitsOnly(scope, filter)) return writeEntities(scope, query, out);
    findInAabb(scope, box, filter, query.found);
    return reportEntities(scope, query.found, out, filter.order);
  } finally {
    queries.give();
  }
}

function writeEntities(scope: WorldScope, { box, filter, found }: AabbQuery, out: EntityId[]): number {
  let count = 0;
  try {
    count = writeInAabb(scope, box, filter, found, out);
    while (out.length > count) out.pop();
  } catch (error) {
    refuseOut(out, error);
  }
  if (filter.order !== undefined) out.sort(filter.order);
  return count;
}

function isRange(min: number, max: number): boolean {
  return typeof min === 'number' && typeof max === 'number' && min <= max;
}

const QUERY_AABB = 'queryAabb(world, min, max, out, options?)';

function refuseBox(axes: number, min: AnyVector, max: AnyVector): never {
  requireRecord(axes, 'min', min, QUERY_AABB);
  requireRecord(axes, 'max', max, QUERY_AABB);
  const names = axes === 2 ? (['x', 'y'] as const) : (['x', 'y', 'z'] as const);
  const ranges = names.map((name) => `${name} ${textOf(min[name])} to ${textOf(max[name])}`).join(', ');
  throw new CollisionError(
    'invalid-number',
    `a query box needs min ≤ max on ${axes === 2 ? 'both' : 'all'} axes, got ${ranges}`,
  );
}
