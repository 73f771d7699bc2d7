import {
  type ColliderSlots,
  END_CAUSES,
  type EndCause,
  SLOT_LIVE,
  SLOT_REMOVED,
} from '../../src/core/collider-slots.ts';
import { CONTACT_UNANNOUNCED, type ContactList } from '../../src/core/contact-list.ts';
import type { ContactTransitions } from '../../src/core/contact-tracking.ts';
import { CollisionError } from '../../src/core/errors.ts';
import type { AnyWorld, EntityId } from '../adapter/adapter.ts';
import {
  dropExpired,
  type LeaveMatches,
  MATCH_BACKWARD,
  MATCH_NONE,
  matchPair,
  type Subscription,
  type SubscriptionList,
} from './subscriptions.ts';

/** Called with the two entities in the order of the subscription's selectors and a view of their deepest contact. */
export type ContactHandler<V> = (first: EntityId, second: EntityId, contact: V) => void;

/** Why two colliders stopped touching. Only valid during the call. */
export interface ContactEnd {
  /** `removed` and `disabled` speak of a collider or its entity, which may be dead and its id in use again. */
  readonly cause: EndCause;
  /** The id the contact had; it may be in use again after this tick. */
  readonly id: number;
}
export type EndHandler = (first: EntityId, second: EntityId, end: ContactEnd) => void;

/** What dispatching needs of a dimension: a reusable view of a contact row. */
export interface ContactCursor<V> {
  readonly view: V;
  /** Shows a row; flipped when the second entity is to come first. */
  show(row: number, flipped: boolean): void;
}

export interface EventDispatch<V> {
  readonly begin: SubscriptionList<ContactHandler<V>>;
  readonly stay: SubscriptionList<ContactHandler<V>>;
  readonly end: SubscriptionList<EndHandler>;
  readonly left: LeaveMatches;
  readonly cursor: ContactCursor<V>;
  /** Matches of the event in delivery: all selectors are read before the first handler may change the world. */
  matched: Uint8Array;
  errors: unknown[];
  /** The tick whose events have been delivered, or are being. */
  delivered: number;
  /** Handlers are being called: what they name must stay as it is. */
  isRunning: boolean;
}

export function createEventDispatch<V>(cursor: ContactCursor<V>): EventDispatch<V> {
  return {
    begin: { all: [] },
    stay: { all: [] },
    end: { all: [] },
    left: new Map(),
    cursor,
    matched: new Uint8Array(8),
    errors: [],
    delivered: 0,
    isRunning: false,
  };
}

const endView: { cause: EndCause; id: number } = { cause: 'separated', id: 0 };

/**
 * Delivers a tick's events: all ends, then all begins, then all stays, each by ascending entity index of A, then B; for one event,
 * handlers in the order they subscribed. The results of the tick are complete by then, so handlers may change the world.
 *
 * A begin or stay is not delivered when one of the two has been removed by an earlier handler; a pair whose begin was not
 * delivered has no stay and no end either. The events of a tick are delivered once: again does nothing.
 * @throws what a handler threw, after everything else has been delivered: the error itself, or an AggregateError of several.
 * @throws CollisionError `invalid-state` when the contacts have been rewritten since they were tracked.
 */
export function dispatchEvents<V>(
  dispatch: EventDispatch<V>,
  world: AnyWorld,
  slots: ColliderSlots,
  contacts: ContactList,
  transitions: ContactTransitions,
  tick: number,
): void {
  if (dispatch.delivered === tick) return;
  if (!contacts.tracked) {
    throw new CollisionError(
      'invalid-state',
      'the narrow phase has run since contacts were tracked: run contactTrackingSystem between the two',
    );
  }
  dispatch.delivered = tick;
  dispatch.isRunning = true;
  try {
    dispatchEnds(dispatch, world, slots, transitions);
    dispatchContacts(dispatch, world, slots, contacts, transitions);
  } finally {
    dispatch.isRunning = false;
  }
  throwCollected(dispatch);
}

function dispatchContacts<V>(
  dispatch: EventDispatch<V>,
  world: AnyWorld,
  slots: ColliderSlots,
  contacts: ContactList,
  transitions: ContactTransitions,
): void {
  const begins = transitions.beginCount;
  for (let i = 0; i < begins; i++) {
    const row = transitions.begin[i]!;
    if (!bothLive(slots, contacts, row)) markUnannounced(contacts, row);
    else dispatchContact(dispatch, dispatch.begin, world, slots, contacts, row);
  }
  const stays = transitions.stayCount;
  for (let i = 0; i < stays; i++) {
    if (dispatch.stay.all.length === 0) return;
    const row = transitions.stay[i]!;
    if ((contacts.flags[row]! & CONTACT_UNANNOUNCED) === 0 && bothLive(slots, contacts, row)) {
      dispatchContact(dispatch, dispatch.stay, world, slots, contacts, row);
    }
  }
}

