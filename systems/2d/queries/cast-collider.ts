import { planeShapes } from '../../../src/2d/queries/casts.ts';
import { placeColliderShape } from '../../../src/2d/queries/place-collider.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { ColliderCasts, castColliderIn } from '../../core/queries/cast-collider.ts';
import type { ShapeCastOptions } from '../../core/queries/casts.ts';
import { plane } from '../dimension.ts';
import type { CastHit } from './casts.ts';
import type { Vector } from './vector.ts';

const casts = /* @__PURE__ */ new ColliderCasts({
  dimension: plane,
  casts: planeShapes,
  placeCollider: placeColliderShape,
});

/**
 * Moves an entity's own collider along a translation, without turning, and returns the first other collider that it
 * meets, or undefined. The collider has the shape, pose and filter that the stores have now, which need not be those of
 * the last tick. It meets the colliders that its category, mask and group let it meet in a tick, and no static ones
 * when it is `Static` itself; options narrow the choice further. Nothing is moved. See `castShape`.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, a world without collision, an unknown
 *   option, or `out` that cannot be written to; `invalid-number` for a number that cannot be used, the collider's own
 *   included; `out-of-range` for a value that is no entity id or an unknown `initialOverlap`.
 */
export function castCollider(
  world: object,
  entity: EntityId,
  translation: Vector,
  options?: ShapeCastOptions,
  out?: CastHit,
): CastHit | undefined {
  return castColliderIn(casts, world, entity, translation, options, out);
}
