import { CAUSE_FILTERED, CAUSE_SEPARATED, type ColliderSlots, SLOT_LIVE } from './collider-slots.ts';
import { CONTACT_TOUCHING, CONTACT_UNANNOUNCED, type ContactKeys, type ContactList, isDeeper } from './contact-list.ts';
import { CollisionError } from './errors.ts';
import { reserve } from './typed-array.ts';

/**
 * What changed in a tick, by pair of colliders: a pair begins when its first child contact touches and ends when its last one
 * does, so a ship that slides along a coast of many segments begins once.
 */
export interface ContactTransitions {
  /** Rows of the contact list: the deepest contact of each pair that began to touch. */
  begin: Uint32Array;
  beginCount: number;
  /** Rows of the contact list: the deepest contact of each pair that goes on touching. */
  stay: Uint32Array;
  stayCount: number;
  /** Pairs that stopped touching: slots, cause, and whether handlers ever heard of the begin. */
  endSlotA: Uint32Array;
  endSlotB: Uint32Array;
  endCause: Uint8Array;
  endAnnounced: Uint8Array;
  endId: Uint32Array;
  endCount: number;
  /** Contact ids not in use, and the lowest never used. Id 0 is never given. */
  freeIds: Uint32Array;
  freeIdCount: number;
  nextId: number;
}

export function createContactTransitions(): ContactTransitions {
  return {
    begin: new Uint32Array(64),
    beginCount: 0,
    stay: new Uint32Array(64),
    stayCount: 0,
    endSlotA: new Uint32Array(64),
    endSlotB: new Uint32Array(64),
    endCause: new Uint8Array(64),
    endAnnounced: new Uint8Array(64),
    endId: new Uint32Array(64),
    endCount: 0,
    freeIds: new Uint32Array(64),
    freeIdCount: 0,
    nextId: 1,
  };
}

/**
 * Compares the contacts of this tick with those of the tick before and writes which pairs began, stay and ended, all three in
 * the order of the contact list. Gives every contact its id and the tick it appeared in. Both lists are sorted by the ranks
 * of their slots, so one merge finds everything.
 *
 * @param isAllowed tells whether the filter would still let a live pair meet: it decides between the causes
 *   "separated" and "filtered".
 * @returns false when the contact list has not been rewritten since the last call (the narrow phase was skipped): then every
 *   touching pair stays, and removed colliders keep their slots until their ends can be told.
 */
export function trackContacts(
  transitions: ContactTransitions,
  list: ContactList,
  slots: ColliderSlots,
  tick: number,
  isAllowed: (slotA: number, slotB: number) => boolean,
): boolean {
  transitions.beginCount = 0;
  transitions.stayCount = 0;
  transitions.endCount = 0;
  if (list.tracked) {
    // Nothing new since the last call (a stage was skipped): every touching pair stays.
    markAllStaying(transitions, list);
    return false;
  }
  const previous = list.previous;
  transitions.stay = reserve(transitions.stay, list.count);
  let i = 0;
  let j = 0;
  while (i < previous.count || j < list.count) {
    const steady = carrySteady(transitions, list, i, j);
    i += steady;
    j += steady;
    const side = comparePairs(previous, i, list, j, slots.rank);
    if (side === BOTH_DONE) break;
    if (side < 0) {
      const end = groupEnd(previous, i);
      endPair(transitions, previous, i, end, slots, isAllowed);
      i = end;
    } else if (side > 0) {
      const end = groupEnd(list, j);
      for (let row = j; row < end; row++) appear(transitions, list, row, tick);
      if (isTouching(list, j, end)) pushBegin(transitions, deepestRow(list, j, end));
      j = end;
    } else {
      const previousEnd = groupEnd(previous, i);
      const end = groupEnd(list, j);
      continuePair(transitions, list, i, previousEnd, j, end, tick);
      i = previousEnd;
      j = end;
    }
  }
  list.tracked = true;
  return true;
}

