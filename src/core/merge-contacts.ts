import { CAUSE_FILTERED, CAUSE_SEPARATED, SLOT_LIVE } from './collider-slots.ts';
import {
  CONTACT_BEGINS,
  CONTACT_CHILDREN,
  CONTACT_STAYS,
  CONTACT_TOUCHING,
  CONTACT_UNANNOUNCED,
  type ContactKeys,
  childAOf,
  childBOf,
  deepestRow,
  isRefused,
} from './contact-list.ts';
import { type ContactTracking, END_CAUSE, END_ID, END_SLOT_A, END_SLOT_B, END_STRIDE } from './contact-tracking.ts';
import { lengthened, reserve, withSpare } from './typed-array.ts';

/** Merges the rows of the tick before with those of now, both sorted, a pair after the other. */
export function mergeContacts(tracking: ContactTracking): void {
  const { list, slots } = tracking;
  const { previous } = list;
  tracking.row = 0;
  tracking.child = 0;
  tracking.ids = list.id.length - previous.count;
  list.id.copyWithin(tracking.ids, 0, previous.count);
  list.beginTick.copyWithin(tracking.ids, 0, previous.count);
  let j = 0;
  while (tracking.row < previous.count || j < list.count) {
    const done = tracking.row + j;
    j += carrySteady(tracking, j);
    j += passChanges(tracking, j);
    if (tracking.row + j > done) continue;
    const side = comparePairs(previous, tracking.row, list, j, slots.rank);
    const previousEnd = side > 0 ? tracking.row : groupEnd(previous, tracking.row);
    const end = side < 0 ? j : groupEnd(list, j);
    mergePair(tracking, previousEnd, j, end);
    j = end;
  }
}

/**
 * Carries over a run of the most usual rows: the only contact of a pair, which was the same in the tick before,
 * touching then and now. Returns by how many rows both lists have moved on.
 */
function carrySteady(tracking: ContactTracking, start: number): number {
  const { list } = tracking;
  const { slotA, slotB, flags, id, beginTick, featureOrExtra, childA, childB, previous } = list;
  const before = previous.slotA;
  const befores = previous.slotB;
  const beforeFlags = previous.flags;
  const { ids } = tracking;
  // The last row of either list is left to the general case: telling whether a pair has more rows looks at the next
  // one.
  const rows = Math.min(previous.count - tracking.row, list.count - start) - 1;
  let child = tracking.child;
  let i = tracking.row;
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
  tracking.child = child;
  tracking.row = i;
  tracking.stayCount += j - start;
  return j - start;
}

/**
 * Passes a run of the most usual changes: pairs of one contact that are in one of the two lists only. Returns by how
 * many rows the new list has moved on.
 */
function passChanges(tracking: ContactTracking, start: number): number {
  const { list, slots } = tracking;
  const { slotA, slotB, flags, previous } = list;
  const { slotA: beforeA, slotB: beforeB, flags: beforeFlags } = previous;
  const { rank } = slots;
  let j = start;
  // The last rows are left to the general case, as in `carrySteady`.
  while (tracking.row < previous.count - 1 && j < list.count - 1) {
    const i = tracking.row;
    const a = beforeA[i];
    const b = beforeB[i];
    const side = (rank[a] - rank[slotA[j]]) | 0 || (rank[b] - rank[slotB[j]]) | 0;
    if (side < 0) {
      const old = beforeFlags[i];
      if ((old & CONTACT_CHILDREN) !== 0 || (a === beforeA[i + 1] && b === beforeB[i + 1])) break;
      const id = list.id[tracking.ids + i];
      release(tracking);
      if ((old & (CONTACT_TOUCHING | CONTACT_UNANNOUNCED)) === CONTACT_TOUCHING) {
        pushEnd(tracking, a, b, findCause(tracking, a, b), id);
      }
    } else {
      const now = flags[j];
      if (side === 0 || (now & CONTACT_CHILDREN) !== 0) break;
      if (slotA[j] === slotA[j + 1] && slotB[j] === slotB[j + 1]) break;
      appear(tracking, j);
      if ((now & CONTACT_TOUCHING) !== 0) {
        flags[j] = now | CONTACT_BEGINS;
        tracking.beginCount++;
      }
      j++;
    }
  }
  return j - start;
}

/**
 * Compares the next pairs of the two lists, of which at least one has another. The result is an integer, as a fraction
 * would be allocated.
 */
function comparePairs(a: ContactKeys, i: number, b: ContactKeys, j: number, rank: Uint32Array): number {
  if (i >= a.count) return 1;
  if (j >= b.count) return -1;
  return (rank[a.slotA[i]] - rank[b.slotA[j]]) | 0 || (rank[a.slotB[i]] - rank[b.slotB[j]]) | 0;
}

export function groupEnd(keys: ContactKeys, start: number): number {
  const a = keys.slotA[start];
  const b = keys.slotB[start];
  let end = start + 1;
  while (end < keys.count && keys.slotA[end] === a && keys.slotB[end] === b) end++;
  return end;
}

export function isTouching(keys: ContactKeys, start: number, end: number): boolean {
  for (let row = start; row < end; row++) if ((keys.flags[row] & CONTACT_TOUCHING) !== 0) return true;
  return false;
}

