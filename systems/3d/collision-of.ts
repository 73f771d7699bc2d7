import { requireState } from '../core/collision-state.ts';
import type { Collision } from './create-collision.ts';
import { space } from './dimension.ts';

/**
 * Returns the value that `createCollision(world)` returned, for code that is given only the world. A world that reads
 * the game's own stores has no Transform.
 * @throws CollisionError `invalid-state` when the world has no 3D collision.
 */
export function collisionOf(world: object): Collision {
  return requireState(world, space).collision as Collision;
}
