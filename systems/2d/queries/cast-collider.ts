import { placeColliderShape } from '../../../src/2d/queries/place-collider.ts';
import { Pool } from '../../../src/core/pool.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { ColliderFilter } from '../../core/queries/collider-filter.ts';
import { scopeOf } from '../../core/queries/query-scope.ts';
import { refuseEntity, requireCollider } from '../../core/queries/require-collider.ts';
import { plane } from '../dimension.ts';
import { oneWayOf } from '../one-way-of.ts';
import {
  type CastHit,
  reportFirst,
  SHAPE_CAST_KEYS,
  type ShapeCastOptions,
  setInitialOverlap,
  setWay,
} from './casts.ts';
import { GatedCast } from './gated-cast.ts';
import { requireVector, type Vector } from './vector.ts';

/** A cast of an entity's own collider, and what it sees. */
class ColliderCast extends GatedCast {
  readonly filter = new ColliderFilter();

  override forget(): void {
    super.forget();
    this.filter.forget();
  }
}

const casts: Pool<ColliderCast> = /* @__PURE__ */ new Pool(
  () => new ColliderCast(),
  (cast) => cast.forget(),
);

/**
 * Moves an entity's own collider along a translation, without turning, and returns the first other one that it meets,
 * or undefined: with the shape, pose and filter that its stores have now, which need not be those of the last tick. It
 * meets whom its category, mask and group let it meet, and when it is `Static` itself no statics, as in a tick; options
 * narrow that further. Nothing is moved. See `castShape`.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, a world without collision, an option that
 *   there is not, or `out` that cannot be written to; `invalid-number` for a number that cannot be used, the
 *   collider's own included; `out-of-range` for what is no entity id or an unknown `initialOverlap`.
 */
export function castCollider(
  world: object,
  entity: EntityId,
  translation: Vector,
  options?: ShapeCastOptions,
  out?: CastHit,
): CastHit | undefined {
  requireVector('translation', translation, 'castCollider(world, entity, translation, options?, out?)');
  const scope = scopeOf(world, plane);
  const slot = requireCollider(scope.state, entity);
  const cast = casts.take();
  try {
    if (!placeColliderShape(cast.mover, scope.set, slot)) refuseEntity(entity);
    setWay(cast, translation, options);
    setInitialOverlap(cast, options);
    cast.rule = oneWayOf(scope.state);
    cast.caster = slot;
    cast.run(scope, 'closest', cast.filter.setFor(scope.state, slot, options, SHAPE_CAST_KEYS));
    return reportFirst(scope, cast, out);
  } finally {
    casts.give();
  }
}
