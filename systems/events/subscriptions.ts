import { CAUSE_DISABLED, type ColliderSlots, SLOT_LIVE, SLOT_REMOVED } from '../../src/core/collider-slots.ts';
import type { AnyWorld, EntityId } from '../adapter/adapter.ts';
import { FIRST, MATCH_BACKWARD, MATCH_FORWARD, MATCH_NONE, SECOND } from './match.ts';
import { answersLive, requireFunction, requireSelector, type Selector } from './selectors.ts';

/** Stops a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void;

export interface Subscription<H> {
  readonly first: Selector;
  readonly second: Selector;
  readonly handler: H;
  active: boolean;
  /** The slot of the entity it names, once that collider has left: the subscription goes with its last end. −1 until then. */
  expiringSlot: number;
}

/**
 * The handlers of one kind of event. The list only changes between dispatches: what a handler subscribes is heard from the next
 * event on, what it stops is skipped at once.
 */
export interface SubscriptionList<H> {
  all: Subscription<H>[];
}

/** All subscriptions of a world, and whom they are matched with. */
export interface Subscriptions<B, E> {
  readonly world: AnyWorld;
  readonly slots: ColliderSlots;
  readonly begin: SubscriptionList<B>;
  readonly stay: SubscriptionList<B>;
  readonly end: SubscriptionList<E>;
  /** Which selectors of each end subscription a collider answered when it left, by slot. */
  readonly left: Map<number, Map<object, number>>;
}

export function subscribe<H>(list: SubscriptionList<H>, first: Selector, second: Selector, handler: H): Unsubscribe {
  requireSelector('first', first);
  requireSelector('second', second);
  requireFunction('a handler', handler);
  const subscription = { first, second, handler, active: true, expiringSlot: -1 };
  list.all = [...list.all, subscription];
  return () => {
    subscription.active = false;
    list.all = list.all.filter((other) => other !== subscription);
  };
}

/** Tells whether and in which order a pair of slots answers a subscription's selectors. */
export function matchPair(
  subscriptions: Subscriptions<unknown, unknown>,
  subscription: Subscription<unknown>,
  slotA: number,
  slotB: number,
): number {
  if (answers(subscriptions, subscription, FIRST, slotA) && answers(subscriptions, subscription, SECOND, slotB)) {
    return MATCH_FORWARD;
  }
  if (answers(subscriptions, subscription, FIRST, slotB) && answers(subscriptions, subscription, SECOND, slotA)) {
    return MATCH_BACKWARD;
  }
  return MATCH_NONE;
}

function answers(
  { world, slots, left }: Subscriptions<unknown, unknown>,
  subscription: Subscription<unknown>,
  side: number,
  slot: number,
): boolean {
  const selector = side === FIRST ? subscription.first : subscription.second;
  if (slots.state[slot] === SLOT_LIVE) {
    // A recycled id is another entity: a subscription that expires means the one before.
    if (subscription.expiringSlot >= 0 && typeof selector === 'number') return false;
    return answersLive(world, selector, slots.entity[slot]!);
  }
  const sides = left.get(slot)?.get(subscription);
  if (sides !== undefined) return (sides & side) !== 0;
  // Subscribed after the collider left: who means all entities means this one too.
  return typeof selector !== 'number' && selector.length === 0;
}

/**
 * Takes note of a collider that leaves, while its components can still be read: which end selectors it answers, and which
 * subscriptions name its entity, which go with it unless it is only disabled.
 */
export function noteLeave(
  subscriptions: Subscriptions<unknown, unknown>,
  slot: number,
  entity: EntityId,
  cause: number,
): void {
  const { world, begin, stay, end, left } = subscriptions;
  const sides = new Map<object, number>();
  for (const subscription of end.all) {
    const first = answersLive(world, subscription.first, entity) ? FIRST : 0;
    sides.set(subscription, answersLive(world, subscription.second, entity) ? first | SECOND : first);
  }
  left.set(slot, sides);
  if (cause === CAUSE_DISABLED) return;
  for (const { all } of [begin, stay, end]) {
    for (const subscription of all) {
      const isNamed = subscription.first === entity || subscription.second === entity;
      if (isNamed && subscription.expiringSlot < 0) subscription.expiringSlot = slot;
    }
  }
}

/** Forgets colliders whose last events have been delivered: what they answered, and who subscribed to them alone. */
export function forgetLeft({ slots, begin, stay, end, left }: Subscriptions<unknown, unknown>): void {
  const isLeaving = (slot: number): boolean => slots.state[slot] === SLOT_REMOVED;
  for (const list of [begin, stay, end]) {
    list.all = list.all.filter(({ expiringSlot }) => expiringSlot < 0 || isLeaving(expiringSlot));
  }
  for (const slot of left.keys()) if (!isLeaving(slot)) left.delete(slot);
}
