import type { EntityId } from '../../core/adapter/entities.ts';
import type { CommonBounceOptions } from '../../core/movement/bounce-options.ts';
import { BouncingMovers, moveAndBounceIn } from '../../core/movement/move-and-bounce.ts';
import type { Vector } from '../queries/vector.ts';
import {
  type BounceHit,
  type BounceResult,
  type BounceSurface,
  createBounceHit,
  createBounceResult,
} from './bounce-result.ts';
import type { MoveHit } from './move-result.ts';
import { type MovingShape, spaceMovers } from './space-mover.ts';

/** Options of a call of `moveAndBounce`. */
export interface BounceOptions extends CommonBounceOptions<BounceSurface, BounceHit, BounceResult, MoveHit> {}

const movers = /* @__PURE__ */ new BouncingMovers({
  ...spaceMovers,
  createResult: createBounceResult,
  createHit: createBounceHit,
  createSurface: () => ({ velocityX: 0.5, velocityY: 0.5, velocityZ: 0.5, restitution: 0.5 }),
});

/**
 * Moves a shape by its velocity and makes it bounce off the colliders that it meets, several times if need be: an
 * entity's own collider, with its shape, pose and filter as the stores have them now, or
 * `{ shape, x, y, z, rotation? }`. Nothing is written to the world: take position and velocity from the result.
 *
 * No surface is missed, however fast the mover and however thin the surface. A surface turns the part of the velocity
 * that leads into it, and the move goes on from there for the time that is left. With a restitution of 1 no speed is
 * lost, however often the mover bounces. A surface that moves, a flipper say, adds its velocity (`surface`); one that
 * has moved into the mover since the last call pushes the mover out in front of itself. The mover first leaves all
 * other colliders that it overlaps, by the shortest way. The mover does not turn, and there is no friction.
 *
 * Sensors are passed through, one-way colliders from their open side, and static colliders by a mover that is `Static`
 * itself. The mover sees other colliders as queries do: as of the last tick, or of their last `refreshCollider`. The
 * result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, a world without collision, an unknown
 * option, or `out` that cannot be written to; `invalid-number` for a number that cannot be used, the collider's own
 * included and those that `surface` and `onBounce` write; `invalid-shape` for a value that no shape maker returned;
 * `out-of-range` for a value that is no entity id.
 */
export function moveAndBounce(
  world: object,
  mover: EntityId | MovingShape,
  velocity: Vector,
  options?: BounceOptions,
  out?: BounceResult,
): BounceResult {
  return moveAndBounceIn(movers, world, mover, velocity, options, out) as BounceResult;
}
