import { CollisionError } from './errors.ts';
import { type IndexList, reserveIndices } from './index-list.ts';
import { scratchList } from './scratch-list.ts';
import { growColumns, grownCapacity, lengthened, makeArray, NO_NUMBERS, reserve } from './typed-array.ts';

/** The life of a slot. A slot leaves in two steps, so that the tick that reports its ends can still name it. */
export const SLOT_FREE = 0;
/** The slot is in use: its collider takes part in bounds, hierarchy and pairs. */
export const SLOT_LIVE = 1;
/** The collider of the slot is gone; pairs that still name the slot end in the next contact tracking. */
export const SLOT_REMOVED = 2;
/** The ends of the slot's contacts have been reported; the slot is freed at the start of the next tick. */
const SLOT_RETIRED = 3;

export const FLAG_SENSOR = 1;
export const FLAG_STATIC = 2;
/** The collider is swept, see swept-colliders.ts. The flag is never set for a static collider. */
export const FLAG_SWEPT = 4;
/** The collider has been placed and not moved, and has not been read since: no path leads to its place. */
export const FLAG_PLACED = 8;

/** Bits of `changed`. */
export const CHANGED = 1;
/** The collider itself is as it was, but a row of its contacts is no longer what the narrow phase has written. */
export const CHANGED_ROW = 2;

/**
 * The reasons why a pair stopped touching, in the order of END_CAUSES. Of several reasons, the least one above 0 is
 * reported.
 */
export const CAUSE_SEPARATED = 0;
export const CAUSE_REMOVED = 1;
export const CAUSE_DISABLED = 2;
export const CAUSE_FILTERED = 3;

/** The value in place of a slot where there is none. */
export const INVALID_SLOT = -1;

export const END_CAUSES = ['separated', 'removed', 'disabled', 'filtered'] as const;
/** Why a contact ended. */
export type EndCause = (typeof END_CAUSES)[number];

/**
 * Dense collider slots. Entity ids are recycled at once by the ECS, so a pair remembered by entity id could silently
 * pass to another entity; a slot is never reused before every pair that names it has ended.
 *
 * `order` lists all used slots by ascending entity index (a removed slot before a live one of the same index), and
 * `rank` is its inverse: everything that must not depend on insertion order compares ranks.
 */
export interface ColliderSlots {
  /** Slots ever used: valid slots are 0 … end − 1. */
  end: number;
  /** The expected number of slots: columns grow up to this length before they grow beyond. */
  readonly foreseen: number;
  state: Uint8Array;
  flags: Uint8Array;
  cause: Uint8Array;
  /**
   * `CHANGED` where the pose, size, shape or tags have changed, or the collider has left, since contacts were last
   * computed; `CHANGED_ROW` where only the contacts have to be computed anew.
   */
  changed: Uint8Array;
  /** 1 for a collider in `added` that no query has read since it came or last changed. */
  unread: Uint8Array;
  /**
   * 1 for a moving collider whose filter was the default one when bounds were computed: two of these may always meet.
   */
  defaultFilter: Uint8Array;
  /** Entity index (the id without its version bits): where the component stores keep this entity. */
  index: Uint32Array;
  /** Full entity id, as the ECS gave it: 32 bits, the version in the upper ones. */
  entity: Int32Array;
  rank: Uint32Array;
  order: Uint32Array;
  orderCount: number;
  /**
   * While a tick begins: the part of the order, from and to, in which slots have come and gone since ranks were
   * written.
   */
  orderedFrom: number;
  orderedTo: number;
  /** Counts changes of `order`. */
  orderVersion: number;
  /** Live slot by entity index, or INVALID_SLOT. */
  slotOfIndex: Int32Array;
  free: number[];
  /** Slots added or removed since `order` was made. */
  added: number[];
  removed: number[];
  /** The length of `removed` when the tick began: only these slots can be gone from all pairs by the tick's end. */
  retirable: number;
  /**
   * Counts broad phases; and, by slot, how many there had been when it was added: until the next one, no pair names it.
   */
  rounds: number;
  born: Uint32Array;
  /**
   * Counts placings of colliders, by `set()` or a teleport, since the world was made or restored; and, by slot, the
   * count at the collider's last one: a collider that has been placed since some moment has come by no path.
   */
  placings: number;
  placedAt: Float64Array;
  /**
   * By entity index: a number that only the members of one tree of attached entities have in common; 0 for an entity
   * that is not attached. The array is only as long as needed: empty in most worlds.
   */
  family: Uint32Array;
}

/** The value of `orderedFrom` when all slots are in order: larger than any rank. */
const NOWHERE = 2 ** 30;

const SLOT_COLUMNS = [
  'state',
  'flags',
  'cause',
  'changed',
  'unread',
  'defaultFilter',
  'index',
  'entity',
  'rank',
  'born',
  'placedAt',
] as const;

