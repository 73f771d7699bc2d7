import { featureOf } from '../../src/core/collider-set.ts';
import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { contactSeparation } from '../../src/core/contact-list.ts';
import { END_ID, END_STRIDE } from '../../src/core/contact-tracking.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import { reserve } from '../../src/core/typed-array.ts';
import { type CollisionState, requireState } from '../../systems/core/collision-state.ts';
import {
  type ContactCursor,
  type ContactHandler,
  deliver,
  type FeatureEvents,
} from '../../systems/core/events/dispatch.ts';
import type { Selector } from '../../systems/core/events/selectors.ts';
import { type SubscriptionList, subscribe, type Unsubscribe } from '../../systems/core/events/subscriptions.ts';
import { addFeature } from '../../systems/core/feature.ts';
import { restoreColumn, type SavedColumns, saveColumn } from '../../systems/core/time/saved-columns.ts';
import type { SavedPart } from '../../systems/core/time/saved-part.ts';

/**
 * A feature with an event of its own, the example of CONTRIBUTING.md: tells when a contact becomes deeper than a limit,
 * and again when it does so after having been less deep.
 */
class Deepened implements FeatureEvents, SavedPart {
  readonly handlers: SubscriptionList<ContactHandler<ContactCursor>> = { all: [] };
  readonly #state: CollisionState;
  readonly #limit: number;
  /** By id of a contact: 1 where it was deeper than the limit in the last tick. */
  #isDeep = new Uint8Array(0);

  constructor(state: CollisionState, limit: number) {
    this.#state = state;
    this.#limit = limit;
  }

  tell(isSilent: boolean): void {
    const { contacts, tracking, set, dispatch } = this.#state;
    const { state } = set.slots;
    const { slotA, slotB, id } = contacts;
    for (let i = 0; i < tracking.endCount; i++) this.#isDeep[tracking.ends[END_STRIDE * i + END_ID]] = 0;
    this.#isDeep = reserve(this.#isDeep, tracking.nextId);
    for (let row = 0; row < contacts.count; row++) {
      const isDeep = contactSeparation(contacts, row) < -this.#limit;
      const isNew = isDeep && this.#isDeep[id[row]] === 0;
      this.#isDeep[id[row]] = Number(isDeep);
      if (!isNew || isSilent || state[slotA[row]] !== SLOT_LIVE || state[slotB[row]] !== SLOT_LIVE) continue;
      deliver(dispatch, this.handlers, slotA[row], slotB[row], row, dispatch.view);
    }
  }

  save(columns: SavedColumns): void {
    saveColumn(columns, 'deepened.isDeep', this.#isDeep, this.#isDeep.length);
  }

  restore(columns: SavedColumns): void {
    this.#isDeep.fill(0);
    if (columns.has('deepened.isDeep')) this.#isDeep = restoreColumn(columns, 'deepened.isDeep', this.#isDeep);
  }
}

const DEEPENED: FeatureKey<Deepened> = { name: 'deepened' };

export interface DeepenedEvents {
  on(first: Selector, second: Selector, handler: ContactHandler<ContactCursor>): Unsubscribe;
}

/** Makes a world call handlers when contacts become deeper than a limit, which the first call for the world sets. */
export function deepenedEvents(world: object, limit: number): DeepenedEvents {
  const state = requireState(world);
  let deepened = featureOf(state.set, DEEPENED);
  if (deepened === undefined) {
    deepened = new Deepened(state, limit);
    addFeature(state, { key: DEEPENED, value: deepened, events: deepened, saved: deepened });
  }
  const { handlers } = deepened;
  return { on: (first, second, handler) => subscribe(state.dispatch.world, handlers, first, second, handler) };
}