function dispatchEnds<V>(
  dispatch: EventDispatch<V>,
  world: AnyWorld,
  slots: ColliderSlots,
  transitions: ContactTransitions,
): void {
  for (let i = 0; i < transitions.endCount; i++) {
    const all = dispatch.end.all;
    if (transitions.endAnnounced[i] === 0 || all.length === 0) continue;
    const a = transitions.endSlotA[i]!;
    const b = transitions.endSlotB[i]!;
    matchAll(dispatch, all, world, slots, a, b);
    for (let k = 0; k < all.length; k++) {
      if (dispatch.matched[k] === MATCH_NONE || !all[k]!.active) continue;
      const backward = dispatch.matched[k] === MATCH_BACKWARD;
      endView.cause = END_CAUSES[transitions.endCause[i]!]!;
      endView.id = transitions.endId[i]!;
      try {
        all[k]!.handler(slots.entity[backward ? b : a]!, slots.entity[backward ? a : b]!, endView);
      } catch (error) {
        dispatch.errors.push(error);
      }
    }
  }
  // The collider's last events are out: forget what it matched, and who subscribed to it alone.
  forgetDead(dispatch, slots);
}

function forgetDead<V>(dispatch: EventDispatch<V>, slots: ColliderSlots): void {
  if (dispatch.left.size === 0) return;
  dropExpired(dispatch.begin, slots);
  dropExpired(dispatch.stay, slots);
  dropExpired(dispatch.end, slots);
  for (const slot of dispatch.left.keys()) if (slots.state[slot] !== SLOT_REMOVED) dispatch.left.delete(slot);
}

function dispatchContact<V>(
  dispatch: EventDispatch<V>,
  list: SubscriptionList<ContactHandler<V>>,
  world: AnyWorld,
  slots: ColliderSlots,
  contacts: ContactList,
  row: number,
): void {
  const all = list.all;
  if (all.length === 0) return;
  const a = contacts.slotA[row]!;
  const b = contacts.slotB[row]!;
  matchAll(dispatch, all, world, slots, a, b);
  for (let k = 0; k < all.length; k++) {
    if (dispatch.matched[k] === MATCH_NONE || !all[k]!.active) continue;
    const backward = dispatch.matched[k] === MATCH_BACKWARD;
    dispatch.cursor.show(row, backward);
    try {
      all[k]!.handler(slots.entity[backward ? b : a]!, slots.entity[backward ? a : b]!, dispatch.cursor.view);
    } catch (error) {
      dispatch.errors.push(error);
    }
  }
}

function matchAll<V, H>(
  dispatch: EventDispatch<V>,
  all: readonly Subscription<H>[],
  world: AnyWorld,
  slots: ColliderSlots,
  slotA: number,
  slotB: number,
): void {
  if (dispatch.matched.length < all.length) dispatch.matched = new Uint8Array(all.length * 2);
  for (let k = 0; k < all.length; k++) {
    dispatch.matched[k] = matchPair(world, slots, dispatch.left, all[k]!, slotA, slotB);
  }
}

function bothLive(slots: ColliderSlots, contacts: ContactList, row: number): boolean {
  return slots.state[contacts.slotA[row]!] === SLOT_LIVE && slots.state[contacts.slotB[row]!] === SLOT_LIVE;
}

/** Marks every contact of the row's pair: the mark is read off whichever child is first when the pair ends. */
function markUnannounced(contacts: ContactList, row: number): void {
  const a = contacts.slotA[row]!;
  const b = contacts.slotB[row]!;
  let first = row;
  while (first > 0 && contacts.slotA[first - 1] === a && contacts.slotB[first - 1] === b) first--;
  for (let i = first; i < contacts.count && contacts.slotA[i] === a && contacts.slotB[i] === b; i++) {
    contacts.flags[i] = contacts.flags[i]! | CONTACT_UNANNOUNCED;
  }
}

function throwCollected<V>(dispatch: EventDispatch<V>): void {
  const { errors } = dispatch;
  if (errors.length === 0) return;
  dispatch.errors = [];
  if (errors.length === 1) throw errors[0];
  throw new AggregateError(errors, `${errors.length} contact handlers threw`);
}
