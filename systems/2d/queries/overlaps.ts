import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { asksBitsOnly, findInAabb, writeInAabb } from '../../../src/2d/queries/find-in-aabb.ts';
import { findOverlapping } from '../../../src/2d/queries/overlap.ts';
import { type CastPose, createQueryShape, placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import { CollisionError, textOf } from '../../../src/core/errors.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { OptionsFilter, OVERLAP_KEYS, type OverlapOptions } from '../../core/queries/query-options.ts';
import { refuseOut, reportEntities, requireArray, scopeOf, type WorldScope } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';

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
 * Fills `out` with the entities whose bounds overlap a box, ascending by entity index unless `sorted` is false, and
 * returns how many. `out` is cut or grown to that length.
 *
 * @throws CollisionError `invalid-number` unless min ≤ max on both axes, `invalid-state` for a world without collision,
 *   an option that there is not, or `out` that is no array or cannot be written to.
 */
export function queryAabb(
  world: object,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: EntityId[],
  options?: OverlapOptions,
): number {
  if (!(isRange(minX, maxX) && isRange(minY, maxY))) refuseBox(minX, minY, maxX, maxY);
  requireArray(out);
  const query = queries.take();
  try {
    const { box } = query;
    box[0] = minX;
    box[1] = minY;
    box[2] = maxX;
    box[3] = maxY;
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

function refuseBox(minX: number, minY: number, maxX: number, maxY: number): never {
  throw new CollisionError(
    'invalid-number',
    `a query box needs min ≤ max on both axes, got x ${textOf(minX)} to ${textOf(maxX)}, y ${textOf(minY)} to ${textOf(maxY)}`,
  );
}

/** Fills `out` with the entities whose shapes contain a point, boundary included. Returns how many. See `queryAabb`. */
export function queryPoint(world: object, x: number, y: number, out: EntityId[], options?: OverlapOptions): number {
  const query = queries.take();
  try {
    placePoint(query.shape, x, y);
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
