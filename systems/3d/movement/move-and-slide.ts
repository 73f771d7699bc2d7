import type { EntityId } from '../../core/adapter/entities.ts';
import { moveAndSlideIn, SlidingMovers } from '../../core/movement/move-and-slide.ts';
import type { Vector } from '../queries/vector.ts';
import type { MoveOptions } from './move-options.ts';
import { createCrusher, createMoveResult, createPlaceNear, type MoveResult } from './move-result.ts';
import { type MovingShape, spaceMovers } from './space-mover.ts';

const movers = /* @__PURE__ */ new SlidingMovers({
  ...spaceMovers,
  createResult: createMoveResult,
  createCrusher,
  createPlaceNear,
});

/**
 * Moves a shape by a translation as far as there is room and slides along the surfaces that it meets: an entity's own
 * collider, with its shape, pose and filter as the stores have them now, or `{ shape, x, y, z, rotation? }`. Nothing is
 * written to the world: take the position from the result, and call `refreshCollider` when others are to see it before
 * the next tick.
 *
 * First the mover leaves the colliders that it overlaps, by the shortest way that leads through no other collider; then
 * it moves without turning. It misses nothing on its way, however fast it moves and however thin the obstacle, and in
 * creases and corners all surfaces count at once. It keeps a distance of `skin` from everything, or as much of it as
 * there is room for.
 *
 * With `up`, surfaces are floors, walls or ceilings. On a floor the mover follows the ground, up and down, as far as it
 * would go on flat ground; downward motion only presses it to the ground, so that it stands still on slopes within the
 * limit. It walks up steps of `stepHeight` and stays on ground up to `snapDistance` below it. A surface that is steeper
 * than the limit stops its way like a wall, and the mover slides down there. A motion with an upward part leaves the
 * ground.
 *
 * Sensors are passed through, and static colliders by a mover that is `Static` itself. The mover sees other colliders
 * as queries do: as of the last tick, or of their last `refreshCollider`. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, a world without collision, an unknown
 * option, or `out` that cannot be written to; `invalid-number` for a number that cannot be used, the collider's own
 * included; `invalid-shape` for a value that no shape maker returned; `out-of-range` for a value that is no entity id.
 */
export function moveAndSlide(
  world: object,
  mover: EntityId | MovingShape,
  translation: Vector,
  options?: MoveOptions,
  out?: MoveResult,
): MoveResult {
  return moveAndSlideIn(movers, world, mover, translation, options, out) as MoveResult;
}
