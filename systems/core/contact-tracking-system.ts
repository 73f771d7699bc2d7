import { retireRemovedSlots } from '../../src/core/collider-slots.ts';
import { trackContacts } from '../../src/core/track-contacts.ts';
import { requireIdle } from './collision-state.ts';
import { forgetLeft } from './events/subscriptions.ts';

/** Fifth stage: compares the contacts with those of the tick before and finds which pairs began, stay and ended. */
export function contactTrackingSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  // If the event stage of the tick before was left out, its events are never delivered.
  if (state.dispatch.delivered !== state.tracking.tick) forgetLeft(state.dispatch);
  if (trackContacts(state.tracking)) {
    retireRemovedSlots(state.set.slots);
    state.features.pairing?.endTick();
  }
  return world;
}
