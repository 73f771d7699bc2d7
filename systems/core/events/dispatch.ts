import { type ColliderSlots, END_CAUSES, type EndCause, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import {
  CONTACT_BEGINS,
  CONTACT_STAYS,
  CONTACT_UNANNOUNCED,
  type ContactList,
} from '../../../src/core/contact-list.ts';
import {
  type ContactTracking,
  END_CAUSE,
  END_ID,
  END_SLOT_A,
  END_SLOT_B,
  END_STRIDE,
} from '../../../src/core/contact-tracking.ts';
import { CollisionError, textOf } from '../../../src/core/errors.ts';
import type { AnyWorld, EntityId } from '../adapter/entities.ts';
import {
  forgetLeft,
  MATCH_BACKWARD,
  MATCH_NONE,
  matchPair,
  type SubscriptionList,
  type Subscriptions,
} from './subscriptions.ts';

type PairHandler<D> = (first: EntityId, second: EntityId, detail: D) => void;

/** Called with the two entities in the order of the subscription's selectors and a view of their deepest contact. */
export type ContactHandler<V> = (first: EntityId, second: EntityId, contact: V) => void;

/** Why two colliders stopped touching. Only valid during the call. */
export interface ContactEnd {
  /**
   * `removed` and `disabled` refer to a collider or its entity, which may be dead and its id in use again. Of several
   * causes in one tick the first of these is reported: one of the two was removed, one was disabled, the filter keeps
   * them apart, they separated (or one has no shape any more). A collider that was disabled first and removed later
   * reports `disabled`.
   */
  readonly cause: EndCause;
  /** The id the contact had; it may be in use again after this tick. */
  readonly id: number;
  /**
   * The part of the tick in which the two parted, where one of them is `Swept`: 0 when they had passed through each
   * other in the tick before. 1, the end of the tick, for all others.
   */
  readonly fraction: number;
}

/** Called with the two entities in the order of the subscription's selectors, and with why they parted. */
export type EndHandler = (first: EntityId, second: EntityId, end: ContactEnd) => void;

/** The internal part of a contact's view: the view can be moved to another row. */
export interface ContactCursor {
  id: number;
  /** Ticks since the contact appeared. */
  age: number;
  /** Shows a row; flipped when the second entity is to come first. */
  show(row: number, flipped: boolean): void;
}

/** The origin of events. The part of it that depends on the dimension is the view, which is reused for all contacts. */
export interface EventSource {
  readonly world: AnyWorld;
  readonly slots: ColliderSlots;
  readonly tracking: ContactTracking;
  readonly view: ContactCursor;
}

export const NOT_RUNNING = 0;
const RUNNING_HANDLERS = 1;
/** A hook is running, `shouldCollide` or `acceptContact`: a tick waits for its answer. */
export const RUNNING_HOOK = 2;

export interface EventDispatch extends EventSource, Subscriptions<ContactHandler<ContactCursor>, EndHandler> {
  /** The object that handlers of ends receive, reused for each end. */
  readonly endView: { cause: EndCause; id: number; fraction: number };
  /** Matches of the event in delivery: all selectors are read before the first handler may change the world. */
  readonly matched: number[];
  errors: unknown[];
  /** The last tick whose events have been delivered, or are being delivered. */
  delivered: number;
  /** Records a tick's events, whether handlers are called for them or not: see `createEventLog`. */
  log: EventRecorder | undefined;
  /** Which function of the game is being called; slots of colliders must not change while one runs. */
  running: typeof NOT_RUNNING | typeof RUNNING_HANDLERS | typeof RUNNING_HOOK;
  /** Whether the collision has been disposed of: no handler or hook of it is called any more. */
  isOver: boolean;
}

export function createEventDispatch({ world, slots, tracking, view }: EventSource): EventDispatch {
  const [begin, stay, end, logged] = Array.from({ length: 4 }, () => ({ all: [] }));
  return {
    world,
    slots,
    tracking,
    view,
    begin,
    stay,
    end,
    logged,
    lists: [begin, stay, end, logged],
    left: new Map(),
    masks: { components: undefined, columns: [] },
    endView: { cause: 'separated', id: 0, fraction: 1 },
    matched: [],
    errors: [],
    delivered: 0,
    log: undefined,
    running: NOT_RUNNING,
    isOver: false,
  };
}

/** Records the events of every tick. */
export interface EventRecorder {
  /** Called before handlers may change the world. */
  note(): void;
  /** Called after the handlers, also when `note` has thrown: a begin that could not be delivered is not an event. */
  settle(): void;
}

/** The events of a feature that only some games import. */
export interface FeatureEvents {
  /** The handlers, whose subscriptions end with the entities that they name, and are part of snapshots. */
  readonly handlers: SubscriptionList<unknown>;
  /** Delivers the events of the tick by `deliver`, or only notes them where the tick `isSilent`. */
  tell(isSilent: boolean): void;
}

/** The row of an event that is of no contact. */
const NO_ROW = -1;

/**
 * Delivers a tick's events: all ends, then all begins, then all stays, each by ascending entity index of A, then B;
 * only begins on the way of swept colliders come first, by fraction; then the events of features, in the order in which
 * the features were added; for one event, handlers in the order they subscribed. The results of the tick are complete
 * by then, so handlers may change the world.
 *
 * A begin or stay is not delivered when one of the two has been removed by an earlier handler; a pair whose begin was
 * not delivered has no stay and no end either. The events of a tick are delivered once: a second call does nothing. In
 * a silent tick no handler is called for them.
 * @throws what a handler or the log threw, after everything else has been delivered: the error itself, or an
 * AggregateError of several.
 * @throws CollisionError `invalid-state` when the contacts have been rewritten since they were tracked.
 */
export function dispatchEvents(dispatch: EventDispatch, events: readonly FeatureEvents[], isSilent: boolean): void {
  const { tracking } = dispatch;
  if (dispatch.delivered === tracking.tick) return;
  if (!tracking.list.tracked) {
    throw new CollisionError(
      'invalid-state',
      'the narrow phase has run since contacts were tracked: run contactTrackingSystem between the two',
    );
  }
  dispatch.delivered = tracking.tick;
  // An error of the log is treated like an error of a handler: the other handlers are called all the same.
  try {
    dispatch.log?.note();
  } catch (error) {
    dispatch.errors.push(error);
  }
  dispatch.running = RUNNING_HANDLERS;
  try {
    if (!isSilent) {
      if (tracking.endCount > 0) deliverEnds(dispatch);
      // The condition stands here because a function with closures costs a context on every call.
      if (dispatch.left.size > 0) forgetLeft(dispatch);
      if (tracking.beginCount > 0) deliverMarked(dispatch, dispatch.begin, CONTACT_BEGINS, tracking.beginCount);
      if (tracking.stayCount > 0 && dispatch.stay.all.length > 0)
        deliverMarked(dispatch, dispatch.stay, CONTACT_STAYS, tracking.stayCount);
    }
    for (let i = 0; i < events.length; i++) events[i].tell(isSilent);
  } finally {
    dispatch.running = NOT_RUNNING;
  }
  dispatch.log?.settle();
  throwCollected(dispatch);
}

function deliverEnds(dispatch: EventDispatch): void {
  const { tracking, endView } = dispatch;
  if (dispatch.end.all.length === 0) return;
  // The partings are read for all ends before the first handler is called, which may move or remove colliders.
  const partings = tracking.list.swept?.findPartings(tracking);
  const { ends, endCount } = tracking;
  for (let i = 0; i < endCount; i++) {
    const at = END_STRIDE * i;
    endView.cause = END_CAUSES[ends[at + END_CAUSE]];
    endView.id = ends[at + END_ID];
    if (partings !== undefined) endView.fraction = partings[i];
    deliver(dispatch, dispatch.end, ends[at + END_SLOT_A], ends[at + END_SLOT_B], NO_ROW, endView);
  }
}

/** Delivers the begins or the stays: the rows with a mark, of which there are `left`. */
function deliverMarked(
  dispatch: EventDispatch,
  list: SubscriptionList<ContactHandler<ContactCursor>>,
  mark: number,
  left: number,
): void {
  const contacts = dispatch.tracking.list;
  const { flags, slotA, slotB, count } = contacts;
  const order = mark === CONTACT_BEGINS ? contacts.swept?.order : undefined;
  for (let i = 0; left > 0 && i < count; i++) {
    const row = order === undefined ? i : order[i];
    if ((flags[row] & mark) === 0) continue;
    left--;
    const a = slotA[row];
    const b = slotB[row];
    if (!bothLive(dispatch.slots, a, b)) {
      if (mark === CONTACT_BEGINS) markUnannounced(contacts, row);
    } else if ((flags[row] & CONTACT_UNANNOUNCED) === 0) deliver(dispatch, list, a, b, row, dispatch.view);
  }
}

/**
 * Calls the handlers whose selectors a pair matches, with the two entities in the order of the selectors; `row` is the
 * row of their contact, or −1.
 */
export function deliver<D>(
  dispatch: EventDispatch,
  list: SubscriptionList<PairHandler<D>>,
  slotA: number,
  slotB: number,
  row: number,
  detail: D,
): void {
  const { all } = list;
  const { entity } = dispatch.slots;
  const { matched } = dispatch;
  if (dispatch.isOver) return;
  for (let k = 0; k < all.length; k++) matched[k] = matchPair(dispatch, all[k], slotA, slotB);
  for (let k = 0; k < all.length; k++) {
    if (dispatch.isOver) return;
    if (matched[k] === MATCH_NONE || !all[k].active) continue;
    const isBackward = matched[k] === MATCH_BACKWARD;
    if (row !== NO_ROW) dispatch.view.show(row, isBackward);
    try {
      all[k].handler(entity[isBackward ? slotB : slotA], entity[isBackward ? slotA : slotB], detail);
    } catch (error) {
      dispatch.errors.push(error);
    }
  }
}

function bothLive({ state }: ColliderSlots, a: number, b: number): boolean {
  return state[a] === SLOT_LIVE && state[b] === SLOT_LIVE;
}

/** Marks every contact of the row's pair: the mark is read from the child that comes first when the pair ends. */
function markUnannounced(contacts: ContactList, row: number): void {
  const { slotA, slotB, flags } = contacts;
  const isSamePair = (other: number): boolean => slotA[other] === slotA[row] && slotB[other] === slotB[row];
  let i = row;
  while (i > 0 && isSamePair(i - 1)) i--;
  for (; i < contacts.count && isSamePair(i); i++) flags[i] = flags[i] | CONTACT_UNANNOUNCED;
}

function throwCollected(dispatch: EventDispatch): void {
  const { errors } = dispatch;
  if (errors.length === 0) return;
  dispatch.errors = [];
  if (errors.length === 1) throw errors[0];
  const first = errors[0] as Partial<Error> | undefined;
  throw new AggregateError(
    errors,
    `${errors.length} contact handlers threw, first: ${textOf(first?.message ?? first)}`,
  );
}
