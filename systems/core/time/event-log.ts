import { END_CAUSES, type EndCause, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { CONTACT_BEGINS, CONTACT_UNANNOUNCED } from '../../../src/core/contact-list.ts';
import { END_CAUSE, END_ID, END_SLOT_A, END_SLOT_B, END_STRIDE } from '../../../src/core/contact-tracking.ts';
import { CollisionError, requireInteger, requireKeys, requireType } from '../../../src/core/errors.ts';
import type { EntityId } from '../adapter/entities.ts';
import { type CollisionState, requireCurrent, requireState } from '../collision-state.ts';
import type { EventRecorder } from '../events/dispatch.ts';
import { requireLiveSelector, type Selector } from '../events/selectors.ts';
import { MATCH_BACKWARD, MATCH_NONE, matchPair, type Subscription, type Unsubscribe } from '../events/subscriptions.ts';
import {
  addRow,
  CAUSE,
  CONTACT,
  copyRow,
  createLogRows,
  FIRST,
  ID,
  LOG_STRIDE,
  type LogRows,
  NO_CAUSE,
  ROW_TICK,
  removeRow,
  SECOND,
  SUBSCRIPTION,
  TOLD,
  takeOut,
} from './logged-rows.ts';

/** An event as a log reports it. The object is reused: copy the fields that are to be kept. */
export interface LoggedEvent {
  /** The tick in which the event happened, or for which it was predicted. */
  readonly tick: number;
  /** The id of the contact. */
  readonly id: number;
  /** Why the pair ended; undefined for a begin. */
  readonly cause: EndCause | undefined;
}

/** Called with the two entities in the order of the subscription's selectors, and with the event. */
export type LoggedHandler = (first: EntityId, second: EntityId, event: LoggedEvent) => void;

/**
 * The handlers of an event as it becomes known. Any of them may be left out: code that counts points needs only
 * `confirmed`.
 */
export interface LogHandlers {
  /** Called when the event has happened, as far as is known: once, however often the tick of the event runs again. */
  predicted?: LoggedHandler;
  /** Called when the tick of the event is confirmed: the event has happened. */
  confirmed?: LoggedHandler;
  /** Called when the event was predicted, and did not happen in its tick after all. */
  cancelled?: LoggedHandler;
}

/** Options of `createEventLog`. */
export interface EventLogOptions {
  /** The largest number of unconfirmed ticks. Default 64. */
  ticks?: number;
}

interface LogSubscription extends Subscription<LogHandlers> {
  /** The number by which rows name the subscription. */
  readonly number: number;
  readonly isEnd: boolean;
  /** The tick of the last end of the named entity's collider; Infinity while the collider has not left. */
  lastTick: number;
}

/** The handlers of a subscription that has ended: none. */
const NO_HANDLERS: LogHandlers = {};

/**
 * The begins and ends of a world whose ticks may run more than once: it reports each event once as predicted, and later
 * once as confirmed or cancelled. Made by `createEventLog`.
 */
export class EventLog {
  readonly #state: CollisionState;
  /** The active subscriptions, in the order in which they were made, and the same by number. */
  readonly #subscriptions: { all: LogSubscription[] };
  readonly #byNumber = new Map<number, LogSubscription>();
  #lastNumber = 0;
  /** The events of the last ticks: a ring, in which a tick has the place of its number modulo the length. */
  readonly #ticks: LogRows[];
  /** The rows of the current tick in the timeline that was left, when the tick runs again. */
  readonly #before = createLogRows();
  /** Events that were reported as predicted and did not happen after all, to be reported as cancelled. */
  readonly #cancelled = createLogRows();
  /** The event that `#show` has read from a row, and its entities and handlers. */
  readonly #view: { tick: number; id: number; cause: EndCause | undefined } = { tick: 0, id: 0, cause: undefined };
  readonly #shown: { first: EntityId; second: EntityId; handlers: LogHandlers } = {
    first: 0,
    second: 0,
    handlers: NO_HANDLERS,
  };
  /** The record of the current tick; undefined when there is no room for it. */
  #noted: LogRows | undefined;
  #confirmed: number;
  /** The last tick that has been reported as confirmed, as all ticks before it have. */
  #told: number;

  /** @internal */
  constructor(state: CollisionState, ticks: number) {
    this.#state = state;
    this.#ticks = Array.from({ length: ticks }, createLogRows);
    this.#confirmed = state.tracking.tick;
    this.#told = state.tracking.tick;
    this.#subscriptions = state.dispatch.logged as { all: LogSubscription[] };
    const recorder: EventRecorder = { note: () => this.#note(), settle: () => this.#settle() };
    state.dispatch.log = recorder;
  }

  /**
   * Has handlers called for pairs that begin to touch in the ticks that run from now on, selected as in
   * `collision.onBegin`. A subscription that names an entity means its present collider, not an entity that gets the id
   * later; if the tick in which the collider left is taken back, the subscription goes on.
   * @throws CollisionError `invalid-state` for a value that is no selector or handler, and after the collision's
   * `dispose()`.
   */
  onBegin(first: Selector, second: Selector, handlers: LogHandlers): Unsubscribe {
    return this.#subscribe(first, second, handlers, false);
  }

  /** Does the same as `onBegin`, for pairs that stop touching. */
  onEnd(first: Selector, second: Selector, handlers: LogHandlers): Unsubscribe {
    return this.#subscribe(first, second, handlers, true);
  }

  /** The last tick that is confirmed. */
  get confirmedTick(): number {
    return this.#confirmed;
  }

  /**
   * Declares that a tick and all earlier ticks ran on input that will not change. They cannot run again.
   * @throws CollisionError `out-of-range` for a tick that has not run.
   */
  confirm(tick: number): void {
    requireInteger('the tick to confirm', tick, 0, this.#state.tracking.tick);
    this.#confirmed = Math.max(this.#confirmed, tick);
  }

  /**
   * Calls the handlers; to be called once a frame, when all ticks have run. Cancelled events come first, then, tick by
   * tick, newly predicted events, and confirmed ones. An error that a handler throws is thrown at once; the next call
   * of `deliver` goes on after that handler.
   */
  deliver(): void {
    while (this.#cancelled.count > 0) {
      // The first row is removed each time, which moves all others up: lists of cancelled events are short.
      this.#show(this.#cancelled.rows, 0);
      removeRow(this.#cancelled, 0);
      const { first, second, handlers } = this.#shown;
      handlers.cancelled?.(first, second, this.#view);
    }
    const now = this.#state.tracking.tick;
    for (let tick = this.#told + 1; tick <= now; tick++) {
      const record = this.#ticks[tick % this.#ticks.length];
      if (record.tick === tick) this.#deliverTick(record, tick <= this.#confirmed);
      if (tick <= this.#confirmed) this.#told = tick;
    }
    this.#forgetEnded();
  }

  /** Removes the log from its world. */
  dispose(): void {
    this.#state.dispatch.log = undefined;
    this.#subscriptions.all = [];
  }

  #subscribe(first: Selector, second: Selector, handlers: LogHandlers, isEnd: boolean): Unsubscribe {
    requireCurrent(this.#state);
    requireLiveSelector('the first selector', first, this.#state.world);
    requireLiveSelector('the second selector', second, this.#state.world);
    requireKeys('handlers', handlers, ['predicted', 'confirmed', 'cancelled']);
    for (const handler of Object.values(handlers)) requireType('a handler', handler, 'function');
    const number = ++this.#lastNumber;
    const names = { first, second, handler: handlers, active: true, departed: undefined };
    const subscription = { ...names, number, isEnd, lastTick: Infinity };
    const list = this.#subscriptions;
    list.all.push(subscription);
    this.#byNumber.set(number, subscription);
    return () => {
      // No handler is called any more for the rows that name this subscription.
      if (this.#byNumber.delete(number)) list.all = list.all.filter((other) => other !== subscription);
    };
  }

  /**
   * Notes which subscriptions end with this tick, because the collider that they name has left, and which go on because
   * the tick in which it left was taken back.
   */
  #noteEnded(tick: number): void {
    const { all } = this.#subscriptions;
    for (let i = 0; i < all.length; i++) {
      if (all[i].departed === undefined) all[i].lastTick = Infinity;
      else if (all[i].lastTick === Infinity) all[i].lastTick = tick;
    }
  }

  /** Drops the subscriptions whose last tick has been reported as confirmed. */
  #forgetEnded(): void {
    const list = this.#subscriptions;
    if (!list.all.some(({ lastTick }) => lastTick <= this.#told)) return;
    for (const { number, lastTick } of list.all) if (lastTick <= this.#told) this.#byNumber.delete(number);
    list.all = list.all.filter(({ lastTick }) => lastTick > this.#told);
  }

  /** Notes the events of the tick that is ending, while slots still say whose events they are. */
  #note(): void {
    const { tracking, contacts, set } = this.#state;
    const { tick } = tracking;
    this.#noted = undefined;
    this.#noteEnded(tick);
    const record = this.#recordOf(tick);
    this.#noted = record;
    // If this tick has run before, its record holds the timeline that was left.
    const before = this.#before;
    if (record.tick === tick) {
      const { rows } = before;
      before.rows = record.rows;
      before.count = record.count;
      record.rows = rows;
    } else before.count = 0;
    record.tick = tick;
    record.count = 0;
    const { ends, endCount } = tracking;
    for (let at = 0; at < END_STRIDE * endCount; at += END_STRIDE) {
      this.#add(record, true, ends[at + END_SLOT_A], ends[at + END_SLOT_B], ends[at + END_CAUSE], ends[at + END_ID], 0);
    }
    if (tracking.beginCount === 0) return;
    const { flags, slotA, slotB, id, count } = contacts;
    for (let row = 0; row < count; row++) {
      if ((flags[row] & CONTACT_BEGINS) === 0) continue;
      const { state } = set.slots;
      if (state[slotA[row]] !== SLOT_LIVE || state[slotB[row]] !== SLOT_LIVE) continue;
      this.#add(record, false, slotA[row], slotB[row], NO_CAUSE, id[row], row);
    }
  }

  /** Compares the tick with its earlier run in the timeline that was left. */
  #settle(): void {
    const record = this.#noted;
    if (record === undefined) return;
    const { flags } = this.#state.contacts;
    const before = this.#before;
    let kept = 0;
    for (let i = 0; i < record.count; i++) {
      const at = i * LOG_STRIDE;
      const { rows } = record;
      const isBegin = rows[at + CAUSE] === NO_CAUSE;
      if (isBegin && (flags[rows[at + CONTACT]] & CONTACT_UNANNOUNCED) !== 0) continue;
      if (takeOut(before, rows, at) || takeOut(this.#cancelled, rows, at)) rows[at + TOLD] = 1;
      rows.copyWithin(kept * LOG_STRIDE, at, at + LOG_STRIDE);
      kept++;
    }
    record.count = kept;
    for (let i = 0; i < before.count; i++) {
      if (before.rows[i * LOG_STRIDE + TOLD] === 1) copyRow(this.#cancelled, before.rows, i * LOG_STRIDE);
    }
    before.count = 0;
  }

  #recordOf(tick: number): LogRows {
    if (tick <= this.#confirmed) {
      throw new CollisionError(
        'invalid-state',
        `tick ${tick} ran again, but all ticks up to ${this.#confirmed} are confirmed: its input came too late`,
      );
    }
    const record = this.#ticks[tick % this.#ticks.length];
    if (record.tick !== tick && record.tick > this.#told) {
      throw new CollisionError(
        'invalid-state',
        `the event log has room for ${this.#ticks.length} ticks, and tick ${record.tick} is not confirmed and delivered`,
      );
    }
    return record;
  }

  #add(record: LogRows, isEnd: boolean, slotA: number, slotB: number, cause: number, id: number, row: number): void {
    const { dispatch, set } = this.#state;
    const { entity } = set.slots;
    const { all } = this.#subscriptions;
    for (let k = 0; k < all.length; k++) {
      if (all[k].isEnd !== isEnd) continue;
      const match = matchPair(dispatch, all[k], slotA, slotB);
      if (match === MATCH_NONE) continue;
      const isBackward = match === MATCH_BACKWARD;
      const at = addRow(record);
      const { rows } = record;
      rows[at + SUBSCRIPTION] = all[k].number;
      rows[at + FIRST] = entity[isBackward ? slotB : slotA];
      rows[at + SECOND] = entity[isBackward ? slotA : slotB];
      rows[at + CAUSE] = cause;
      rows[at + ID] = id;
      rows[at + TOLD] = 0;
      rows[at + ROW_TICK] = record.tick;
      rows[at + CONTACT] = row;
    }
  }

  #deliverTick(record: LogRows, isConfirmed: boolean): void {
    for (let i = 0; i < record.count; i++) {
      const at = i * LOG_STRIDE;
      if (record.rows[at + TOLD] === 1) continue;
      record.rows[at + TOLD] = 1;
      this.#show(record.rows, at);
      const { first, second, handlers } = this.#shown;
      handlers.predicted?.(first, second, this.#view);
    }
    if (!isConfirmed) return;
    while (record.count > 0) {
      this.#show(record.rows, 0);
      removeRow(record, 0);
      const { first, second, handlers } = this.#shown;
      handlers.confirmed?.(first, second, this.#view);
    }
  }

  #show(rows: Int32Array, at: number): void {
    this.#view.tick = rows[at + ROW_TICK];
    this.#view.id = rows[at + ID];
    this.#view.cause = rows[at + CAUSE] === NO_CAUSE ? undefined : END_CAUSES[rows[at + CAUSE]];
    this.#shown.first = rows[at + FIRST];
    this.#shown.second = rows[at + SECOND];
    this.#shown.handlers = this.#byNumber.get(rows[at + SUBSCRIPTION])?.handler ?? NO_HANDLERS;
  }
}

/**
 * Makes a log of a world's begins and ends, for games that take ticks back and run them again. Every call of
 * `collisionSystem` notes its events in the log, with or without `{ events: false }`; a tick that runs again is
 * compared with its earlier run. Handlers of the log are for what is seen and heard: code that belongs to the
 * simulation, damage say, stays in `collision.onBegin`, whose handlers every run of a tick calls.
 *
 * A tick that is confirmed and runs again all the same, or for which there is no room, is left out of the log:
 * `collisionSystem` throws an error about it after the handlers of the collision were called.
 * @throws CollisionError `invalid-state` when the world has no collision, or a log already; `out-of-range` for ticks.
 */
export function createEventLog(world: object, options: EventLogOptions = {}): EventLog {
  const state = requireState(world);
  requireKeys('createEventLog options', options, ['ticks']);
  const { ticks = 64 } = options;
  requireInteger('ticks', ticks, 1, 2 ** 16);
  if (state.dispatch.log !== undefined) {
    throw new CollisionError('invalid-state', 'this world has an event log already; call dispose() on it first');
  }
  return new EventLog(state, ticks);
}