export function createColliderSlots(capacity: number, foreseen = capacity): ColliderSlots {
  return {
    end: 0,
    foreseen,
    state: makeArray(Uint8Array, capacity),
    flags: makeArray(Uint8Array, capacity),
    cause: makeArray(Uint8Array, capacity),
    changed: makeArray(Uint8Array, capacity),
    unread: makeArray(Uint8Array, capacity),
    defaultFilter: makeArray(Uint8Array, capacity),
    index: makeArray(Uint32Array, capacity),
    entity: makeArray(Int32Array, capacity),
    rank: makeArray(Uint32Array, capacity),
    order: makeArray(Uint32Array, capacity),
    orderCount: 0,
    orderedFrom: NOWHERE,
    orderedTo: 0,
    orderVersion: 0,
    slotOfIndex: makeArray(Int32Array, capacity).fill(INVALID_SLOT),
    free: [],
    added: [],
    removed: [],
    retirable: 0,
    rounds: 0,
    born: makeArray(Uint32Array, capacity),
    placings: 0,
    placedAt: makeArray(Float64Array, capacity),
    family: NO_NUMBERS,
  };
}

/** Lists the slots that are unread, in the order in which they were added. */
export function listUnread({ added, unread }: ColliderSlots): number[] {
  return added.filter((slot) => unread[slot] === 1);
}

/** Returns the live slot of an entity index, or INVALID_SLOT. */
export function findSlot(slots: ColliderSlots, index: number): number {
  return slots.slotOfIndex[index] ?? INVALID_SLOT;
}

/** Returns whether two entity indices are of one family. */
export function areFamily({ family }: ColliderSlots, indexA: number, indexB: number): boolean {
  return indexA < family.length && family[indexA] !== 0 && family[indexA] === family[indexB];
}

/** Gives an entity a slot and returns it. The entity must not have a live one. */
export function addSlot(slots: ColliderSlots, index: number, entity: number): number {
  const slot = slots.free.pop() ?? slots.end++;
  reserveSlots(slots, slot + 1);
  const known = slots.slotOfIndex.length;
  if (index >= known) {
    slots.slotOfIndex = lengthened(slots.slotOfIndex, grownSlots(slots, known, index + 1)).fill(INVALID_SLOT, known);
  }
  slots.state[slot] = SLOT_LIVE;
  slots.flags[slot] = 0;
  slots.defaultFilter[slot] = 0;
  slots.index[slot] = index;
  slots.entity[slot] = entity;
  slots.born[slot] = slots.rounds;
  slots.placedAt[slot] = 0;
  slots.slotOfIndex[index] = slot;
  slots.added.push(slot);
  return slot;
}

/** Returns whether a slot that is in use has a rank: not before the first `updateOrder` after it was added. */
export function isOrdered({ rank, order, orderCount }: ColliderSlots, slot: number): boolean {
  return rank[slot] < orderCount && order[rank[slot]] === slot;
}

/** Takes a slot that is never given to a collider. */
export function takeEmptySlot(slots: ColliderSlots): number {
  reserveSlots(slots, slots.end + 1);
  return slots.end++;
}

/** Marks a live slot as removed; its pairs end with `cause`. */
export function removeSlot(slots: ColliderSlots, slot: number, cause: number): void {
  slots.state[slot] = SLOT_REMOVED;
  slots.changed[slot] = 1;
  slots.cause[slot] = cause;
  slots.slotOfIndex[slots.index[slot]] = INVALID_SLOT;
  slots.removed.push(slot);
}

/**
 * Marks the slots as retired that had been removed before the tick began; to be called when the ends of their pairs
 * have been recorded. A collider removed between two stages may be in this tick's pairs and contacts already, and is
 * retired a tick later.
 */
export function retireRemovedSlots(slots: ColliderSlots): void {
  const { removed, retirable } = slots;
  for (let i = 0; i < retirable; i++) slots.state[removed[i]] = SLOT_RETIRED;
}

/**
 * Begins a tick: frees for reuse the retired slots, and the slots that left before a broad phase could name them in a
 * pair, which would be held for good in a world without ticks. Returns whether there were any. A slot that
 * `updateOrder` has not seen is left for the next time, so a freed slot has always been ordered.
 */
export function freeRetiredSlots(slots: ColliderSlots): boolean {
  const { removed, state, free, rank, born, rounds } = slots;
  let kept = 0;
  let first = slots.orderCount;
  let last = 0;
  for (let i = 0; i < removed.length; i++) {
    const slot = removed[i];
    if (state[slot] === SLOT_RETIRED || (born[slot] === rounds && isOrdered(slots, slot))) {
      state[slot] = SLOT_FREE;
      if (rank[slot] < first) first = rank[slot];
      if (rank[slot] > last) last = rank[slot];
      free.push(slot);
    } else {
      removed[kept++] = slot;
    }
  }
  slots.retirable = kept;
  if (kept === removed.length) return false;
  removed.length = kept;
  dropFreeFromOrder(slots, first, last);
  return true;
}

/**
 * Returns how many slots of a list are not static. The static ones must come last, as they do among the moving ones.
 */
