import { forgetSlot, loosenSlot } from '../../src/core/broad-phase/pair-cache.ts';
import type { Bvh } from '../../src/core/bvh/bvh.ts';
import { takeOutItem } from '../../src/core/bvh/take-out-item.ts';
import { reserveColliders } from '../../src/core/collider-set.ts';
import { FLAG_STATIC, INVALID_SLOT, SLOT_LIVE, takeEmptySlot } from '../../src/core/collider-slots.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../src/core/index-list.ts';
import { NO_BYTES, NO_NUMBERS, reserve } from '../../src/core/typed-array.ts';
import { boundGroup } from './bound-group.ts';
import type { CollisionState, MobilityGroup } from './collision-state.ts';

/**
 * Statics that have changed since their hierarchy was built. They are taken out of that hierarchy and treated as moving
 * until the next hierarchy holds them, which is built once there are enough of them: so the cost of a change depends on
 * the number of statics that changed.
 */
export interface LooseStatics {
  /** Whether nothing has changed since the hierarchy was built: most ticks of most worlds look no further. */
  isIdle: boolean;
  readonly members: IndexList;
  /** The members that have a shape. They are the last entries of `moving.active`. */
  readonly active: IndexList;
  /** By slot: NOT_LOOSE, LOOSE, or LOOSE_ACTIVE for a loose collider that has a shape. */
  marks: Uint8Array;
  /** By slot: the position of the collider in the hierarchy, if the hierarchy holds it. */
  positions: Uint32Array;
  arePositionsKnown: boolean;
  /** How many colliders have been taken out of the hierarchy. */
  takenOut: number;
  /** The sum, over the ticks since the hierarchy was built, of the number of loose colliders. */
  carried: number;
  /** The item that replaces a collider in the hierarchy it is taken out of: a slot that no collider ever gets. */
  emptySlot: number;
  /** The loose statics that changed in this tick, whose bounds are computed anew. */
  readonly changed: Pick<MobilityGroup, 'members' | 'active'>;
  /** The hierarchy that is being built, and how many of its steps are done: see build-statics.ts. */
  next: Bvh | undefined;
  nextStep: number;
  nextPositions: Uint32Array;
  nextTakenOut: number;
}

export const NOT_LOOSE = 0;
const LOOSE = 1;
export const LOOSE_ACTIVE = 2;
/** The mark of a slot that has changed and is on the list already; only in use while the list is made. */
const LOOSE_CHANGED = 3;

export function createLooseStatics(): LooseStatics {
  return {
    isIdle: true,
    members: createIndexList(),
    active: createIndexList(),
    marks: NO_BYTES,
    positions: NO_NUMBERS,
    arePositionsKnown: false,
    takenOut: 0,
    carried: 0,
    emptySlot: INVALID_SLOT,
    changed: { members: createIndexList(), active: createIndexList() },
    next: undefined,
    nextStep: 0,
    nextPositions: NO_NUMBERS,
    nextTakenOut: 0,
  };
}

/**
 * Makes statics loose that have changed or come, and forgets those that have gone. None of the slots may have passed to
 * another collider.
 */
export function loosenStatics(state: CollisionState, slots: readonly number[]): void {
  if (slots.length === 0) return;
  const { loose, set } = state;
  const { end, state: life, flags } = set.slots;
  const { members } = loose.changed;
  loose.isIdle = false;
  loose.marks = reserve(loose.marks, end);
  const { marks } = loose;
  let out = reserveIndices(members, slots.length);
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    if (state.pairCache.settled[slot] === 1) takeOutOfServing(state, slot);
    if (loose.nextStep > 0 && holds(loose.next!, loose.nextPositions, slot)) {
      takeOutItem(loose.next!, loose.nextPositions[slot], emptySlot(state));
      loose.nextTakenOut++;
    }
    if (life[slot] !== SLOT_LIVE || (flags[slot] & FLAG_STATIC) === 0) {
      marks[slot] = NOT_LOOSE;
      continue;
    }
    if (marks[slot] === NOT_LOOSE) {
      reserveIndices(loose.members, 1)[loose.members.count++] = slot;
      marks[slot] = LOOSE;
    }
    out[members.count++] = slot;
    out = members.items;
  }
  keepMarked(loose.members, loose.members, marks, LOOSE);
}

