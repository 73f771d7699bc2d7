import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { findOverlapping } from '../../../src/2d/queries/overlap.ts';
import { type CastPose, createQueryShape, placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import { CollisionError, textOf } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import { asksBitsOnly, findInAabb, writeInAabb } from '../../../src/core/queries/find-in-aabb.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OptionsFilter, OVERLAP_KEYS, type OverlapOptions } from '../../core/queries/query-options.ts';
import { refuseOut, reportEntities, requireArray, scopeOf, type WorldScope } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { requireRecord, requireVector, type Vector } from './vector.ts';

/** What is asked about, what may be seen, and what has been found. */
class OverlapQuery {
  readonly box = new Float64Array(4);
  readonly shape = createQueryShape();
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);
}

const queries: Pool<OverlapQuery> = /* @__PURE__ */ new Pool(
  () => new OverlapQuery(),
  ({ filter }) => filter.forget(),
);

/**
 * Fills `out` with the entities whose bounds overlap a box from `min` to `max`, ascending by entity index unless
 * `sorted` is false, and returns how many. `out` is cut or grown to that length. A box may be infinite.
 *
 * @throws CollisionError `invalid-number` unless min ≤ max on both axes, `invalid-state` for corners that are no
 *   records, a world without collision, an option that there is not, or `out` that is no array or cannot be written to.
 */
export function queryAabb(world: object, min: Vector, max: Vector, out: EntityId[], options?: OverlapOptions): number {
  if (!(isRange(min?.x, max?.x) && isRange(min?.y, max?.y))) refuseBox(min, max);
  requireArray(out);
  const query = queries.take();
  try {
    const { box } = query;
    box[0] = min.x;
    box[1] = min.y;
    box[2] = max.x;
    box[3] = max.y;
    const scope = scopeOf(world, plane);
    const filter = query.filter.set(scope.state, options, OVERLAP_KEYS);
    if (asksBitsOnly(scope, filter)) return writeEntities(scope, query, out);
    findInAabb(scope, box, filter, query.found);
    return reportEntities(scope, query.found, out, filter.order);
  } finally {
    queries.give();
  }
}

function writeEntities(scope: WorldScope<ColliderSet>, { box, filter, found }: OverlapQuery, out: EntityId[]): number {
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

function refuseBox(min: Vector, max: Vector): never {
  requireRecord('min', min, QUERY_AABB);
  requireRecord('max', max, QUERY_AABB);
  throw new CollisionError(
    'invalid-number',
    `a query box needs min ≤ max on both axes, got x ${textOf(min.x)} to ${textOf(max.x)}, y ${textOf(min.y)} to ${textOf(max.y)}`,
  );
}

/** Fills `out` with the entities whose shapes contain a point, boundary included. Returns how many. See `queryAabb`. */
export function queryPoint(world: object, point: Vector, out: EntityId[], options?: OverlapOptions): number {
  requireVector('point', point, 'queryPoint(world, point, out, options?)');
  const query = queries.take();
  try {
    placePoint(query.shape, point);
    return overlap(world, query, out, options);
  } finally {
    queries.give();
  }
}

/**
 * Fills `out` with the entities whose shapes overlap a shape at a pose; touching counts. Returns how many. See
 * `queryAabb`.
 */
export function overlapShape(
  world: object,
  shape: ShapeSpec,
  pose: CastPose,
  out: EntityId[],
  options?: OverlapOptions,
): number {
  const query = queries.take();
  try {
    placeShape(query.shape, shape, pose);
    return overlap(world, query, out, options);
  } finally {
    queries.give();
  }
}

function overlap(world: object, query: OverlapQuery, out: EntityId[], options: OverlapOptions | undefined): number {
  requireArray(out);
  const scope = scopeOf(world, plane);
  const { shape, filter, found } = query;
  findOverlapping(scope, shape, filter.set(scope.state, options, OVERLAP_KEYS), found);
  return reportEntities(scope, found, out, filter.order);
}