/**
 * Merges the rows of one pair: its rows in the tick before, up to `previousEnd`, with its rows `start .. end` of this
 * tick. Either tick may have none.
 */
function mergePair(tracking: ContactTracking, previousEnd: number, start: number, end: number): void {
  const { list } = tracking;
  const { previous } = list;
  const first = tracking.row;
  const before = isTouching(previous, first, previousEnd);
  const unannounced = first < previousEnd ? previous.flags[first] & CONTACT_UNANNOUNCED : 0;
  const id = before ? list.id[tracking.ids + first] : 0;
  for (let row = start; row < end; row++) {
    let order = 1;
    while (tracking.row < previousEnd) {
      order = compareChildren(tracking, row);
      if (order >= 0) break;
      release(tracking);
    }
    if (order === 0) {
      list.id[row] = list.id[tracking.ids + tracking.row];
      // A contact that was refused until now is new to all handlers.
      const appears = isRefused(previous.flags[tracking.row]) && !isRefused(list.flags[row]);
      list.beginTick[row] = appears ? tracking.tick : list.beginTick[tracking.ids + tracking.row];
      passPrevious(tracking);
    } else {
      appear(tracking, row);
    }
    list.flags[row] = list.flags[row] | unannounced;
  }
  while (tracking.row < previousEnd) release(tracking);
  const now = isTouching(list, start, end);
  if (now && before) markStay(tracking, deepestRow(list, start, end));
  else if (now) {
    for (let row = start; row < end; row++) list.flags[row] = list.flags[row] & ~CONTACT_UNANNOUNCED;
    const row = deepestRow(list, start, end);
    list.flags[row] = list.flags[row] | CONTACT_BEGINS;
    tracking.beginCount++;
  } else if (before && unannounced === 0) {
    const a = previous.slotA[first];
    const b = previous.slotB[first];
    // If other rows of the pair are left, the colliders are still there and may meet: the cause can only be distance.
    pushEnd(tracking, a, b, start < end ? CAUSE_SEPARATED : findCause(tracking, a, b), id);
  }
}

/**
 * Returns the cause of an end. Of several causes the first in this order counts: removed, disabled, filter, separated.
 * A collider that left keeps the cause for which it left first.
 */
function findCause({ slots, isAllowed }: ContactTracking, a: number, b: number): number {
  const causeA = slots.state[a] === SLOT_LIVE ? CAUSE_FILTERED : slots.cause[a];
  const causeB = slots.state[b] === SLOT_LIVE ? CAUSE_FILTERED : slots.cause[b];
  const cause = Math.min(causeA, causeB);
  if (cause < CAUSE_FILTERED) return cause;
  return isAllowed(a, b) ? CAUSE_SEPARATED : CAUSE_FILTERED;
}

/**
 * Compares the children of the next row of the tick before with those of a row of now; an integer, as `comparePairs`.
 */
function compareChildren({ list, row: before, child }: ContactTracking, row: number): number {
  const { childA, childB, flags } = list.previous;
  const isPlain = (flags[before] & CONTACT_CHILDREN) === 0;
  const a = isPlain ? 0 : childA[child];
  const b = isPlain ? 0 : childB[child];
  return (a - childAOf(list, row)) | 0 || (b - childBOf(list, row)) | 0;
}

/** Moves on to the next row of the tick before. */
function passPrevious(tracking: ContactTracking): void {
  if ((tracking.list.previous.flags[tracking.row] & CONTACT_CHILDREN) !== 0) tracking.child++;
  tracking.row++;
}

function appear(tracking: ContactTracking, row: number): void {
  const { list } = tracking;
  if (row >= tracking.ids + tracking.row) spreadIds(tracking);
  list.id[row] = tracking.freeIdCount > 0 ? tracking.freeIds[--tracking.freeIdCount] : tracking.nextId++;
  list.beginTick[row] = tracking.tick;
}

/** Makes room between the ids of this tick and those of the tick before that are still to be read, if there are any. */
function spreadIds(tracking: ContactTracking): void {
  const { list } = tracking;
  const unread = tracking.ids + tracking.row;
  if (unread >= list.id.length) return;
  const end = list.id.length;
  const length = withSpare(end);
  list.id = lengthened(list.id, length).copyWithin(length - end + unread, unread, end);
  list.beginTick = lengthened(list.beginTick, length).copyWithin(length - end + unread, unread, end);
  tracking.ids += length - end;
}

/** Gives back the id of the next row of the tick before. */
function release(tracking: ContactTracking): void {
  tracking.freeIds = reserve(tracking.freeIds, tracking.freeIdCount + 1);
  tracking.freeIds[tracking.freeIdCount++] = tracking.list.id[tracking.ids + tracking.row];
  passPrevious(tracking);
}

export function markStay(tracking: ContactTracking, row: number): void {
  const { flags } = tracking.list;
  flags[row] = flags[row] | CONTACT_STAYS;
  tracking.stayCount++;
}

function pushEnd(tracking: ContactTracking, slotA: number, slotB: number, cause: number, id: number): void {
  const at = END_STRIDE * tracking.endCount++;
  tracking.ends = reserve(tracking.ends, at + END_STRIDE);
  const { ends } = tracking;
  ends[at + END_SLOT_A] = slotA;
  ends[at + END_SLOT_B] = slotB;
  ends[at + END_CAUSE] = cause;
  ends[at + END_ID] = id;
}
