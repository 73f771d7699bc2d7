import { requireState } from '../core/collision-state.ts';
import type { Collision } from './create-collision.ts';
import { plane } from './dimension.ts';

/**
 * Returns the value that `createCollision(world)` returned, for code that is given only the world. A world that reads
 * the game's own stores has no Transform.
 * @throws CollisionError `invalid-state` when the world has no 2D collision.
 */
export function collisionOf(world: object): Collision {
  return requireState(world, plane).collision as Collision;
}
