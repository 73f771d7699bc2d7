import { noteAllStatics } from './adapter/member-slots.ts';
import { boundsSystem } from './bounds-system.ts';
import { updateStatics } from './build-statics.ts';
import { requireUnasked } from './collision-state.ts';
import { syncSystem } from './sync-system.ts';

/**
 * Reads all transforms and colliders anew, without a tick: queries then see what was moved by direct
 * writes since the last one, static or not, and the next tick sees statics there too: call it after a snapshot has been
 * restored. Contacts and events stay as they are. Returns the world.
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
