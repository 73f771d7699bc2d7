import { type ColliderSlots, FLAG_SENSOR } from './collider-slots.ts';
import { type ContactColumns, createKeptContacts, type KeptContacts } from './kept-contacts.ts';
import type { SweptRows } from './swept-rows.ts';
import { growColumns, makeArray, NO_FRACTIONS, NO_NUMBERS, withSpare } from './typed-array.ts';

/** Bits of `flags`: how many points, then states. A contact of a sensor has no points, and no manifold. */
export const CONTACT_POINT_COUNT_MASK = 0b111;
/** Separation of the shapes is 0 or less. Without it the contact is a near one, inside the speculative margin. */
export const CONTACT_TOUCHING = 1 << 3;
/** A child other than the first of a chain or compound takes part: which ones is in the list of children. */
export const CONTACT_CHILDREN = 1 << 4;
/**
 * The pair's begin was not delivered to handlers, because one of the two was removed first; neither will its end be.
 */
export const CONTACT_UNANNOUNCED = 1 << 5;
/** The deepest contact of a pair that began to touch in this tick. */
export const CONTACT_BEGINS = 1 << 6;
/** The deepest contact of a pair that goes on touching. */
export const CONTACT_STAYS = 1 << 7;

/**
 * Returns whether the game, or a rule that it has imported, refuses a contact in this tick. The row is kept, without
 * points, so that the contact goes on being the same one; a row of a sensor has no points either, but touches.
 */
export function isRefused(flags: number): boolean {
  return (flags & (CONTACT_POINT_COUNT_MASK | CONTACT_TOUCHING)) === 0;
}

/**
 * The columns that identify the contact of a row and hold its state: the data that the next tick needs from this one.
 */
export interface ContactKeys {
  count: number;
  /** A is the collider with the lower entity index. */
  slotA: Uint32Array;
  slotB: Uint32Array;
  flags: Uint8Array;
  /** Which children of chains or compounds meet: one entry for each row with `CONTACT_CHILDREN`, in the same order. */
  childCount: number;
  childA: Uint32Array;
  childB: Uint32Array;
}

/**
 * The contacts of one tick in flat columns, sorted by (entity index of A, entity index of B, childA, childB), and the
 * keys of the tick before. Being sorted is what makes tracking a merge of two lists, without a hash table.
 *
 * Most contacts have one point and no children, so a row has room for just that. Further points and children are in
 * lists of their own, and `featureOrExtra` says where: the speed of large worlds is limited by the bytes that a contact
 * takes.
 */
export interface ContactList extends ContactKeys, ContactColumns {
  readonly dimension: number;
  readonly maxPoints: number;
  /** How many numbers a row of `manifolds` has. */
  readonly manifoldStride: number;
  /** The number of contacts that have several points. */
  extraCount: number;
  /**
   * The id: stable while the contact persists, reused afterwards. Between the narrow phase and contact tracking, this
   * column and `beginTick` are still those of the tick before: tracking reads the old values and writes the new ones in
   * the same array.
   */
  id: Uint32Array;
  /** The tick in which the contact appeared. */
  beginTick: Uint32Array;
  previous: ContactKeys;
  readonly kept: KeptContacts;
  /** Which of the rows come from a sweep; undefined in a world without swept colliders. */
  swept: SweptRows | undefined;
  /** Whether contact tracking has taken note of the current rows. */
  tracked: boolean;
  /** Counts rewrites. */
  version: number;
  /** Makes the manifolds of the rows when they are first read; undefined where they are there. */
  missing: MissingManifolds | undefined;
}

/**
 * A restored snapshot does not hold the manifolds of most rows: they can be computed again from the data that it holds.
 */
export interface MissingManifolds {
  /** Writes the manifolds, and sets `missing` to undefined. */
  make(): void;
}

export function createContactList(dimension: number, maxPoints: number, capacity: number): ContactList {
  const manifoldStride = dimension + dimension + 1;
  // All fields are in one literal: an object made by spreading another one would get a hidden class of its own in
  // every world.
  return {
    count: 0,
    slotA: makeArray(Uint32Array, capacity),
    slotB: makeArray(Uint32Array, capacity),
    flags: makeArray(Uint8Array, capacity),
    childCount: 0,
    childA: NO_NUMBERS,
    childB: NO_NUMBERS,
    dimension,
    maxPoints,
    manifoldStride,
    manifolds: makeArray(Float64Array, capacity * manifoldStride),
    featureOrExtra: makeArray(Uint32Array, capacity),
    childFeatureOrExtra: NO_NUMBERS,
    extraCount: 0,
    extraPoints: NO_FRACTIONS,
    extraFeatures: NO_NUMBERS,
    id: makeArray(Uint32Array, capacity),
    beginTick: makeArray(Uint32Array, capacity),
    previous: createContactKeys(capacity),
    kept: createKeptContacts(),
    swept: undefined,
    tracked: true,
    version: 0,
    missing: undefined,
  };
}

