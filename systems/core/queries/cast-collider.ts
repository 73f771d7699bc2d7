import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { CastRoutines } from '../../../src/core/queries/cast-routines.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { Dimension } from '../dimension.ts';
import {
  type AnyCastHit,
  reportFirst,
  SHAPE_CAST_KEYS,
  type ShapeCastOptions,
  setInitialOverlap,
  setWay,
} from './casts.ts';
import { ColliderFilter } from './collider-filter.ts';
import { GatedCast } from './gated-cast.ts';
import { scopeOf } from './query-scope.ts';
import { refuseEntity, requireCollider } from './require-collider.ts';
import { type AnyVector, requireVector } from './vector.ts';

/** The routines of a dimension that casts of an entity's own collider need. */
export interface ColliderCastDimension<Set extends ColliderSet, Piece> {
  readonly dimension: Dimension<Set>;
  readonly casts: CastRoutines<Set, Piece>;
  /** Places the shape of a collider as the stores have it now; false for one without a shape. */
  placeCollider(out: QueryShape<Piece>, set: Set, slot: number): boolean;
}

/** The pool of casts of one dimension: a query takes one and gives it back. */
class ColliderCast<Set extends ColliderSet, Piece> extends GatedCast<Set, Piece> {
  readonly filter = new ColliderFilter();

  override forget(): void {
    super.forget();
    this.filter.forget();
  }
}

/** The pool of casts of one dimension: a query takes one and gives it back. */
export class ColliderCasts<Set extends ColliderSet, Piece> extends Pool<ColliderCast<Set, Piece>> {
  readonly kind: ColliderCastDimension<Set, Piece>;

  constructor(kind: ColliderCastDimension<Set, Piece>) {
    super(
      () => new ColliderCast(kind.casts),
      (cast) => cast.forget(),
    );
    this.kind = kind;
  }
}

/** See `castCollider` of the dimensions. */
export function castColliderIn<Set extends ColliderSet, Piece, Hit extends AnyCastHit>(
  casts: ColliderCasts<Set, Piece>,
  world: object,
  entity: EntityId,
  translation: AnyVector,
  options: ShapeCastOptions | undefined,
  out: Hit | undefined,
): Hit | undefined {
  const { dimension, placeCollider } = casts.kind;
  requireVector(dimension.axes, 'translation', translation, 'castCollider(world, entity, translation, options?, out?)');
  const scope = scopeOf(world, dimension);
  const slot = requireCollider(scope.state, entity);
  const cast = casts.take();
  try {
    if (!placeCollider(cast.mover, scope.set, slot)) refuseEntity(entity);
    setWay(cast, translation, options, dimension.axes);
    setInitialOverlap(cast, options);
    cast.heedOneWay(scope.state);
    cast.caster = slot;
    cast.run(scope, 'closest', cast.filter.setFor(scope.state, slot, options, SHAPE_CAST_KEYS));
    return reportFirst(scope, cast, out);
  } finally {
    casts.give();
  }
}
