import { CAUSE_DISABLED, CAUSE_REMOVED, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import type { Adapter } from './adapter.ts';
import { hasBit } from './bitecs-internals.ts';
import { type EntityId, lifeOf } from './entities.ts';
import { enter, leave, notePrefab } from './member-slots.ts';

/** Adds again the colliders of entities that are no longer prefabs, for which no observer was called. */
export function admitFormerPrefabs(adapter: Adapter): void {
  if (adapter.prefabs !== undefined) admitAll(adapter, adapter.prefabs);
}

// In a function of its own: V8 makes a context for a closure at every call of the function that has it.
function admitAll(adapter: Adapter, prefabs: Map<EntityId, object>): void {
  const { world, bits } = adapter;
  prefabs.forEach((life, eid) => {
    const isAlive = lifeOf(world, eid) === life;
    // If it was disabled while it was a prefab, bitECS will not tell when that ends either.
    if (isAlive && (hasBit(bits.prefab, eid) || hasBit(bits.disabled, eid))) return;
    prefabs.delete(eid);
    if (isAlive) enter(adapter, eid);
  });
}

/** How many of all slots a tick looks at: statics are many, and hardly ever become prefabs. */
const SLOTS_A_TICK = 1024;

/**
 * Removes colliders whose entity became a prefab later, or was disabled while it was one, for which no observer is
 * called: those of `moving` at once, the others in turns of some ticks where there are many.
 */
export function dropPrefabs(adapter: Adapter, moving: IndexList): void {
  const slotEnd = adapter.slots.end;
  if (slotEnd <= SLOTS_A_TICK) {
    dropBetween(adapter, 0, slotEnd);
    return;
  }
  const start = adapter.nextLookedAt;
  const end = Math.min(slotEnd, start + SLOTS_A_TICK);
  // The search begins at the start again before it reaches new slots: otherwise it would only test new slots in ticks
  // that have some.
  adapter.nextLookedAt = end < slotEnd ? end : 0;
  dropListed(adapter, moving);
  dropBetween(adapter, start, end);
}

/**
 * This runs for every moving collider in every tick, so it reads as little as it can. Nothing follows the loop: V8
 * would leave the compiled code there, see `writeRanks` in sort-pairs.ts.
 */
function dropListed(adapter: Adapter, { items, count }: IndexList): void {
  const { entity } = adapter.slots;
  const { prefab, disabled } = adapter.bits;
  for (let i = 0; i < count; i++) {
    const eid = entity[items[i]];
    if (hasBit(prefab, eid) || hasBit(disabled, eid)) drop(adapter, items[i]);
  }
}

function dropBetween(adapter: Adapter, start: number, end: number): void {
  const { entity } = adapter.slots;
  const { prefab, disabled } = adapter.bits;
  for (let slot = start; slot < end; slot++) {
    if (hasBit(prefab, entity[slot]) || hasBit(disabled, entity[slot])) drop(adapter, slot);
  }
}

function drop(adapter: Adapter, slot: number): void {
  if (adapter.slots.state[slot] !== SLOT_LIVE) return;
  const eid = adapter.slots.entity[slot];
  leave(adapter, slot, hasBit(adapter.bits.prefab, eid) ? CAUSE_REMOVED : CAUSE_DISABLED);
  notePrefab(adapter, eid);
}