/** Called before manifolds are read. */
export function completeContacts({ missing }: ContactList): void {
  missing?.make();
}

/** Empties the list for a new tick; rows that were tracked become `previous`. */
export function beginContacts(list: ContactList): void {
  if (list.tracked) {
    swapKeys(list, list.previous);
    list.tracked = false;
  }
  list.count = 0;
  list.childCount = 0;
  list.extraCount = 0;
  list.swept?.clear();
  list.missing = undefined;
  list.version++;
}

/** Returns how many contacts have not been refused. */
export function countContacts({ flags, count }: ContactList): number {
  let seen = 0;
  for (let row = 0; row < count; row++) if (!isRefused(flags[row])) seen++;
  return seen;
}

/** Refuses a contact for this tick: it appears in no event and no list. */
export function refuseContact(list: ContactList, row: number): void {
  list.flags[row] = list.flags[row] & CONTACT_CHILDREN;
}

/** Appends a row and returns its number. The caller fills the manifold and the features. */
export function addContact(
  list: ContactList,
  slotA: number,
  slotB: number,
  childA: number,
  childB: number,
  flags: number,
): number {
  const row = list.count;
  if (row >= list.slotA.length) growContacts(list, row + 1);
  list.slotA[row] = slotA;
  list.slotB[row] = slotB;
  list.flags[row] = flags;
  if ((childA | childB) !== 0) addChildren(list, row, childA, childB);
  list.count = row + 1;
  return row;
}

/**
 * Appends the contact of a pair and returns its row, of which the caller writes the manifold and the features; −1 for a
 * pair with a sensor, which has a row without points, and only if it touches.
 */
export function addPairContact(
  list: ContactList,
  slots: ColliderSlots,
  slotA: number,
  slotB: number,
  childA: number,
  childB: number,
  points: number,
  touching: boolean,
): number {
  if (((slots.flags[slotA] | slots.flags[slotB]) & FLAG_SENSOR) !== 0) {
    if (touching) addContact(list, slotA, slotB, childA, childB, CONTACT_TOUCHING);
    return -1;
  }
  return addContact(list, slotA, slotB, childA, childB, touching ? points | CONTACT_TOUCHING : points);
}

/** Replaces the points of a row by this number of points, which touch or do not; its children stay. */
export function setPoints(list: ContactList, row: number, points: number, touching: boolean): void {
  const kept = list.flags[row] & CONTACT_CHILDREN;
  list.flags[row] = touching ? kept | points | CONTACT_TOUCHING : kept | points;
}

/** Makes room for the further points of a row that has several. Returns which of the extra ones they are. */
export function addExtraPoints(list: ContactList, row: number): number {
  const at = list.extraCount;
  reserveExtraPoints(list, 1);
  list.extraCount = at + 1;
  setFeatureOrExtra(list, row, at);
  return at;
}

/** Makes room for the further points of so many more rows. */
export function reserveExtraPoints(list: ContactList, count: number): void {
  const needed = list.extraCount + count;
  if (needed * list.maxPoints > list.extraFeatures.length) growExtra(list, needed);
}

/** Makes room for so many more rows. */
export function reserveContacts(list: ContactList, count: number): void {
  if (list.count + count > list.slotA.length) growContacts(list, list.count + count);
}

/** Makes room for so many more rows with children. */
export function reserveChildren(list: ContactList, count: number): void {
  const needed = list.childCount + count;
  if (needed <= list.childA.length) return;
  growColumns(list, CHILD_COLUMNS, Math.max(withSpare(needed), list.previous.childA.length));
}

/** Writes the value that `featureOrExtraOf` returns. */
export function setFeatureOrExtra(list: ContactList, row: number, value: number): void {
  if (hasChildren(list, row)) list.childFeatureOrExtra[list.featureOrExtra[row]] = value;
  else list.featureOrExtra[row] = value;
}

/** Returns which child of a chain or compound takes part; 0 for simple shapes. */
export function childAOf(list: ContactList, row: number): number {
  return hasChildren(list, row) ? list.childA[list.featureOrExtra[row]] : 0;
}

/** Returns which child of B takes part, as `childAOf` does for A. */
export function childBOf(list: ContactList, row: number): number {
  return hasChildren(list, row) ? list.childB[list.featureOrExtra[row]] : 0;
}

