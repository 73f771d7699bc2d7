import { CAUSE_FILTERED, CAUSE_SEPARATED, type ColliderSlots, SLOT_LIVE } from './collider-slots.ts';
import {
  CONTACT_BEGINS,
  CONTACT_CHILDREN,
  CONTACT_STAYS,
  CONTACT_TOUCHING,
  CONTACT_UNANNOUNCED,
  type ContactKeys,
  type ContactList,
  childAOf,
  childBOf,
  deepestRow,
} from './contact-list.ts';
import { CollisionError } from './errors.ts';
import { lengthened, reserve, withSpare } from './typed-array.ts';

/**
 * What changed in a tick, by pair of colliders: a pair begins when its first child contact touches and ends when its
 * last one does, so a ship that slides along a coast of many segments begins once. Of a pair that began or goes on, the
 * deepest contact is marked in the contact list, by `CONTACT_BEGINS` or `CONTACT_STAYS`.
 */
export interface ContactTransitions {
  beginCount: number;
  stayCount: number;
  /** Pairs that stopped touching, but those of whose begin no handler ever heard. Stride END_STRIDE. */
  ends: Uint32Array;
  endCount: number;
  /** Contact ids not in use, and the lowest never used. Id 0 is never given. */
  freeIds: Uint32Array;
  freeIdCount: number;
  nextId: number;
}

/** Offsets in `ContactTransitions.ends`: slots of A and B, the cause, and the id that the contact had. */
export const END_SLOT_A = 0;
export const END_SLOT_B = 1;
export const END_CAUSE = 2;
export const END_ID = 3;
export const END_STRIDE = 4;

export function createContactTransitions(): ContactTransitions {
  return {
    beginCount: 0,
    stayCount: 0,
    ends: new Uint32Array(64),
    endCount: 0,
    freeIds: new Uint32Array(64),
    freeIdCount: 0,
    nextId: 1,
  };
}

/**
 * Compares the contacts of this tick with those of the tick before and writes which pairs began, stay and ended, the
 * ends in the order of the contact list too. Gives every contact its id and the tick it appeared in. Both lists are
 * sorted by the ranks of their slots, so one merge finds everything.
 *
 * @param isAllowed tells whether the filter would still let a live pair meet: it decides between the causes
 *   "separated" and "filtered".
 * @returns false when the contact list has not been rewritten since the last call (the narrow phase was skipped): then
 *   every touching pair stays, and removed colliders keep their slots until their ends can be told.
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
  mergeContacts(transitions, list, slots, tick, isAllowed);
  list.tracked = true;
  return true;
}

/**
 * How far both lists have been merged, and where the ids and begin ticks of the tick before are: moved to the end of
 * the two arrays, whose front fills with those of now.
 */
interface Merge {
  /** Rows of `previous`, and entries of its children, that are dealt with. */
  row: number;
  child: number;
  /** Added to a row of `previous`: where its id and begin tick are. */
  ids: number;
}

const merge: Merge = { row: 0, child: 0, ids: 0 };

function mergeContacts(
  transitions: ContactTransitions,
  list: ContactList,
  slots: ColliderSlots,
  tick: number,
  isAllowed: (slotA: number, slotB: number) => boolean,
): void {
  const previous = list.previous;
  merge.row = 0;
  merge.child = 0;
  merge.ids = list.id.length - previous.count;
  list.id.copyWithin(merge.ids, 0, previous.count);
  list.beginTick.copyWithin(merge.ids, 0, previous.count);
  let j = 0;
  while (merge.row < previous.count || j < list.count) {
    const done = merge.row + j;
    j += carrySteady(transitions, list, j);
    j += passChanges(transitions, list, j, slots, tick, isAllowed);
    if (merge.row + j > done) continue;
    const side = comparePairs(previous, merge.row, list, j, slots.rank);
    const previousEnd = side > 0 ? merge.row : groupEnd(previous, merge.row);
    const end = side < 0 ? j : groupEnd(list, j);
    mergePair(transitions, list, previousEnd, j, end, slots, tick, isAllowed);
    j = end;
  }
}