/** Throws `broken-invariant` unless the rows are strictly sorted and every live contact has an id of its own. */
export function validateContacts(list: ContactList, slots: ColliderSlots): void {
  const seen = new Set<number>();
  for (let row = 0; row < list.count; row++) {
    if (list.tracked && seen.has(list.id[row]!)) {
      throw new CollisionError('broken-invariant', `contact id ${list.id[row]} is given twice`);
    }
    seen.add(list.id[row]!);
    if (row === 0) continue;
    const order =
      slots.rank[list.slotA[row - 1]!]! - slots.rank[list.slotA[row]!]! ||
      slots.rank[list.slotB[row - 1]!]! - slots.rank[list.slotB[row]!]! ||
      list.childA[row - 1]! - list.childA[row]! ||
      list.childB[row - 1]! - list.childB[row]!;
    if (order >= 0) throw new CollisionError('broken-invariant', `contact rows ${row - 1} and ${row} are out of order`);
  }
}

/**
 * Takes over a run of what most contacts are: the one contact of a pair that had the same one in the tick before, touching then
 * and now. Returns how many rows both lists may skip.
 */
function carrySteady(transitions: ContactTransitions, list: ContactList, previousStart: number, start: number): number {
  const { slotA, slotB, childA, childB, id, beginTick, flags, previous } = list;
  const before = previous.slotA;
  const beforeB = previous.slotB;
  const beforeFlags = previous.flags;
  const { stay } = transitions;
  // The last row of either list is left to the general case: telling whether a pair has more rows looks at the next one.
  const rows = Math.min(previous.count - previousStart, list.count - start) - 1;
  let stays = transitions.stayCount;
  let i = previousStart;
  let j = start;
  const end = start + rows;
  while (j < end) {
    const a = slotA[j]!;
    const b = slotB[j]!;
    if (a !== before[i]! || b !== beforeB[i]!) break;
    if (a === slotA[j + 1]! && b === slotB[j + 1]!) break;
    if (a === before[i + 1]! && b === beforeB[i + 1]!) break;
    if (childA[j]! !== previous.childA[i]! || childB[j]! !== previous.childB[i]!) break;
    const old = beforeFlags[i]!;
    if ((old & flags[j]! & CONTACT_TOUCHING) === 0) break;
    flags[j] = flags[j]! | (old & CONTACT_UNANNOUNCED);
    id[j] = previous.id[i]!;
    beginTick[j] = previous.beginTick[i]!;
    stay[stays++] = j;
    i++;
    j++;
  }
  transitions.stayCount = stays;
  return j - start;
}

const BOTH_DONE = Number.POSITIVE_INFINITY;

function comparePairs(a: ContactKeys, i: number, b: ContactKeys, j: number, rank: Uint32Array): number {
  if (i >= a.count) return j >= b.count ? BOTH_DONE : 1;
  if (j >= b.count) return -1;
  return rank[a.slotA[i]!]! - rank[b.slotA[j]!]! || rank[a.slotB[i]!]! - rank[b.slotB[j]!]!;
}

function groupEnd(keys: ContactKeys, start: number): number {
  const a = keys.slotA[start]!;
  const b = keys.slotB[start]!;
  let end = start + 1;
  while (end < keys.count && keys.slotA[end] === a && keys.slotB[end] === b) end++;
  return end;
}

function isTouching(keys: ContactKeys, start: number, end: number): boolean {
  for (let row = start; row < end; row++) if ((keys.flags[row]! & CONTACT_TOUCHING) !== 0) return true;
  return false;
}

/** The deepest touching row of a group; the first among equals. */
function deepestRow(list: ContactList, start: number, end: number): number {
  let deepest = start;
  for (let row = start + 1; row < end; row++) {
    if ((list.flags[row]! & CONTACT_TOUCHING) === 0) continue;
    if ((list.flags[deepest]! & CONTACT_TOUCHING) === 0 || isDeeper(list, row, deepest)) deepest = row;
  }
  return deepest;
}