export function countMovers({ flags }: ColliderSlots, { items, count }: IndexList): number {
  let movers = count;
  while (movers > 0 && (flags[items[movers - 1]] & FLAG_STATIC) !== 0) movers--;
  return movers;
}

/**
 * Brings `order` and `rank` up to date when slots have been freed and added. Returns whether any were added; lists
 * these in `scratchList`, in order.
 */
export function updateOrder(slots: ColliderSlots): boolean {
  scratchList.count = 0;
  // This is a function of its own because it has a closure: a function with a closure creates a context on every call.
  if (slots.added.length > 0) insertAdded(slots);
  if (slots.orderedFrom < NOWHERE) rankMoved(slots);
  return scratchList.count > 0;
}

/** Merges the added slots into the order, from behind, so that each slot moves once. */
function insertAdded(slots: ColliderSlots): void {
  const { added, index, orderCount } = slots;
  const { length } = added;
  added.sort((a, b) => index[a] - index[b]);
  slots.order = reserve(slots.order, orderCount + length);
  const { order } = slots;
  const behind = placeInOrder(slots, index[added[length - 1]], orderCount);
  order.copyWithin(behind + length, behind, orderCount);
  let from = behind - 1;
  let to = behind + length - 1;
  // A slot that has been removed again before it was ever seen keeps its place until it is freed, at no cost.
  for (let next = length - 1; next >= 0; to--) {
    const isLater = from >= 0 && index[order[from]] > index[added[next]];
    order[to] = isLater ? order[from--] : added[next--];
  }
  slots.orderCount += length;
  slots.orderedFrom = Math.min(slots.orderedFrom, to + 1);
  slots.orderedTo = Math.max(slots.orderedTo, behind) + length;
  reserveIndices(scratchList, length).set(added);
  scratchList.count = length;
  added.length = 0;
}

/** Returns how many of the first `end` slots in order have an entity index of at most this. */
function placeInOrder({ order, index }: ColliderSlots, entityIndex: number, end: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index[order[middle]] <= entityIndex) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Throws `broken-invariant` when order, ranks, states and the index map disagree. */
export function validateColliderSlots(slots: ColliderSlots): void {
  const { order, orderCount, rank, index, state } = slots;
  for (let i = 0; i < orderCount; i++) {
    const slot = order[i];
    if (rank[slot] !== i) fail(`rank of slot ${slot} is ${rank[slot]}, its place is ${i}`);
    if (i > 0 && index[order[i - 1]] > index[slot]) fail(`order descends at ${i}`);
    if (state[slot] === SLOT_FREE) fail(`free slot ${slot} is still ordered`);
    if (state[slot] === SLOT_LIVE && findSlot(slots, index[slot]) !== slot)
      fail(`slot ${slot} is not found by its index`);
  }
  let used = 0;
  for (let slot = 0; slot < slots.end; slot++) if (state[slot] !== SLOT_FREE) used++;
  if (used !== orderCount + slots.added.length) fail(`${used} slots used, ${orderCount} ordered`);
}

function fail(message: string): never {
  throw new CollisionError('broken-invariant', `collider slots: ${message}`);
}

/** Removes free slots, whose ranks are `first` … `last`, from the order. `updateOrder` writes the ranks. */
function dropFreeFromOrder(slots: ColliderSlots, first: number, last: number): void {
  const { order, orderCount, state } = slots;
  let count = first;
  for (let i = first; i <= last; i++) {
    if (state[order[i]] !== SLOT_FREE) order[count++] = order[i];
  }
  order.copyWithin(count, last + 1, orderCount);
  slots.orderCount = orderCount - (last + 1 - count);
  slots.orderedFrom = first;
  slots.orderedTo = count;
}

/**
 * Writes the ranks of all slots whose place has changed: behind the part where slots came and went, either all places
 * have changed or none.
 */
function rankMoved(slots: ColliderSlots): void {
  slots.orderVersion++;
  const { order, orderCount, rank, orderedFrom, orderedTo } = slots;
  slots.orderedFrom = NOWHERE;
  slots.orderedTo = 0;
  for (let i = orderedFrom; i < orderCount; i++) {
    const slot = order[i];
    if (i >= orderedTo && rank[slot] === i) return;
    rank[slot] = i;
  }
}

/** Writes all ranks, for an order that has been put together anew. */
export function writeRanks(slots: ColliderSlots): void {
  slots.orderedFrom = 0;
  slots.orderedTo = slots.orderCount;
  rankMoved(slots);
}

/** Makes room for so many slots. */
export function reserveSlots(slots: ColliderSlots, needed: number): void {
  const { length } = slots.state;
  if (needed > length) growColumns(slots, SLOT_COLUMNS, grownSlots(slots, length, needed));
}

/** Returns how many entries a column gets that has to grow. */
function grownSlots({ foreseen }: ColliderSlots, length: number, needed: number): number {
  const grown = grownCapacity(length, needed);
  return needed <= foreseen ? Math.min(grown, foreseen) : grown;
}
