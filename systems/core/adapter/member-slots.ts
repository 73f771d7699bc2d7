import {
  addSlot,
  CAUSE_REMOVED,
  FLAG_PLACED,
  FLAG_SENSOR,
  FLAG_STATIC,
  FLAG_SWEPT,
  findSlot,
  INVALID_SLOT,
  isOrdered,
  removeSlot,
} from '../../../src/core/collider-slots.ts';
import type { Adapter } from './adapter.ts';
import { hasBit } from './bitecs-internals.ts';
import { type EntityId, entityIndex, lifeOf } from './entities.ts';

/**
 * Returns the slot of an entity's collider, INVALID_SLOT for none. A dead entity has none, even if another entity has
 * its index now.
 */
export function slotOf({ world, slots }: Adapter, eid: EntityId): number {
  const slot = findSlot(slots, entityIndex(world, eid));
  return slot >= 0 && slots.entity[slot] === eid ? slot : INVALID_SLOT;
}

/** Returns whether an entity has all components that a collider needs, and is not disabled. It may be a prefab. */
export function isMember({ bits }: Adapter, eid: EntityId): boolean {
  const { required, disabled } = bits;
  for (let i = 0; i < required.length; i++) if (!hasBit(required[i], eid)) return false;
  return !hasBit(disabled, eid);
}

/** Gives an entity a slot, if it has all it takes to collide and nothing keeps it out. */
export function enter(adapter: Adapter, eid: EntityId): void {
  const { world, slots, bits } = adapter;
  if (!isMember(adapter, eid)) return;
  if (hasBit(bits.prefab, eid)) {
    notePrefab(adapter, eid);
    return;
  }
  if (adapter.isHeldBack?.(eid)) return;
  const index = entityIndex(world, eid);
  const old = findSlot(slots, index);
  // bitECS may call two observers for one addition: the second finds the slot that the first has made.
  if (old >= 0 && slots.entity[old] === eid) return;
  if (old >= 0) leave(adapter, old, CAUSE_REMOVED);
  takeTags(adapter, addSlot(slots, index, eid), eid);
}

/** Removes the collider of a live slot; `isGone` says that its entity is not known to bitECS any more. */
export function leave(adapter: Adapter, slot: number, cause: number, isGone = false): void {
  const eid = adapter.slots.entity[slot];
  noteChange(adapter, slot);
  // An entity that is being removed still has all it takes to collide.
  adapter.onLeave(slot, eid, cause, isGone, isMember(adapter, eid));
  removeSlot(adapter.slots, slot, cause);
}

function noteChange(adapter: Adapter, slot: number): void {
  adapter.membersChanged = true;
  adapter.version++;
  noteStatic(adapter, slot);
}

/** Notes that a collider has changed. This matters for static and for new colliders; the others are read every tick. */
export function noteStatic(adapter: Adapter, slot: number): void {
  if (slot < 0) return;
  const { slots } = adapter;
  if (!isOrdered(slots, slot)) {
    slots.unread[slot] = 1;
    adapter.hasUnread = true;
  }
  if ((slots.flags[slot] & FLAG_STATIC) === 0) return;
  adapter.changedStatics.push(slot);
  adapter.staticsVersion++;
}

/** Notes that all statics are to be read again. */
export function noteAllStatics(adapter: Adapter): void {
  adapter.staticsChanged = true;
  adapter.staticsVersion++;
}

/**
 * Notes that an entity has been placed, not moved: no path leads to where its collider is now, nor to the colliders of
 * entities that are attached to it.
 */
export function notePlaced(adapter: Adapter, eid: EntityId): void {
  placeSlot(adapter, slotOf(adapter, eid));
  const attached = adapter.listAttached?.(eid);
  for (let i = 0; attached !== undefined && i < attached.count; i++) {
    placeSlot(adapter, findSlot(adapter.slots, attached.items[i]));
  }
}

function placeSlot({ slots, canSweep }: Adapter, slot: number): void {
  if (slot < 0) return;
  slots.placedAt[slot] = ++slots.placings;
  if (canSweep) slots.flags[slot] = slots.flags[slot] | FLAG_PLACED;
}

/** Reads the tags of an entity that has a slot, and notes the change both before and after: Static may have changed. */
export function readTags(adapter: Adapter, slot: number, eid: EntityId): void {
  if (slot < 0) return;
  noteChange(adapter, slot);
  takeTags(adapter, slot, eid);
}

function takeTags(adapter: Adapter, slot: number, eid: EntityId): void {
  const { slots, bits } = adapter;
  const swept = hasBit(bits.swept, eid) ? FLAG_SWEPT : 0;
  const mobility = hasBit(bits.static, eid) ? FLAG_STATIC : swept;
  const sensor = hasBit(bits.sensor, eid) ? FLAG_SENSOR : 0;
  if (((slots.flags[slot] ^ mobility) & FLAG_STATIC) !== 0 && isOrdered(slots, slot)) adapter.mobilityChanged = true;
  slots.flags[slot] = (slots.flags[slot] & FLAG_PLACED) | sensor | mobility;
  slots.changed[slot] = 1;
  noteChange(adapter, slot);
}

/** Notes an entity that may begin to collide without an observer being called. */
export function notePrefab(adapter: Adapter, eid: EntityId): void {
  const life = lifeOf(adapter.world, eid);
  if (life === undefined) return;
  adapter.prefabs ??= new Map();
  adapter.prefabs.set(eid, life);
}