/** Computes the bounds of the statics that have changed, and adds all loose statics to the colliders that move. */
export function boundLoose(state: CollisionState): void {
  if (state.loose.isIdle) return;
  const { loose, set } = state;
  const { changed, marks } = loose;
  if (changed.members.count > 0) {
    keepOnce(changed.members, marks);
    boundGroup(state, changed);
    const { items, count } = changed.members;
    for (let i = 0; i < count; i++) marks[items[i]] = LOOSE;
    for (let i = 0; i < changed.active.count; i++) marks[changed.active.items[i]] = LOOSE_ACTIVE;
    // A collider that was refused has to be read again in the next tick, so all loose statics count as changed.
    if (set.refused !== INVALID_SLOT) for (let i = 0; i < count; i++) state.adapter.changedStatics.push(items[i]);
    changed.members.count = 0;
  }
  joinMoving(state);
}

/** Appends the loose statics that have a shape to the list of moving colliders. */
export function joinMoving({ loose, moving }: CollisionState): void {
  const { active } = loose;
  keepMarked(active, loose.members, loose.marks, LOOSE_ACTIVE);
  const to = reserveIndices(moving.active, active.count);
  for (let i = 0; i < active.count; i++) to[moving.active.count++] = active.items[i];
}

/** Keeps the items that are still loose, each once: the bounds of an item listed twice would get its margin twice. */
function keepOnce(list: IndexList, marks: Uint8Array): void {
  const { items, count } = list;
  list.count = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (marks[slot] === NOT_LOOSE || marks[slot] === LOOSE_CHANGED) continue;
    marks[slot] = LOOSE_CHANGED;
    items[list.count++] = slot;
  }
}

function takeOutOfServing(state: CollisionState, slot: number): void {
  const { loose, statics, pairCache } = state;
  if (!loose.arePositionsKnown) {
    loose.positions = notePositions(loose.positions, statics.bvh, state.set.slots.end);
    loose.arePositionsKnown = true;
  }
  takeOutItem(statics.bvh, loose.positions[slot], emptySlot(state));
  loosenSlot(pairCache, slot);
  loose.takenOut++;
}

/** Returns the slot that stands in a hierarchy for the slots that were removed from it. */
function emptySlot({ loose, pairCache, set }: CollisionState): number {
  if (loose.emptySlot !== INVALID_SLOT) return loose.emptySlot;
  loose.emptySlot = takeEmptySlot(set.slots);
  reserveColliders(set);
  forgetSlot(pairCache, loose.emptySlot);
  set.bounds.fill(NaN, loose.emptySlot * set.boundsStride, (loose.emptySlot + 1) * set.boundsStride);
  return loose.emptySlot;
}

/** Returns whether a hierarchy holds a slot, by the positions that were noted for its items. */
export function holds({ itemCount, order }: Bvh, positions: Uint32Array, slot: number): boolean {
  const position = positions[slot];
  return position < itemCount && order[position] === slot;
}

/** Writes where the items of a hierarchy are, by slot. Returns the array, with room for all slots. */
export function notePositions(positions: Uint32Array, { order, itemCount }: Bvh, slotEnd: number): Uint32Array {
  const to = reserve(positions, slotEnd);
  for (let i = 0; i < itemCount; i++) to[order[i]] = i;
  return to;
}

/** Copies the items that have this mark, or a higher one. `to` may be the list itself. */
function keepMarked(to: IndexList, { items, count }: IndexList, marks: Uint8Array, least: number): void {
  to.count = 0;
  const out = reserveIndices(to, count);
  for (let i = 0; i < count; i++) if (marks[items[i]] >= least) out[to.count++] = items[i];
}
