import {
  CAUSE_DISABLED,
  type ColliderSlots,
  INVALID_SLOT,
  SLOT_LIVE,
  SLOT_REMOVED,
} from '../../../src/core/collider-slots.ts';
import { requireType } from '../../../src/core/errors.ts';
import { type AnyWorld, type EntityId, lifeOf } from '../adapter/entities.ts';
import { answersLive, requireSelector, type Selector } from './selectors.ts';

/** Result of matching a pair: not at all, as (A, B), or as (B, A). */
export const MATCH_NONE = 0;
const MATCH_FORWARD = 1;
export const MATCH_BACKWARD = 2;

/** Stops a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void;

export interface Subscription<H> {
  readonly first: Selector;
  readonly second: Selector;
  readonly handler: H;
  active: boolean;
  /**
   * The slot of the entity it names, once that collider has left: the subscription goes with its last
   * end. Undefined until then.
   */
  expiringSlot: number | undefined;
}

/**
 * The handlers of one kind of event. The list only changes between dispatches: what a handler subscribes is heard from
 * the next event on, what it stops is skipped at once.
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
  /** By slot, of a collider that left: the components it had, and the subscriptions that name its entity. */
  readonly left: Map<number, object[]>;
}

export function subscribe<H>(list: SubscriptionList<H>, first: Selector, second: Selector, handler: H): Unsubscribe {
  requireSelector('the first selector', first);
  requireSelector('the second selector', second);
  requireType('a handler', handler, 'function');
  const subscription: Subscription<H> = { first, second, handler, active: true, expiringSlot: undefined };
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
  { world, slots, left }: Subscriptions<unknown, unknown>,
  subscription: Subscription<unknown>,
  selector: Selector,
  slot: number,
): boolean {
  const isNamed = typeof selector === 'number';
  const entity = slots.entity[slot];
  if (slots.state[slot] === SLOT_LIVE) {
    // A recycled id is another entity: a subscription that expires means the one before.
    return !(isNamed && subscription.expiringSlot !== undefined) && answersLive(world, selector, entity);
  }
  const had = left.get(slot);
  // Who names an entity, but subscribed after the collider left, means another one.
  if (isNamed) return selector === entity && had?.includes(subscription) === true;
  // A closure would cost a context on every call, also for those that live.
  for (let i = 0; i < selector.length; i++) if (had?.includes(selector[i] as object) !== true) return false;
  return true;
}

/**
 * Takes note of a collider that leaves, while its components can still be read, and of which subscriptions name its
 * entity: they go with it unless it is only disabled. With `INVALID_SLOT`, of a Collider that is removed after it has
 * left: they go with what is still to be told of it.
 */
export function noteLeave(
  { world, slots, begin, stay, end, left }: Subscriptions<unknown, unknown>,
  slot: number,
  entity: EntityId,
  cause: number,
): void {
  const mayEnd = slot !== INVALID_SLOT && isPaired(slots, slot);
  // The component whose removal is why it leaves is still among them. An array: a set takes several times as long.
  const had = mayEnd ? [...(lifeOf(world, entity) ?? [])] : [];
  if (mayEnd) left.set(slot, had);
  for (const { all } of [begin, stay, end]) {
    for (const subscription of all) {
      const isNamed = subscription.first === entity || subscription.second === entity;
      if (!isNamed || subscription.expiringSlot !== undefined) continue;
      had.push(subscription);
      if (cause !== CAUSE_DISABLED) subscription.expiringSlot = mayEnd ? slot : lastPaired(slots, entity);
    }
  }
}

/** Whether there may still be ends of a slot to tell: a broad phase has seen it. */
function isPaired({ born, rounds }: ColliderSlots, slot: number): boolean {
  return born[slot] !== rounds;
}

/** Returns the slot of the entity's that left last and may still have ends to tell. */
function lastPaired(slots: ColliderSlots, entity: EntityId): number {
  return slots.removed.filter((of) => slots.entity[of] === entity && isPaired(slots, of)).pop() ?? INVALID_SLOT;
}

/** Forgets colliders whose last events have been delivered: what they answered, and who subscribed to them alone. */
export function forgetLeft({ slots, begin, stay, end, left }: Subscriptions<unknown, unknown>): void {
  const isLeaving = (slot: number): boolean => slots.state[slot] === SLOT_REMOVED;
  for (const list of [begin, stay, end]) {
    list.all = list.all.filter(({ expiringSlot }) => expiringSlot === undefined || isLeaving(expiringSlot));
  }
  left.forEach((_had, slot) => {
    if (!isLeaving(slot)) left.delete(slot);
  });
}