/**
 * Returns the features that made the only point of a row, or the row of its extra points where the contact has several.
 */
export function featureOrExtraOf(list: ContactList, row: number): number {
  const detail = list.featureOrExtra[row];
  return hasChildren(list, row) ? list.childFeatureOrExtra[detail] : detail;
}

/** Returns the least separation over a row's points; −Infinity for a row without points (a sensor). */
export function contactSeparation(list: ContactList, row: number): number {
  readSeparation(list, row, AT_ROW);
  return least[AT_ROW];
}

/**
 * Returns the deepest touching row of `start .. end`, the first among equals and `start` when none touches. A row
 * without points, which is that of a sensor, counts as deeper than any other. (Separations are compared here because
 * one that is returned to the tick would be allocated.)
 */
export function deepestRow(list: ContactList, start: number, end: number): number {
  if (start + 1 === end) return start;
  let deepest = start;
  least[DEEPEST] = Infinity;
  for (let row = start; row < end; row++) {
    if ((list.flags[row] & CONTACT_TOUCHING) === 0) continue;
    readSeparation(list, row, AT_ROW);
    if (!(least[AT_ROW] < least[DEEPEST])) continue;
    least[DEEPEST] = least[AT_ROW];
    deepest = row;
  }
  return deepest;
}

const AT_ROW = 0;
const DEEPEST = 1;
const least = new Float64Array(2);

/** Writes the least separation of a row to `least[out]`. */
function readSeparation(list: ContactList, row: number, out: number): void {
  const { dimension, maxPoints, extraPoints } = list;
  const points = list.flags[row] & CONTACT_POINT_COUNT_MASK;
  least[out] = points === 0 ? -Infinity : list.manifolds[row * list.manifoldStride + dimension + dimension];
  if (points < 2) return;
  const first = featureOrExtraOf(list, row) * (maxPoints - 1) * (dimension + 1) + dimension;
  for (let i = 0; i < points - 1; i++) {
    const at = first + i * (dimension + 1);
    if (extraPoints[at] < least[out]) least[out] = extraPoints[at];
  }
}

const ROW_COLUMNS = ['slotA', 'slotB', 'flags', 'featureOrExtra', 'id', 'beginTick'] as const;
const CHILD_COLUMNS = ['childA', 'childB', 'childFeatureOrExtra'] as const;

function hasChildren(list: ContactList, row: number): boolean {
  return (list.flags[row] & CONTACT_CHILDREN) !== 0;
}

function createContactKeys(capacity: number): ContactKeys {
  return {
    count: 0,
    slotA: makeArray(Uint32Array, capacity),
    slotB: makeArray(Uint32Array, capacity),
    flags: makeArray(Uint8Array, capacity),
    childCount: 0,
    childA: NO_NUMBERS,
    childB: NO_NUMBERS,
  };
}

function growContacts(list: ContactList, needed: number): void {
  // The columns of this tick and of the tick before change places each tick, so both get the same length at once.
  const rows = Math.max(withSpare(needed), list.previous.slotA.length);
  growColumns(list, ROW_COLUMNS, rows);
  growColumns(list, ['manifolds'], rows * list.manifoldStride);
}

function growExtra(list: ContactList, needed: number): void {
  const { dimension, maxPoints } = list;
  const length = withSpare(needed);
  growColumns(list, ['extraFeatures'], length * maxPoints);
  growColumns(list, ['extraPoints'], length * (maxPoints - 1) * (dimension + 1));
}

/** Notes which children take part in a row that has none yet. */
export function addChildren(list: ContactList, row: number, childA: number, childB: number): void {
  reserveChildren(list, 1);
  const at = list.childCount++;
  list.childA[at] = childA;
  list.childB[at] = childB;
  list.featureOrExtra[row] = at;
  list.flags[row] = list.flags[row] | CONTACT_CHILDREN;
}

function swapKeys(a: ContactKeys, b: ContactKeys): void {
  const { count, slotA, slotB, flags, childCount, childA, childB } = a;
  copyKeys(a, b);
  b.count = count;
  b.slotA = slotA;
  b.slotB = slotB;
  b.flags = flags;
  b.childCount = childCount;
  b.childA = childA;
  b.childB = childB;
}

/**
 * Copies the fields one by one: in a loop over their names, each name would be looked up anew in every tick of
 * every world.
 */
function copyKeys(to: ContactKeys, from: ContactKeys): void {
  to.count = from.count;
  to.slotA = from.slotA;
  to.slotB = from.slotB;
  to.flags = from.flags;
  to.childCount = from.childCount;
  to.childA = from.childA;
  to.childB = from.childB;
}
