import {
  CAUSE_DISABLED,
  type ColliderSlots,
  INVALID_SLOT,
  SLOT_LIVE,
  SLOT_REMOVED,
} from '../../../src/core/collider-slots.ts';
import { requireType } from '../../../src/core/errors.ts';
import { type AnyWorld, type EntityId, lifeOf } from '../adapter/entities.ts';
import { hadComponent, keepMasks, type RemovedMasks } from '../adapter/removed-masks.ts';
import { answersLive, requireLiveSelector, type Selector } from './selectors.ts';

/** Result of matching a pair: not at all, as (A, B), or as (B, A). */
export const MATCH_NONE = 0;
const MATCH_FORWARD = 1;
export const MATCH_BACKWARD = 2;

/** Stops a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void;

/** Says that the collider of an entity named by a subscription has left. */
export interface Departure {
  readonly entity: EntityId;
  /** The slot whose ends have still to be reported; INVALID_SLOT for none. */
  readonly slot: number;
}

export interface Subscription<H> {
  readonly first: Selector;
  readonly second: Selector;
  readonly handler: H;
  active: boolean;
  /**
   * The first named entity whose collider left, undefined until one has: the subscription ends with the last end of
   * that collider, so that it never applies to another entity which gets the same id.
   */
  departed: Departure | undefined;
}

/**
 * The handlers of one kind of event. The list only changes between dispatches: a
 * subscription that a handler makes is called from the next event on, one that it stops is skipped at once.
 */
export interface SubscriptionList<H> {
  all: Subscription<H>[];
}

/** All subscriptions of a world, and the collider slots they are matched with. */
export interface Subscriptions<B, E> {
  readonly world: AnyWorld;
  readonly slots: ColliderSlots;
  readonly begin: SubscriptionList<B>;
  readonly stay: SubscriptionList<B>;
  readonly end: SubscriptionList<E>;
  /** The subscriptions of the event log, which keep their selectors for as long as ticks may be taken back. */
  readonly logged: SubscriptionList<unknown>;
  /** All of the four lists above, and those for the events of features. */
  readonly lists: SubscriptionList<unknown>[];
  /**
   * By slot, of a collider that left: the components it had, and the subscriptions that name its entity. The components
   * of removed entities that no subscription names are in `masks`.
   */
  readonly left: Map<number, object[]>;
  readonly masks: RemovedMasks;
}

export function subscribe<H>(
  world: AnyWorld,
  list: SubscriptionList<H>,
  first: Selector,
  second: Selector,
  handler: H,
): Unsubscribe {
  requireLiveSelector('the first selector', first, world);
  requireLiveSelector('the second selector', second, world);
  requireType('a handler', handler, 'function');
  const subscription: Subscription<H> = { first, second, handler, active: true, departed: undefined };
  list.all = [...list.all, subscription];
  return () => {
    subscription.active = false;
    list.all = list.all.filter((other) => other !== subscription);
  };
}

/** Returns whether and in which order a pair of slots matches a subscription's selectors. */
export function matchPair(
  subscriptions: Subscriptions<unknown, unknown>,
  subscription: Subscription<unknown>,
  slotA: number,
  slotB: number,
): number {
  const { first, second } = subscription;
  if (answers(subscriptions, subscription, first, slotA) && answers(subscriptions, subscription, second, slotB)) {
    return MATCH_FORWARD;
  }
  if (answers(subscriptions, subscription, first, slotB) && answers(subscriptions, subscription, second, slotA)) {
    return MATCH_BACKWARD;
  }
  return MATCH_NONE;
}

function answers(
  { world, slots, left, masks }: Subscriptions<unknown, unknown>,
  subscription: Subscription<unknown>,
  selector: Selector,
  slot: number,
): boolean {
  const isNamed = typeof selector === 'number';
  const entity = slots.entity[slot];
  if (slots.state[slot] === SLOT_LIVE) {
    // A recycled id belongs to another entity: the subscription is for the entity that had the id before.
    return !(isNamed && subscription.departed?.entity === entity) && answersLive(world, selector, entity);
  }
  const had = left.get(slot);
  // A subscription that names an entity, but was made after the collider left, means a new entity of the same id.
  if (isNamed) return selector === entity && had?.includes(subscription) === true;
  // A loop and no closure, which would cost a context on every call, for living colliders as well.
  for (let i = 0; i < selector.length; i++) {
    if (!(had?.includes(selector[i] as object) ?? hadComponent(masks, slot, selector[i]))) return false;
  }
  return true;
}

/**
 * Notes a collider that leaves, while its components can still be read, and of the subscriptions that name its entity:
 * these end with the collider unless it is only disabled. `INVALID_SLOT` stands for a Collider that is removed after
 * its slot has left: the subscriptions then end when the last events of the entity have been delivered. The components
 * of an entity that is gone with a world that was reset are not read: its id may be that of another entity.
 */
export function noteLeave(
  { world, slots, lists, left, masks }: Subscriptions<unknown, unknown>,
  slot: number,
  entity: EntityId,
  cause: number,
  isGone?: boolean,
  isWhole?: boolean,
): void {
  const mayEnd = slot !== INVALID_SLOT && isPaired(slots, slot);
  const naming: object[] = [];
  for (const { all } of lists) {
    for (const subscription of all) {
      const isNamed = subscription.first === entity || subscription.second === entity;
      if (!isNamed || subscription.departed?.entity === entity) continue;
      naming.push(subscription);
      if (cause === CAUSE_DISABLED || subscription.departed !== undefined) continue;
      subscription.departed = { entity, slot: mayEnd ? slot : lastPaired(slots, entity) };
    }
  }
  if (!mayEnd || (isWhole && !isGone && naming.length === 0 && keepMasks(masks, world, slots, slot))) return;
  // The component whose removal made the collider leave is still among the components. They are kept in an array: a
  // set takes several times as long to make.
  left.set(slot, [...((!isGone && lifeOf(world, entity)) || []), ...naming]);
}

/** Returns whether there may still be ends of a slot to tell: a broad phase has seen it. */
export function isPaired({ born, rounds }: ColliderSlots, slot: number): boolean {
  return born[slot] !== rounds;
}

/** Returns the slot that the entity left last, if a broad phase has seen it: it may still have ends to report. */
function lastPaired(slots: ColliderSlots, entity: EntityId): number {
  return slots.removed.filter((of) => slots.entity[of] === entity && isPaired(slots, of)).pop() ?? INVALID_SLOT;
}

/**
 * Forgets colliders whose last events have been delivered: their components, and the subscriptions that name only them.
 */
export function forgetLeft({ slots, lists, logged, left }: Subscriptions<unknown, unknown>): void {
  const isLeaving = (slot: number): boolean => slots.state[slot] === SLOT_REMOVED;
  for (const list of lists) {
    if (list === logged) continue;
    list.all = list.all.filter(({ departed }) => departed === undefined || isLeaving(departed.slot));
  }
  left.forEach((_had, slot) => {
    if (!isLeaving(slot)) left.delete(slot);
  });
}
