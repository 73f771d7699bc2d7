import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { createIndexList } from '../../../src/core/index-list.ts';
import { Pool } from '../../../src/core/pool.ts';
import { findOverlapping, type OverlapTest } from '../../../src/core/queries/overlap.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { Dimension } from '../dimension.ts';
import type { PlaceShape } from './casts.ts';
import { OptionsFilter, OVERLAP_KEYS, type OverlapOptions } from './query-options.ts';
import { boundsScopeOf, reportEntities, requireArray } from './query-scope.ts';
import { type AnyVector, requirePlace } from './vector.ts';

/** The routines of a dimension that overlap queries need. */
interface OverlapDimension<Set extends ColliderSet, Piece> {
  readonly dimension: Dimension<Set>;
  readonly test: OverlapTest<Set, Piece>;
  createShape(): QueryShape<Piece>;
}

/** The state of one query: its shape, the filter made of its options, and the slots found. */
class OverlapQuery<Piece> {
  readonly shape: QueryShape<Piece>;
  readonly filter = new OptionsFilter();
  readonly found = createIndexList(64);

  constructor(shape: QueryShape<Piece>) {
    this.shape = shape;
  }
}

/**
 * The pool of query objects of one dimension. A query takes one and gives it back, so that asking allocates nothing.
 */
export class OverlapQueries<Set extends ColliderSet, Piece> extends Pool<OverlapQuery<Piece>> {
  readonly dimension: Dimension<Set>;
  readonly test: OverlapTest<Set, Piece>;

  constructor({ dimension, test, createShape }: OverlapDimension<Set, Piece>) {
    super(
      () => new OverlapQuery(createShape()),
      ({ filter }) => filter.forget(),
    );
    this.dimension = dimension;
    this.test = test;
  }
}

/** See `queryPoint` of the dimensions. */
export function queryPointIn<Set extends ColliderSet, Piece>(
  queries: OverlapQueries<Set, Piece>,
  placePoint: (shape: QueryShape<Piece>, point: AnyVector) => void,
  world: object,
  point: AnyVector,
  out: EntityId[],
  options: OverlapOptions | undefined,
): number {
  requirePlace(queries.dimension.axes, 'point', point, 'queryPoint(world, point, out, options?)');
  const query = queries.take();
  try {
    placePoint(query.shape, point);
    return overlap(queries, world, query, out, options);
  } finally {
    queries.give();
  }
}

/** See `overlapShape` of the dimensions. */
export function overlapShapeIn<Set extends ColliderSet, Piece, Spec, Pose>(
  queries: OverlapQueries<Set, Piece>,
  placeShape: PlaceShape<Piece, Spec, Pose>,
  world: object,
  shape: Spec,
  pose: Pose,
  out: EntityId[],
  options: OverlapOptions | undefined,
): number {
  const query = queries.take();
  try {
    placeShape(query.shape, shape, pose);
    return overlap(queries, world, query, out, options);
  } finally {
    queries.give();
  }
}

function overlap<Set extends ColliderSet, Piece>(
  { dimension, test }: OverlapQueries<Set, Piece>,
  world: object,
  query: OverlapQuery<Piece>,
  out: EntityId[],
  options: OverlapOptions | undefined,
): number {
  requireArray(out);
  const scope = boundsScopeOf(world, dimension, options);
  const { shape, filter, found } = query;
  findOverlapping(scope, shape, filter.set(scope.state, options, OVERLAP_KEYS), test, found);
  return reportEntities(scope, found, out, filter.order);
}
