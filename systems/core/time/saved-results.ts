import { type ColliderSet, SHAPE_NONE } from '../../../src/core/collider-set.ts';
import { INVALID_SLOT, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { CONTACT_POINT_COUNT_MASK, completeContacts, featureOrExtraOf } from '../../../src/core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { lengthened, NO_FRACTIONS, NO_NUMBERS, reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../collision-state.ts';
import { staticMembers } from '../mobility.ts';
import { refreshedOf } from '../refreshed.ts';
import { PLACES_KEPT } from './clock.ts';
import {
  roomFor,
  roomForFractions,
  type SavedColumns,
  saveColumn,
  savedColumn,
  saveList,
  saveWhole,
} from './saved-columns.ts';

/** What making results again needs to know of a dimension's shapes. */
export interface ResultRoutines {
  /** Whether the shape of a slot may be changed in place: what was found with it cannot be found again. */
  isMutable(set: ColliderSet, slot: number): boolean;
  /** Whether a slot is seen to be where the stores say; false also where that would have to be computed. */
  isWhereStoresSay(set: ColliderSet, slot: number): boolean;
  /** Whether a slot has a shape. */
  hasShape(set: ColliderSet, slot: number): boolean;
}

/** What saving and restoring results needs room for, a world each, and knows between two calls. */
export interface ResultScratch {
  /** As the columns of the same name of a `ColliderSet`. */
  poses: Float64Array;
  bounds: Float64Array;
  kinds: Uint8Array;
  handles: Uint32Array;
  /** As `OwnMargins.bySlot`; empty where there are none. */
  ownMargins: Float64Array;
  defaultFilter: Uint8Array;
  readonly items: IndexList;
  readonly active: IndexList;
  /** Who is not where the stores say. */
  readonly moved: IndexList;
  marks: Uint8Array;
  /**
   * The rows of these contents of the contact list that cannot be made again of poses and shapes: found on the way,
   * turned by a rule, of what has been read anew or changed in place since.
   */
  kept: IndexList;
  keptVersion: number;
  /** Scratch: the next such list. */
  next: IndexList;
}

const scratches = new WeakMap<CollisionState, ResultScratch>();

export function resultScratchOf(state: CollisionState): ResultScratch {
  let scratch = scratches.get(state);
  if (scratch === undefined) {
    scratch = {
      poses: new Float64Array(0),
      bounds: new Float64Array(0),
      kinds: new Uint8Array(0),
      handles: new Uint32Array(0),
      ownMargins: NO_FRACTIONS,
      defaultFilter: new Uint8Array(0),
      items: createIndexList(),
      active: createIndexList(),
      moved: createIndexList(1),
      marks: new Uint8Array(0),
      kept: createIndexList(1),
      keptVersion: -1,
      next: createIndexList(1),
    };
    scratches.set(state, scratch);
  }
  return scratch;
}

/**
 * Saves what can be read between two ticks, in as far as a restore could not make it again: contacts follow from poses
 * and shapes, and these from the stores, unless a game has moved something since the tick.
 */
export function saveResults(columns: SavedColumns, state: CollisionState, routines: ResultRoutines): void {
  savePlaces(columns, state, routines, true);
  saveRows(columns, state, routines, resultScratchOf(state));
}

/** Numbers of a row with so many points. */
export function numbersOfRow(dimension: number, points: number): number {
  return dimension + points * (dimension + 1);
}

const PLACE_COLUMNS = [
  'slots.poses',
  'slots.bounds',
  'slots.kinds',
  'slots.handles',
  'slots.ownMargins',
  'slots.active',
];

/**
 * Saves places and kinds: nothing where the stores say the same, those that differ, or all. The next tick reads anew
 * what moves, but no static of whose change it has not been told.
 */
export function savePlaces(
  columns: SavedColumns,
  state: CollisionState,
  routines: ResultRoutines,
  areMovingToo: boolean,
): void {
  const { contacts } = state;
  // What a restore has left out can still be made of places as they are, unless some are others by now.
  if (areAllRefreshed(state) || refreshedOf(state).count > 0) completeContacts(contacts);
  const scratch = resultScratchOf(state);
  writePlaces(columns, state, scratch, routines, areMovingToo);
  if (contacts.missing !== undefined) copyPlaces(scratch, state.set);
}

/** Whether places have been read anew since the contacts were made of them. */
function areAllRefreshed({ placesVersion, contacts }: CollisionState): boolean {
  return placesVersion === contacts.version;
}

function writePlaces(
  columns: SavedColumns,
  state: CollisionState,
  scratch: ResultScratch,
  routines: ResultRoutines,
  areMovingToo: boolean,
): void {
  const { set, moving, loose, adapter } = state;
  const { added, end, defaultFilter } = set.slots;
  const clock = savedColumn(columns, 'clock').values;
  const { unread } = adapter;
  saveList(columns, 'slots.unread', areMovingToo ? (unread.size > 0 ? [...unread] : NO_NUMBERS) : added);
  // Apart from the stores it depends on who is attached to whom.
  saveColumn(columns, 'slots.defaultFilter', defaultFilter, end);
  if (followsFromStores(state, scratch, routines, areMovingToo)) {
    clock[PLACES_KEPT] = 0;
    for (let i = 0; i < PLACE_COLUMNS.length; i++) {
      const column = columns.get(PLACE_COLUMNS[i]);
      if (column !== undefined) column.count = 0;
    }
    saveMoved(columns, state, scratch);
    return;
  }
  clock[PLACES_KEPT] = 1;
  saveWhole(columns, 'slots.moved', NO_NUMBERS, 0, 0);
  roomForFractions(columns, 'slots.movedPlaces', 0);
  roomForFractions(columns, 'slots.movedMargins', 0);
  saveColumn(columns, 'slots.poses', set.poses, end * set.poseStride);
  saveColumn(columns, 'slots.bounds', set.bounds, end * set.boundsStride);
  saveColumn(columns, 'slots.kinds', set.kinds, end);
  saveColumn(columns, 'slots.handles', set.handles, end);
  const ownMargins = ownMarginsOf(set);
  saveColumn(columns, 'slots.ownMargins', ownMargins, Math.min(end, ownMargins.length));
  saveColumn(columns, 'slots.active', moving.active.items, moving.active.count - loose.active.count);
}

/**
 * Computes poses and bounds of live slots anew, to the scratch, and lists those in `moved` that have others. False
 * where it is not only places in which stores and world differ.
 */
function followsFromStores(
  state: CollisionState,
  scratch: ResultScratch,
  routines: ResultRoutines,
  areMovingToo: boolean,
): boolean {
  const { set } = state;
  if (areMovingToo && areAllRefreshed(state)) return false;
  const { items } = scratch;
  // Who is refused has the pose of a tick that was not finished; who has a shape by now is asked below.
  const areAll = set.refused !== INVALID_SLOT || (areMovingToo && refreshedOf(state).count > 0);
  listPlaced(items, state, areAll ? undefined : routines, areMovingToo);
  if (areMovingToo) listToo(items, state);
  makeRoom(scratch, set);
  if (!placeAnew(state, scratch, items)) return false;
  findMoved(set, scratch, items);
  if (scratch.moved.count > 0) {
    // The scratch may have numbers of its own that are not computed for every shape.
    for (let i = 0; i < scratch.moved.count; i++) copyPlace(scratch, set, scratch.moved.items[i]);
    placeAnew(state, scratch, scratch.moved);
    findMoved(set, scratch, scratch.moved);
  }
  const { moved } = scratch;
  for (let i = 0; i < moved.count; i++) {
    const slot = moved.items[i];
    if (set.kinds[slot] !== scratch.kinds[slot] || set.handles[slot] !== scratch.handles[slot]) return false;
  }
  // Who was given a shape since the tick may have been read anew, and is seen by nobody yet.
  return !areMovingToo || refreshedOf(state).count === 0 || haveSameActive(state, scratch);
}

/** Lists live slots: all, or with `routines` those that have to be computed anew. */
function listPlaced(
  items: IndexList,
  collision: CollisionState,
  routines: ResultRoutines | undefined,
  areMovingToo: boolean,
): void {
  const { set } = collision;
  const { order, orderCount, state } = set.slots;
  const from = areMovingToo ? order : staticMembers(collision).items;
  const count = areMovingToo ? orderCount : staticMembers(collision).count;
  items.count = 0;
  const to = reserveIndices(items, count);
  let placed = 0;
  for (let i = 0; i < count; i++) {
    const slot = from[i];
    if (state[slot] === SLOT_LIVE && !routines?.isWhereStoresSay(set, slot)) to[placed++] = slot;
  }
  items.count = placed;
}

/** Lists those too that came after the tick and that queries see where they are. */
function listToo(list: IndexList, { adapter, pending, set }: CollisionState): void {
  const { items, count } = pending.active;
  const to = reserveIndices(list, count);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (set.slots.state[slot] === SLOT_LIVE && !adapter.unread.has(slot)) to[list.count++] = slot;
  }
}

