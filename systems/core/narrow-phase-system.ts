import { requireIdle } from './collision-state.ts';

/** Fourth stage: turns candidate pairs into contacts, in the same order. */
export function narrowPhaseSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  const { dimension, set, candidates, contacts, swept } = state;
  if (swept === undefined) dimension.collide(set, candidates, contacts);
  else swept.collide(candidates, contacts);
  return world;
}
