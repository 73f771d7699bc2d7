import { acceptContacts } from './accept-contacts.ts';
import { requireIdle } from './collision-state.ts';

/**
 * Fourth stage: turns candidate pairs into contacts, in the same order, and drops the contacts that `acceptContact` or
 * an imported feature refuses.
 * @throws an error that `acceptContact` throws; the world then has no contacts until the next tick.
 */
export function narrowPhaseSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  const { dimension, set, candidates, contacts } = state;
  const { pairing, gates } = state.features;
  for (let i = 0; i < gates.length; i++) gates[i].beforeCollide?.();
  if (pairing === undefined) dimension.collide(set, candidates, contacts);
  else pairing.collide(candidates, contacts);
  if (gates.length > 0) acceptContacts(state);
  candidates.again?.end();
  return world;
}