/** Computes places to the scratch; false where numbers cannot be used. */
function placeAnew({ set, dimension }: CollisionState, scratch: ResultScratch, { items, count }: IndexList): boolean {
  const { refused } = set;
  set.refused = INVALID_SLOT;
  swapPlaces(scratch, set);
  try {
    scratch.active.count = 0;
    reserveIndices(scratch.active, count);
    scratch.active.count = dimension.computeBounds(set, items, count, scratch.active.items);
  } finally {
    swapPlaces(scratch, set);
  }
  const isRefused = set.refused !== INVALID_SLOT;
  set.refused = refused;
  return !isRefused;
}

/**
 * Lists those whose kind, shape, pose or own margin is another than in the scratch; bounds follow from these. `list`
 * may be `moved` itself.
 */
function findMoved(set: ColliderSet, scratch: ResultScratch, list: IndexList): void {
  const { items, count } = list;
  const { moved } = scratch;
  const { poses, kinds, handles, poseStride } = set;
  const { poses: newPoses, kinds: newKinds, handles: newHandles, ownMargins: newMargins } = scratch;
  const ownMargins = set.ownMargins?.bySlot;
  moved.count = 0;
  const out = reserveIndices(moved, count);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const end = (slot + 1) * poseStride;
    let k = end - poseStride;
    while (k < end && poses[k] === newPoses[k]) k++;
    const hasOther = kinds[slot] !== newKinds[slot] || handles[slot] !== newHandles[slot];
    const isGrown = ownMargins !== undefined && ownMargins[slot] !== newMargins[slot];
    if (k < end || hasOther || isGrown) out[found++] = slot;
  }
  moved.count = found;
}