/** Throws `broken-invariant` unless the rows are strictly sorted and every live contact has an id of its own. */
export function validateContacts(list: ContactList, slots: ColliderSlots): void {
  const seen = new Set<number>();
  for (let row = 0; row < list.count; row++) {
    if (list.tracked && seen.has(list.id[row])) {
      throw new CollisionError('broken-invariant', `contact id ${list.id[row]} is given twice`);
    }
    seen.add(list.id[row]);
    if (row === 0) continue;
    const order =
      slots.rank[list.slotA[row - 1]] - slots.rank[list.slotA[row]] ||
      slots.rank[list.slotB[row - 1]] - slots.rank[list.slotB[row]] ||
      childAOf(list, row - 1) - childAOf(list, row) ||
      childBOf(list, row - 1) - childBOf(list, row);
    if (order >= 0) throw new CollisionError('broken-invariant', `contact rows ${row - 1} and ${row} are out of order`);
  }
}

/**
 * Takes over a run of what most contacts are: the one contact of a pair that had the same one in the tick before,
 * touching then and now. Returns how many rows both lists have moved on.
 */
function carrySteady(transitions: ContactTransitions, list: ContactList, start: number): number {
  const { slotA, slotB, flags, id, beginTick, featureOrExtra, childA, childB, previous } = list;
  const before = previous.slotA;
  const befores = previous.slotB;
  const beforeFlags = previous.flags;
  const { ids } = merge;
  // The last row of either list is left to the general case: telling whether a pair has more rows looks at the next
  // one.
  const rows = Math.min(previous.count - merge.row, list.count - start) - 1;
  let child = merge.child;
  let i = merge.row;
  let j = start;
  const end = start + rows;
  if (rows < 1) return 0;
  let a = slotA[j];
  let b = slotB[j];
  let beforeA = before[i];
  let beforeB = befores[i];
  while (j < end) {
    if (a !== beforeA || b !== beforeB) break;
    const nextA = slotA[j + 1];
    const nextB = slotB[j + 1];
    beforeA = before[i + 1];
    beforeB = befores[i + 1];
    if ((a === nextA && b === nextB) || (a === beforeA && b === beforeB)) break;
    const old = beforeFlags[i];
    const now = flags[j];
    if ((old & now & CONTACT_TOUCHING) === 0) break;
    if (((old | now) & CONTACT_CHILDREN) !== 0) {
      if ((old & now & CONTACT_CHILDREN) === 0) break;
      const at = featureOrExtra[j];
      if (childA[at] !== previous.childA[child] || childB[at] !== previous.childB[child]) break;
      child++;
    }
    flags[j] = now | (old & CONTACT_UNANNOUNCED) | CONTACT_STAYS;
    id[j] = id[ids + i];
    beginTick[j] = beginTick[ids + i];
    a = nextA;
    b = nextB;
    i++;
    j++;
  }
  merge.child = child;
  merge.row = i;
  transitions.stayCount += j - start;
  return j - start;
}

/**
 * Takes over a run of what most changes are: pairs of one contact that are in one of the two lists only. Returns how
 * many rows of now it has moved on.
 */
