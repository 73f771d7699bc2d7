import { pairAllowed } from '../../src/core/candidate-pairs.ts';
import { retireRemovedSlots } from '../../src/core/collider-slots.ts';
import { trackContacts } from '../../src/core/contact-tracking.ts';
import { type CollisionState, requireState } from './collision-state.ts';

/** Fifth stage: compares the contacts with those of the tick before and finds which pairs began, stay and ended. */
export function contactTrackingSystem<W extends object>(world: W): W {
  const state = requireState(world);
  const { slots } = state.set;
  state.clock.tick++;
  if (trackContacts(state.transitions, state.contacts, slots, state.clock.tick, pairStillAllowed(state))) {
    retireRemovedSlots(slots);
  }
  return world;
}

const filters = new WeakMap<CollisionState, (slotA: number, slotB: number) => boolean>();

/** The filter of a world as a function of two slots, made once. */
function pairStillAllowed(state: CollisionState): (slotA: number, slotB: number) => boolean {
  let filter = filters.get(state);
  if (filter === undefined) {
    filter = (slotA, slotB) => pairAllowed(state.set.slots, state.set.shape, slotA, slotB);
    filters.set(state, filter);
  }
  return filter;
}