function makeRoom(scratch: ResultScratch, set: ColliderSet): void {
  scratch.poses = lengthened(scratch.poses, set.poses.length);
  scratch.bounds = lengthened(scratch.bounds, set.bounds.length);
  scratch.kinds = lengthened(scratch.kinds, set.kinds.length);
  scratch.handles = lengthened(scratch.handles, set.handles.length);
  scratch.ownMargins = lengthened(scratch.ownMargins, ownMarginsOf(set).length);
  scratch.defaultFilter = lengthened(scratch.defaultFilter, set.slots.defaultFilter.length);
}

function copyPlace(to: ResultScratch, set: ColliderSet, slot: number): void {
  const { poseStride, boundsStride } = set;
  to.kinds[slot] = set.kinds[slot];
  to.handles[slot] = set.handles[slot];
  if (set.ownMargins !== undefined) to.ownMargins[slot] = set.ownMargins.bySlot[slot];
  for (let k = slot * poseStride; k < (slot + 1) * poseStride; k++) to.poses[k] = set.poses[k];
  for (let k = slot * boundsStride; k < (slot + 1) * boundsStride; k++) to.bounds[k] = set.bounds[k];
}

/** Copies all places to the scratch. */
export function copyPlaces(to: ResultScratch, set: ColliderSet): void {
  makeRoom(to, set);
  to.poses.set(set.poses);
  to.bounds.set(set.bounds);
  to.kinds.set(set.kinds);
  to.handles.set(set.handles);
  to.ownMargins.set(ownMarginsOf(set));
}

function ownMarginsOf({ ownMargins }: ColliderSet): Float64Array {
  return ownMargins === undefined ? NO_FRACTIONS : ownMargins.bySlot;
}

/** Has the engine work with the margins of the scratch, and keeps its own there, until it is called again. */
export function swapMargins(scratch: ResultScratch, { ownMargins }: ColliderSet): void {
  if (ownMargins === undefined) return;
  const { bySlot } = ownMargins;
  ownMargins.bySlot = scratch.ownMargins;
  scratch.ownMargins = bySlot;
}

function swapPlaces(scratch: ResultScratch, set: ColliderSet): void {
  const { poses, bounds, kinds, handles, slots } = set;
  const { defaultFilter } = slots;
  set.poses = scratch.poses;
  set.bounds = scratch.bounds;
  set.kinds = scratch.kinds;
  set.handles = scratch.handles;
  slots.defaultFilter = scratch.defaultFilter;
  scratch.poses = poses;
  scratch.bounds = bounds;
  scratch.kinds = kinds;
  scratch.handles = handles;
  scratch.defaultFilter = defaultFilter;
  swapMargins(scratch, set);
}

/** Whether what moves has a shape where it had one in the tick. */
function haveSameActive({ set, moving, loose }: CollisionState, scratch: ResultScratch): boolean {
  const { kinds, slots } = set;
  const { state: life, end } = slots;
  const { items, count } = scratch.items;
  scratch.marks = reserve(scratch.marks, end);
  const { marks } = scratch;
  marks.fill(0);
  for (let i = 0; i < count; i++) if (kinds[items[i]] !== SHAPE_NONE) marks[items[i]] = 1;
  const { active, members } = moving;
  for (let i = 0; i < active.count - loose.active.count; i++) {
    const slot = active.items[i];
    if (life[slot] !== SLOT_LIVE) continue;
    if (marks[slot] !== 1) return false;
    marks[slot] = 2;
  }
  for (let i = 0; i < members.count; i++) {
    const slot = members.items[i];
    if (life[slot] === SLOT_LIVE && marks[slot] === 1) return false;
  }
  return true;
}

