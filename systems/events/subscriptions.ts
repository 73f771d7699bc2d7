import { CAUSE_DISABLED, type ColliderSlots, SLOT_LIVE, SLOT_REMOVED } from '../../src/core/collider-slots.ts';
import { CollisionError } from '../../src/core/errors.ts';
import { type AnyWorld, type Component, type EntityId, hasAll } from '../adapter/adapter.ts';

/** Which entities are meant: one, by id, or all that have every listed component (an empty list: all). */
export type Selector = EntityId | readonly Component[];

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

/** Result of matching a pair: not at all, as (A, B), or as (B, A). */
export const MATCH_NONE = 0;
export const MATCH_FORWARD = 1;
export const MATCH_BACKWARD = 2;

const FIRST = 1;
const SECOND = 2;

/** Which end selectors a collider matched when it left, by slot: for each subscription of then, 1 for its first, 2 for its second. */
export type LeaveMatches = Map<number, LeaveRecord>;

interface LeaveRecord {
  readonly subscriptions: readonly object[];
  readonly bits: Uint8Array;
}

export function createSubscriptionList<H>(): SubscriptionList<H> {
  return { all: [] };
}

export function subscribe<H>(list: SubscriptionList<H>, first: Selector, second: Selector, handler: H): Unsubscribe {
  requireSelector('first', first);
  requireSelector('second', second);
  if (typeof handler !== 'function') {
    throw new CollisionError('invalid-state', `a handler must be a function, got ${typeof handler}`);
  }
  const subscription = { first, second, handler, active: true, expiringSlot: -1 };
  list.all = [...list.all, subscription];
  return () => {
    subscription.active = false;
    list.all = list.all.filter((other) => other !== subscription);
  };
}

/** Tells whether and in which order a pair of slots answers a subscription's selectors. */
export function matchPair<H>(
  world: AnyWorld,
  slots: ColliderSlots,
  left: LeaveMatches,
  subscription: Subscription<H>,
  slotA: number,
  slotB: number,
): number {
  if (
    answers(world, slots, left, subscription, FIRST, slotA) &&
    answers(world, slots, left, subscription, SECOND, slotB)
  ) {
    return MATCH_FORWARD;
  }
  if (
    answers(world, slots, left, subscription, FIRST, slotB) &&
    answers(world, slots, left, subscription, SECOND, slotA)
  ) {
    return MATCH_BACKWARD;
  }
  return MATCH_NONE;
}

/** Records which end selectors a leaving collider matches, while its components can still be read. */
export function recordLeave<H>(
  world: AnyWorld,
  list: SubscriptionList<H>,
  left: LeaveMatches,
  slot: number,
  entity: EntityId,
): void {
  const matches = new Uint8Array(list.all.length);
  for (let i = 0; i < list.all.length; i++) {
    const { first, second } = list.all[i]!;
    if (answersLive(world, first, entity)) matches[i] = matches[i]! | FIRST;
    if (answersLive(world, second, entity)) matches[i] = matches[i]! | SECOND;
  }
  left.set(slot, { subscriptions: list.all, bits: matches });
}

/** Notes which subscriptions name an entity whose collider is gone for good. */
export function expireEntity<H>(list: SubscriptionList<H>, slot: number, entity: EntityId, cause: number): void {
  if (cause === CAUSE_DISABLED) return;
  for (const subscription of list.all) {
    const named = subscription.first === entity || subscription.second === entity;
    if (named && subscription.expiringSlot < 0) subscription.expiringSlot = slot;
  }
}

/** Drops subscriptions whose entity's last events have been delivered. */
export function dropExpired<H>(list: SubscriptionList<H>, slots: ColliderSlots): void {
  if (!list.all.some((subscription) => isExpired(subscription, slots))) return;
  list.all = list.all.filter((subscription) => !isExpired(subscription, slots));
}

function isExpired<H>(subscription: Subscription<H>, slots: ColliderSlots): boolean {
  return subscription.expiringSlot >= 0 && slots.state[subscription.expiringSlot] !== SLOT_REMOVED;
}

/** Whether a live entity is meant by a selector. */
export function answersLive(world: AnyWorld, selector: Selector, entity: EntityId): boolean {
  return typeof selector === 'number' ? selector === entity : hasAll(world, entity, selector);
}

function answers<H>(
  world: AnyWorld,
  slots: ColliderSlots,
  left: LeaveMatches,
  subscription: Subscription<H>,
  side: number,
  slot: number,
): boolean {
  if (slots.state[slot] === SLOT_LIVE) {
    const selector = side === FIRST ? subscription.first : subscription.second;
    // A recycled id is another entity: a subscription that expires means the one before.
    if (subscription.expiringSlot >= 0 && typeof selector === 'number') return false;
    return answersLive(world, selector, slots.entity[slot]!);
  }
  const record = left.get(slot);
  const index = record === undefined ? -1 : record.subscriptions.indexOf(subscription);
  if (index >= 0) return (record!.bits[index]! & side) !== 0;
  // Subscribed after the collider left: who means all entities means this one too.
  const selector = side === FIRST ? subscription.first : subscription.second;
  return typeof selector !== 'number' && selector.length === 0;
}

/** @throws CollisionError `invalid-state` for what is neither an entity id nor a list of components. */
export function requireSelector(name: string, selector: Selector): void {
  if (typeof selector === 'number' ? Number.isInteger(selector) : Array.isArray(selector)) {
    if (typeof selector !== 'number') requireComponents(name, selector);
    return;
  }
  throw new CollisionError(
    'invalid-state',
    `the ${name} selector must be an entity id or a list of components, got ${String(selector)}`,
  );
}

function requireComponents(name: string, components: readonly Component[]): void {
  for (let i = 0; i < components.length; i++) {
    const component = components[i] as unknown;
    if ((typeof component === 'object' && component !== null) || typeof component === 'function') continue;
    throw new CollisionError(
      'invalid-state',
      `component ${i} of the ${name} selector must be a component, got ${String(component)}`,
    );
  }
}