function passChanges(
  transitions: ContactTransitions,
  list: ContactList,
  start: number,
  slots: ColliderSlots,
  tick: number,
  isAllowed: (slotA: number, slotB: number) => boolean,
): number {
  const { slotA, slotB, flags, previous } = list;
  const { slotA: beforeA, slotB: beforeB, flags: beforeFlags } = previous;
  const { rank } = slots;
  let j = start;
  // The last rows are left to the general case, as in `carrySteady`.
  while (merge.row < previous.count - 1 && j < list.count - 1) {
    const i = merge.row;
    const a = beforeA[i];
    const b = beforeB[i];
    const side = (rank[a] - rank[slotA[j]]) | 0 || (rank[b] - rank[slotB[j]]) | 0;
    if (side < 0) {
      const old = beforeFlags[i];
      if ((old & CONTACT_CHILDREN) !== 0 || (a === beforeA[i + 1] && b === beforeB[i + 1])) break;
      const id = list.id[merge.ids + i];
      release(transitions, list);
      if ((old & (CONTACT_TOUCHING | CONTACT_UNANNOUNCED)) === CONTACT_TOUCHING) {
        pushEnd(transitions, a, b, findCause(slots, a, b, isAllowed), id);
      }
    } else {
      const now = flags[j];
      if (side === 0 || (now & CONTACT_CHILDREN) !== 0) break;
      if (slotA[j] === slotA[j + 1] && slotB[j] === slotB[j + 1]) break;
      appear(transitions, list, j, tick);
      if ((now & CONTACT_TOUCHING) !== 0) {
        flags[j] = now | CONTACT_BEGINS;
        transitions.beginCount++;
      }
      j++;
    }
  }
  return j - start;
}

/**
 * Compares the next pairs of the two lists, of which at least one has another. An integer, or it would be allocated.
 */
function comparePairs(a: ContactKeys, i: number, b: ContactKeys, j: number, rank: Uint32Array): number {
  if (i >= a.count) return 1;
  if (j >= b.count) return -1;
  return (rank[a.slotA[i]] - rank[b.slotA[j]]) | 0 || (rank[a.slotB[i]] - rank[b.slotB[j]]) | 0;
}

function groupEnd(keys: ContactKeys, start: number): number {
  const a = keys.slotA[start];
  const b = keys.slotB[start];
  let end = start + 1;
  while (end < keys.count && keys.slotA[end] === a && keys.slotB[end] === b) end++;
  return end;
}

function isTouching(keys: ContactKeys, start: number, end: number): boolean {
  for (let row = start; row < end; row++) if ((keys.flags[row] & CONTACT_TOUCHING) !== 0) return true;
  return false;
}

/**
 * Merges the rows of one pair: those of the tick before up to `previousEnd` with `start .. end` of now. Either may be
 * none.
 */
function mergePair(
  transitions: ContactTransitions,
  list: ContactList,
  previousEnd: number,
  start: number,
  end: number,
  slots: ColliderSlots,
  tick: number,
  isAllowed: (slotA: number, slotB: number) => boolean,
): void {
  const previous = list.previous;
  const first = merge.row;
  const before = isTouching(previous, first, previousEnd);
  const unannounced = first < previousEnd ? previous.flags[first] & CONTACT_UNANNOUNCED : 0;
  const id = before ? list.id[merge.ids + first] : 0;
  for (let row = start; row < end; row++) {
    let order = 1;
    while (merge.row < previousEnd) {
      order = compareChildren(list, row);
      if (order >= 0) break;
      release(transitions, list);
    }
    if (order === 0) {
      list.id[row] = list.id[merge.ids + merge.row];
      list.beginTick[row] = list.beginTick[merge.ids + merge.row];
      passPrevious(previous);
    } else {
      appear(transitions, list, row, tick);
    }
    list.flags[row] = list.flags[row] | unannounced;
  }
  while (merge.row < previousEnd) release(transitions, list);
  const now = isTouching(list, start, end);
  if (now && before) markStay(transitions, list, deepestRow(list, start, end));
  else if (now) {
    for (let row = start; row < end; row++) list.flags[row] = list.flags[row] & ~CONTACT_UNANNOUNCED;
    const row = deepestRow(list, start, end);
    list.flags[row] = list.flags[row] | CONTACT_BEGINS;
    transitions.beginCount++;
  } else if (before && unannounced === 0) {
    const a = previous.slotA[first];
    const b = previous.slotB[first];
    // Rows that are left, though none touches, say that nothing but distance is between the two.
    pushEnd(transitions, a, b, start < end ? CAUSE_SEPARATED : findCause(slots, a, b, isAllowed), id);
  }
}

