import { boundsSystem } from './bounds-system.ts';
import { buildHierarchies } from './broad-phase-system.ts';
import { requireState } from './collision-state.ts';
import { syncSystem } from './sync-system.ts';

/**
 * Reads all transforms and colliders anew and rebuilds the hierarchies, without a tick: queries then see what was moved by direct
 * writes since the last one, static or not. Contacts and events stay as they are. Returns the world.
 * @throws what `syncSystem` and `boundsSystem` throw.
 */
export function refreshCollision<W extends object>(world: W): W {
  const state = requireState(world);
  state.adapter.staticsChanged = true;
  syncSystem(world);
  boundsSystem(world);
  buildHierarchies(state);
  return world;
}
