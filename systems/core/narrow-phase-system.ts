import { requireIdle } from './collision-state.ts';

/** Fourth stage: turns candidate pairs into contacts, in the same order. */
export function narrowPhaseSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  state.dimension.collide(state.set, state.candidates, state.contacts);
  return world;
}