/**
 * Of several causes the weightiest is told: a collider that was removed, one that was disabled, a filter, distance. A
 * collider leaves by what took it out first.
 */
function findCause(
  slots: ColliderSlots,
  a: number,
  b: number,
  isAllowed: (slotA: number, slotB: number) => boolean,
): number {
  const causeA = slots.state[a] === SLOT_LIVE ? CAUSE_FILTERED : slots.cause[a];
  const causeB = slots.state[b] === SLOT_LIVE ? CAUSE_FILTERED : slots.cause[b];
  const cause = Math.min(causeA, causeB);
  if (cause < CAUSE_FILTERED) return cause;
  return isAllowed(a, b) ? CAUSE_SEPARATED : CAUSE_FILTERED;
}

/**
 * Compares the children of the next row of the tick before with those of a row of now; an integer, as `comparePairs`.
 */
function compareChildren(list: ContactList, row: number): number {
  const { childA, childB, flags } = list.previous;
  const isPlain = (flags[merge.row] & CONTACT_CHILDREN) === 0;
  const a = isPlain ? 0 : childA[merge.child];
  const b = isPlain ? 0 : childB[merge.child];
  return (a - childAOf(list, row)) | 0 || (b - childBOf(list, row)) | 0;
}

/** Moves on to the next row of the tick before. */
function passPrevious(previous: ContactKeys): void {
  if ((previous.flags[merge.row] & CONTACT_CHILDREN) !== 0) merge.child++;
  merge.row++;
}

function appear(transitions: ContactTransitions, list: ContactList, row: number, tick: number): void {
  if (row >= merge.ids + merge.row) spreadIds(list);
  list.id[row] = transitions.freeIdCount > 0 ? transitions.freeIds[--transitions.freeIdCount] : transitions.nextId++;
  list.beginTick[row] = tick;
}

/** Makes room between the ids of now and those of the tick before that are still to be read, where there are any. */
function spreadIds(list: ContactList): void {
  const unread = merge.ids + merge.row;
  if (unread >= list.id.length) return;
  const end = list.id.length;
  const length = withSpare(end);
  list.id = lengthened(list.id, length).copyWithin(length - end + unread, unread, end);
  list.beginTick = lengthened(list.beginTick, length).copyWithin(length - end + unread, unread, end);
  merge.ids += length - end;
}

/** Gives back the id of the next row of the tick before. */
function release(transitions: ContactTransitions, list: ContactList): void {
  transitions.freeIds = reserve(transitions.freeIds, transitions.freeIdCount + 1);
  transitions.freeIds[transitions.freeIdCount++] = list.id[merge.ids + merge.row];
  passPrevious(list.previous);
}

function markStay(transitions: ContactTransitions, list: ContactList, row: number): void {
  list.flags[row] = list.flags[row] | CONTACT_STAYS;
  transitions.stayCount++;
}

function pushEnd(transitions: ContactTransitions, slotA: number, slotB: number, cause: number, id: number): void {
  const at = END_STRIDE * transitions.endCount++;
  transitions.ends = reserve(transitions.ends, at + END_STRIDE);
  const { ends } = transitions;
  ends[at + END_SLOT_A] = slotA;
  ends[at + END_SLOT_B] = slotB;
  ends[at + END_CAUSE] = cause;
  ends[at + END_ID] = id;
}

function markAllStaying(transitions: ContactTransitions, list: ContactList): void {
  const { flags, count } = list;
  for (let row = 0; row < count; row++) flags[row] = flags[row] & ~(CONTACT_BEGINS | CONTACT_STAYS);
  for (let row = 0; row < count; ) {
    const end = groupEnd(list, row);
    if (isTouching(list, row, end)) markStay(transitions, list, deepestRow(list, row, end));
    row = end;
  }
}
