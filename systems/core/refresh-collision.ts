import { noteAllStatics } from './adapter/member-slots.ts';
import { boundsSystem } from './bounds-system.ts';
import { updateStatics } from './build-statics.ts';
import { requireUnasked } from './collision-state.ts';
import { syncSystem } from './sync-system.ts';

/**
 * Reads all transforms and colliders anew, without a tick: queries then see colliders, static or not, where direct
 * writes since the last tick have moved them, and the next tick sees static colliders there too. Call it after a
 * snapshot has been restored. Contacts and events stay as they are. Returns the world.
 * @throws what `syncSystem` and `boundsSystem` throw.
 */
export function refreshCollision<W extends object>(world: W): W {
  const state = requireUnasked(world);
  noteAllStatics(state.adapter);
  syncSystem(world);
  boundsSystem(world);
  updateStatics(state);
  return world;
}
