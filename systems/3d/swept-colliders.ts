import { pairSweeps } from '../../src/3d/swept/pair-sweeps.ts';
import { pathSearch } from '../../src/3d/swept/path-search.ts';
import { motionLayout, writePath } from '../../src/3d/swept/swept-paths.ts';
import type { SweptColliders } from '../core/swept.ts';
import { createSweptColliders } from '../core/swept-colliders.ts';

/**
 * Lets colliders be tagged `Swept`, in a world made by `createCollision(world, { swept: sweptColliders })`: colliders
 * that they pass through between two ticks count, however fast they move or turn.
 *
 * Their path leads from their pose at the last tick to that of this one, straight and turning the shorter way about one
 * axis, and is looked at from the other collider on its own path, whether that is swept or not. So a bullet meets a
 * thin wall, a bullet that comes towards it, and a door that turns. Where the path first touches there is a contact,
 * with its `fraction`; if there are several, handlers of `onBegin` are called for the earliest first. A contact with a
 * collider that is passed through, and not touched at the end of the tick, begins in this tick and ends in the next.
 * Colliders that filters and `shouldCollide` keep apart do not meet on the way.
 *
 * A new collider has no path, nor has one after `set(Transform, …)` or `collision.teleport(entity)`: it is only where
 * it is. A quaternion cannot express a turn of more than half a turn: divide the motion of a wheel that
 * turns faster among several ticks.
 */
export const sweptColliders: SweptColliders = /* @__PURE__ */ createSweptColliders({
  search: pathSearch,
  layout: motionLayout,
  sweeps: pairSweeps,
  writePath,
});
