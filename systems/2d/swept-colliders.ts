import { pairSweeps } from '../../src/2d/swept/pair-sweeps.ts';
import { pathSearch } from '../../src/2d/swept/path-search.ts';
import { motionLayout, writePath } from '../../src/2d/swept/swept-paths.ts';
import type { SweptColliders } from '../core/swept.ts';
import { createSweptColliders } from '../core/swept-colliders.ts';

/**
 * Lets colliders be tagged `Swept`, in a world made by `createCollision(world, { swept: sweptColliders })`: colliders
 * that they pass through between two ticks count, however fast they move or turn.
 *
 * Their path leads from their pose at the last tick to that of this one, straight and turning evenly, and is looked at
 * from the other collider on its own path, whether that is swept or not. So a bullet meets a thin wall, a bullet that
 * comes towards it, and a door that turns. Where the path first touches there is a contact, with its `fraction`; if
 * there are several, handlers of `onBegin` are called for the earliest first. A contact with a collider that is passed
 * through, and not touched at the end of the tick, begins in this tick and ends in the next. Colliders that filters and
 * `shouldCollide` keep apart do not meet on the way.
 *
 * A new collider has no path, nor has one after `set(Transform, …)` or `collision.teleport(entity)`: it is only where
 * it is. An angle that jumps by more than half a turn within −π … π counts as wrapped into that range, and turns the
 * shorter way; any other angle turns as far as its change says.
 */
export const sweptColliders: SweptColliders = /* @__PURE__ */ createSweptColliders({
  search: pathSearch,
  layout: motionLayout,
  sweeps: pairSweeps,
  writePath,
});