function continuePair(
  transitions: ContactTransitions,
  list: ContactList,
  previousStart: number,
  previousEnd: number,
  start: number,
  end: number,
  tick: number,
): void {
  const previous = list.previous;
  const unannounced = previous.flags[previousStart]! & CONTACT_UNANNOUNCED;
  let i = previousStart;
  for (let row = start; row < end; row++) {
    while (i < previousEnd && compareChildren(previous, i, list, row) < 0) release(transitions, previous.id[i++]!);
    if (i < previousEnd && compareChildren(previous, i, list, row) === 0) {
      list.id[row] = previous.id[i]!;
      list.beginTick[row] = previous.beginTick[i]!;
      i++;
    } else {
      appear(transitions, list, row, tick);
    }
    list.flags[row] = list.flags[row]! | unannounced;
  }
  while (i < previousEnd) release(transitions, previous.id[i++]!);
  const before = isTouching(previous, previousStart, previousEnd);
  const now = isTouching(list, start, end);
  if (now && before) pushStay(transitions, deepestRow(list, start, end));
  else if (now) {
    for (let row = start; row < end; row++) list.flags[row] = list.flags[row]! & ~CONTACT_UNANNOUNCED;
    pushBegin(transitions, deepestRow(list, start, end));
  } else if (before) {
    pushEnd(transitions, list.slotA[start]!, list.slotB[start]!, CAUSE_SEPARATED, unannounced, list.id[start]!);
  }
}

function endPair(
  transitions: ContactTransitions,
  previous: ContactKeys,
  start: number,
  end: number,
  slots: ColliderSlots,
  isAllowed: (slotA: number, slotB: number) => boolean,
): void {
  for (let row = start; row < end; row++) release(transitions, previous.id[row]!);
  if (!isTouching(previous, start, end)) return;
  const a = previous.slotA[start]!;
  const b = previous.slotB[start]!;
  let cause = CAUSE_SEPARATED;
  if (slots.state[a] !== SLOT_LIVE) cause = slots.cause[a]!;
  else if (slots.state[b] !== SLOT_LIVE) cause = slots.cause[b]!;
  else if (!isAllowed(a, b)) cause = CAUSE_FILTERED;
  pushEnd(transitions, a, b, cause, previous.flags[start]! & CONTACT_UNANNOUNCED, previous.id[start]!);
}

function compareChildren(a: ContactKeys, i: number, b: ContactKeys, j: number): number {
  return a.childA[i]! - b.childA[j]! || a.childB[i]! - b.childB[j]!;
}

function appear(transitions: ContactTransitions, list: ContactList, row: number, tick: number): void {
  list.id[row] = transitions.freeIdCount > 0 ? transitions.freeIds[--transitions.freeIdCount]! : transitions.nextId++;
  list.beginTick[row] = tick;
}

function release(transitions: ContactTransitions, id: number): void {
  transitions.freeIds = reserve(transitions.freeIds, transitions.freeIdCount + 1);
  transitions.freeIds[transitions.freeIdCount++] = id;
}

function pushBegin(transitions: ContactTransitions, row: number): void {
  transitions.begin = reserve(transitions.begin, transitions.beginCount + 1);
  transitions.begin[transitions.beginCount++] = row;
}

function pushStay(transitions: ContactTransitions, row: number): void {
  transitions.stay = reserve(transitions.stay, transitions.stayCount + 1);
  transitions.stay[transitions.stayCount++] = row;
}

function pushEnd(
  transitions: ContactTransitions,
  slotA: number,
  slotB: number,
  cause: number,
  unannounced: number,
  id: number,
): void {
  const i = transitions.endCount++;
  transitions.endSlotA = reserve(transitions.endSlotA, i + 1);
  transitions.endSlotB = reserve(transitions.endSlotB, i + 1);
  transitions.endCause = reserve(transitions.endCause, i + 1);
  transitions.endAnnounced = reserve(transitions.endAnnounced, i + 1);
  transitions.endId = reserve(transitions.endId, i + 1);
  transitions.endSlotA[i] = slotA;
  transitions.endSlotB[i] = slotB;
  transitions.endCause[i] = cause;
  transitions.endAnnounced[i] = unannounced === 0 ? 1 : 0;
  transitions.endId[i] = id;
}

function markAllStaying(transitions: ContactTransitions, list: ContactList): void {
  for (let row = 0; row < list.count; ) {
    const end = groupEnd(list, row);
    if (isTouching(list, row, end)) pushStay(transitions, deepestRow(list, row, end));
    row = end;
  }
}