/** Saves poses and bounds of who is not where the stores say. */
function saveMoved(columns: SavedColumns, { set }: CollisionState, { moved }: ResultScratch): void {
  const { poses, bounds, poseStride, boundsStride, slots } = set;
  saveWhole(columns, 'slots.moved', moved.items, moved.count, slots.end);
  const places = roomForFractions(columns, 'slots.movedPlaces', moved.count * (poseStride + boundsStride));
  const ownMargins = set.ownMargins?.bySlot;
  const margins = roomForFractions(columns, 'slots.movedMargins', ownMargins === undefined ? 0 : moved.count);
  let at = 0;
  for (let i = 0; i < moved.count; i++) {
    const slot = moved.items[i];
    if (ownMargins !== undefined) margins[i] = ownMargins[slot];
    for (let k = 0; k < poseStride; k++) places[at++] = poses[slot * poseStride + k];
    for (let k = 0; k < boundsStride; k++) places[at++] = bounds[slot * boundsStride + k];
  }
}

/** Saves the rows that cannot be made again. */
function saveRows(
  columns: SavedColumns,
  state: CollisionState,
  routines: ResultRoutines,
  scratch: ResultScratch,
): void {
  listKept(state, routines, scratch);
  const { contacts } = state;
  const { dimension, maxPoints, manifolds, manifoldStride, flags, extraPoints, extraFeatures } = contacts;
  const { items, count } = scratch.kept;
  let numberCount = 0;
  let featureCount = 0;
  for (let i = 0; i < count; i++) {
    const points = flags[items[i]] & CONTACT_POINT_COUNT_MASK;
    numberCount += numbersOfRow(dimension, points);
    featureCount += points;
  }
  saveWhole(columns, 'contacts.kept', items, count, contacts.count);
  const numbers = roomForFractions(columns, 'contacts.keptNumbers', numberCount);
  const features = roomFor(columns, 'contacts.keptFeatures', featureCount).values;
  let at = 0;
  let feature = 0;
  for (let i = 0; i < count; i++) {
    const row = items[i];
    const points = flags[row] & CONTACT_POINT_COUNT_MASK;
    const detail = featureOrExtraOf(contacts, row);
    for (let k = 0; k < manifoldStride; k++) numbers[at++] = manifolds[row * manifoldStride + k];
    if (points === 1) features[feature++] = detail;
    else {
      const extra = detail * (maxPoints - 1) * (dimension + 1);
      for (let k = 0; k < (points - 1) * (dimension + 1); k++) numbers[at++] = extraPoints[extra + k];
      for (let k = 0; k < points; k++) features[feature++] = extraFeatures[detail * maxPoints + k];
    }
  }
}

function listKept(state: CollisionState, routines: ResultRoutines, scratch: ResultScratch): void {
  const { contacts, set, swept, gates } = state;
  const areAll = areAllRefreshed(state);
  const refreshed = refreshedOf(state);
  const { slotA, slotB, flags, count, version } = contacts;
  const { kept, next } = scratch;
  if (scratch.keptVersion !== version) kept.count = 0;
  scratch.keptVersion = version;
  const areFew = gates.length === 0 && swept === undefined && kept.count + refreshed.count === 0;
  if (areFew && !areAll && !hasMutable(set, routines)) return;
  scratch.marks = reserve(scratch.marks, set.slots.end);
  const { marks } = scratch;
  marks.fill(0);
  for (let i = 0; i < refreshed.count; i++) marks[refreshed.items[i]] = 1;
  next.count = 0;
  let known = 0;
  for (let row = 0; row < count; row++) {
    const a = slotA[row];
    const b = slotB[row];
    let isKept = areAll || marks[a] === 1 || marks[b] === 1;
    if (known < kept.count && kept.items[known] === row) {
      known++;
      isKept = true;
    }
    if ((flags[row] & CONTACT_POINT_COUNT_MASK) === 0) continue;
    isKept = isKept || routines.isMutable(set, a) || routines.isMutable(set, b);
    if (swept !== undefined && !isKept) isKept = swept.rows.has(row);
    for (let i = 0; !isKept && i < gates.length; i++) isKept = gates[i].hasChanged?.(row) ?? false;
    if (isKept) reserveIndices(next, 1)[next.count++] = row;
  }
  scratch.kept = next;
  scratch.next = kept;
}

function hasMutable(set: ColliderSet, routines: ResultRoutines): boolean {
  const { end } = set.slots;
  for (let slot = 0; slot < end; slot++) if (routines.isMutable(set, slot)) return true;
  return false;
}
