import { CONTACT_POINT_COUNT_MASK } from './contact-flags.ts';
import { reserve } from './typed-array.ts';

export * from './contact-flags.ts';

/** The columns that say which contact a row is and how it has fared: what the next tick needs to know of this one. */
export interface ContactKeys {
  count: number;
  /** A is the collider with the lower entity index. */
  slotA: Uint32Array;
  slotB: Uint32Array;
  /** Which child of a chain or compound; 0 for simple shapes. */
  childA: Uint32Array;
  childB: Uint32Array;
  /** Stable while the contact persists; reused afterwards. */
  id: Uint32Array;
  /** The tick in which the contact appeared. */
  beginTick: Uint32Array;
  flags: Uint8Array;
}

/**
 * The contacts of one tick in flat columns, sorted by (entity index of A, entity index of B, childA, childB), and the keys of
 * the tick before. Being sorted is what makes tracking a merge of two lists, without a hash table.
 *
 * A manifold row is the normal (`dimension` numbers, unit, from A to B) followed by `maxPoints` points of `dimension`
 * coordinates and a separation each.
 */
export interface ContactList extends ContactKeys {
  readonly dimension: number;
  readonly maxPoints: number;
  readonly manifoldStride: number;
  manifolds: Float64Array;
  /** `maxPoints` a row: which features of A and B made the point. */
  features: Uint32Array;
  previous: ContactKeys;
  /** Whether contact tracking has taken note of the current rows. */
  tracked: boolean;
  /** Counts rewrites. */
  version: number;
}

export function createContactList(dimension: number, maxPoints: number, capacity: number): ContactList {
  const manifoldStride = dimension + maxPoints * (dimension + 1);
  return {
    ...createContactKeys(capacity),
    dimension,
    maxPoints,
    manifoldStride,
    manifolds: new Float64Array(capacity * manifoldStride),
    features: new Uint32Array(capacity * maxPoints),
    previous: createContactKeys(capacity),
    tracked: true,
    version: 0,
  };
}

/** Empties the list for a new tick; rows that were tracked become `previous`. */
export function beginContacts(list: ContactList): void {
  if (list.tracked) {
    swapKeys(list, list.previous);
    list.tracked = false;
  }
  list.count = 0;
  list.version++;
}

/** Appends a row and returns its number. The caller fills the manifold, features and flags. */
export function addContact(list: ContactList, slotA: number, slotB: number, childA: number, childB: number): number {
  const row = list.count;
  if (row >= list.slotA.length) growContacts(list, row + 1);
  list.slotA[row] = slotA;
  list.slotB[row] = slotB;
  list.childA[row] = childA;
  list.childB[row] = childB;
  list.count = row + 1;
  return row;
}

/** Returns the least separation over a row's points; −Infinity for a row without points (a sensor). */
export function contactSeparation(list: ContactList, row: number): number {
  const at = deepestPoint(list, row);
  return at < 0 ? -Infinity : list.manifolds[at]!;
}

/** Whether one row's least separation is below another's. (A separation that is returned to the tick would be allocated.) */
export function isDeeper(list: ContactList, row: number, other: number): boolean {
  const at = deepestPoint(list, row);
  const otherAt = deepestPoint(list, other);
  // A row without points, of a sensor, is as deep as can be.
  if (at < 0 || otherAt < 0) return at < 0 && otherAt >= 0;
  return list.manifolds[at]! < list.manifolds[otherAt]!;
}

/** Where the least separation of a row stands in `manifolds`; −1 for a row without points. */
function deepestPoint(list: ContactList, row: number): number {
  const { dimension, manifolds } = list;
  const points = list.flags[row]! & CONTACT_POINT_COUNT_MASK;
  const first = row * list.manifoldStride + dimension + dimension;
  let deepest = points === 0 ? -1 : first;
  for (let i = 1; i < points; i++) {
    const at = first + i * (dimension + 1);
    if (manifolds[at]! < manifolds[deepest]!) deepest = at;
  }
  return deepest;
}

function createContactKeys(capacity: number): ContactKeys {
  return {
    count: 0,
    slotA: new Uint32Array(capacity),
    slotB: new Uint32Array(capacity),
    childA: new Uint32Array(capacity),
    childB: new Uint32Array(capacity),
    id: new Uint32Array(capacity),
    beginTick: new Uint32Array(capacity),
    flags: new Uint8Array(capacity),
  };
}

function growContacts(list: ContactList, needed: number): void {
  list.slotA = reserve(list.slotA, needed);
  list.slotB = reserve(list.slotB, needed);
  list.childA = reserve(list.childA, needed);
  list.childB = reserve(list.childB, needed);
  list.id = reserve(list.id, needed);
  list.beginTick = reserve(list.beginTick, needed);
  list.flags = reserve(list.flags, needed);
  list.manifolds = reserve(list.manifolds, list.slotA.length * list.manifoldStride);
  list.features = reserve(list.features, list.slotA.length * list.maxPoints);
}

function swapKeys(a: ContactKeys, b: ContactKeys): void {
  let array: Uint32Array;
  array = a.slotA;
  a.slotA = b.slotA;
  b.slotA = array;
  array = a.slotB;
  a.slotB = b.slotB;
  b.slotB = array;
  array = a.childA;
  a.childA = b.childA;
  b.childA = array;
  array = a.childB;
  a.childB = b.childB;
  b.childB = array;
  array = a.id;
  a.id = b.id;
  b.id = array;
  array = a.beginTick;
  a.beginTick = b.beginTick;
  b.beginTick = array;
  const flags = a.flags;
  a.flags = b.flags;
  b.flags = flags;
  const count = a.count;
  a.count = b.count;
  b.count = count;
}
