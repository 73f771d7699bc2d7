import { findInAabb, findOverlapping } from '../../../src/2d/queries/overlap.ts';
import { createQueryShape, placePoint, placeShape, type QueryShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-makers.ts';
import { CollisionError } from '../../../src/core/errors.ts';
import type { EntityId } from '../../adapter/adapter.ts';
import { acceptSlot, type QueryOptions } from './query-options.ts';
import { lists, Pool, reportEntities, scopeOf } from './query-scope.ts';

const shapes: Pool<QueryShape> = /* @__PURE__ */ new Pool(createQueryShape);

/**
 * Fills `out` with the entities whose bounds overlap a box, ascending by entity index, and returns how many. `out` is cut or
 * grown to that length.
 *
 * @throws CollisionError `invalid-number` unless min ≤ max on both axes, `invalid-state` for a world without collision.
 */
export function queryAabb(
  world: object,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: EntityId[],
  options?: QueryOptions,
): number {
  if (!(minX <= maxX && minY <= maxY)) {
    throw new CollisionError(
      'invalid-number',
      `a query box needs min ≤ max on both axes, got x ${minX} to ${maxX}, y ${minY} to ${maxY}`,
    );
  }
  const scope = scopeOf(world);
  const list = lists.take();
  try {
    findInAabb(scope, minX, minY, maxX, maxY, acceptSlot(scope.state, options), list);
    return reportEntities(scope, list, out);
  } finally {
    lists.give();
  }
}

/** Fills `out` with the entities whose shapes contain a point, boundary included. Returns how many. See `queryAabb`. */
export function queryPoint(world: object, x: number, y: number, out: EntityId[], options?: QueryOptions): number {
  const shape = shapes.take();
  try {
    placePoint(shape, x, y);
    return overlap(world, shape, out, options);
  } finally {
    shapes.give();
  }
}

/**
 * Fills `out` with the entities whose shapes overlap a shape at (x, y), turned by `rotation`; touching counts. Returns how many.
 * See `queryAabb`.
 */
export function overlapShape(
  world: object,
  spec: ShapeSpec,
  x: number,
  y: number,
  rotation: number,
  out: EntityId[],
  options?: QueryOptions,
): number {
  const shape = shapes.take();
  try {
    placeShape(shape, spec, x, y, rotation);
    return overlap(world, shape, out, options);
  } finally {
    shapes.give();
  }
}

function overlap(world: object, shape: QueryShape, out: EntityId[], options: QueryOptions | undefined): number {
  const scope = scopeOf(world);
  const list = lists.take();
  try {
    findOverlapping(scope, shape, acceptSlot(scope.state, options), list);
    return reportEntities(scope, list, out);
  } finally {
    lists.give();
  }
}
