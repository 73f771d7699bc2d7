import { query } from 'bitecs';
import {
  CAUSE_DISABLED,
  CAUSE_REMOVED,
  FLAG_PLACED,
  FLAG_SENSOR,
  FLAG_STATIC,
  FLAG_SWEPT,
  SLOT_LIVE,
} from '../../../src/core/collider-slots.ts';
import type { Adapter } from './adapter.ts';
import { hasBit } from './bitecs-internals.ts';
import { colliderTerms } from './collider-terms.ts';
import { enter, isMember, leave, readTags, slotOf } from './member-slots.ts';

/**
 * Compares the colliders with the world: colliders whose entity no longer qualifies leave, missing ones enter, and tags
 * are read again where they differ. To be called when slots were changed without observers being called.
 */
export function takeInWorld(adapter: Adapter): void {
  const { world, slots, tags } = adapter;
  const { end, state, entity, flags } = slots;
  const isFound = new Uint8Array(end);
  const tagged = new Uint8Array(end);
  for (const eid of Array.from(query(world, colliderTerms(adapter)))) {
    if (!isMember(adapter, eid)) continue;
    if (slotOf(adapter, eid) < 0) enter(adapter, eid);
    // The slot is marked also for a collider that has just entered: it may have got a slot that was in use before.
    const slot = slotOf(adapter, eid);
    if (slot >= 0) isFound[slot] = 1;
  }
  for (let slot = 0; slot < end; slot++) {
    if (state[slot] !== SLOT_LIVE || isFound[slot] === 1) continue;
    leave(adapter, slot, hasBit(adapter.bits.disabled, entity[slot]) ? CAUSE_DISABLED : CAUSE_REMOVED);
  }
  for (const [tag, flag] of [
    ['Sensor', FLAG_SENSOR],
    ['Swept', FLAG_SWEPT],
    ['Static', FLAG_STATIC],
  ] as const) {
    if (!adapter.heardTags.includes(tag)) continue;
    for (const eid of query(world, [tags[tag]])) {
      const slot = slotOf(adapter, eid);
      if (slot < 0 || slot >= end) continue;
      // A static collider is never swept.
      if (flag === FLAG_STATIC) tagged[slot] &= ~FLAG_SWEPT;
      tagged[slot] |= flag;
    }
  }
  for (let slot = 0; slot < end; slot++) {
    const isKnown = state[slot] === SLOT_LIVE && isFound[slot] === 1;
    if (isKnown && (flags[slot] & ~FLAG_PLACED) !== tagged[slot]) readTags(adapter, slot, entity[slot]);
  }
}
