import { type ColliderSet, SHAPE_NONE } from '../../../src/core/collider-set.ts';
import { INVALID_SLOT, listUnread, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { completeContacts } from '../../../src/core/contact-list.ts';
import { type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { NO_NUMBERS, reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../collision-state.ts';
import { staticMembers } from '../mobility.ts';
import { refreshedOf } from '../refreshed.ts';
import { PLACES_KEPT } from './clock.ts';
import {
  copyColliderPlace,
  copyPlaces,
  makeRoom,
  type ResultScratch,
  resultScratchOf,
  swapPlaces,
} from './result-scratch.ts';
import { roomForFractions, type SavedColumns, saveColumn, savedColumn, saveList, saveWhole } from './saved-columns.ts';
import type { SavedDimension } from './saved-dimension.ts';

const PLACE_COLUMNS = [
  'slots.poses',
  'slots.bounds',
  'slots.kinds',
  'slots.handles',
  'slots.ownMargins',
  'slots.active',
];

/**
 * Saves places and kinds: nothing where the stores say the same, the places that differ, or all. The next tick reads
 * moving colliders anew, but no static collider unless a change of it was noted.
 */
export function savePlaces(
  columns: SavedColumns,
  state: CollisionState,
  saved: SavedDimension,
  areMovingToo: boolean,
): void {
  const { contacts } = state;
  // Contacts that a restore has left out can be computed from the present places, unless some places have changed.
  if (areAllRefreshed(state) || refreshedOf(state).count > 0) completeContacts(contacts);
  const scratch = resultScratchOf(state);
  writePlaces(columns, state, scratch, saved, areMovingToo);
  if (contacts.missing !== undefined) copyPlaces(scratch, state.set);
}

/** Returns whether places have been read anew since the contacts were computed from them. */
export function areAllRefreshed({ placesVersion, contacts }: CollisionState): boolean {
  return placesVersion === contacts.version;
}

function writePlaces(
  columns: SavedColumns,
  state: CollisionState,
  scratch: ResultScratch,
  saved: SavedDimension,
  areMovingToo: boolean,
): void {
  const { set, moving, loose, adapter } = state;
  const { added, end, defaultFilter } = set.slots;
  const clock = savedColumn(columns, 'clock').values;
  saveList(columns, 'slots.unread', areMovingToo ? (adapter.hasUnread ? listUnread(set.slots) : NO_NUMBERS) : added);
  // The default filter depends on attachments as well as on the stores, so it is always saved.
  saveColumn(columns, 'slots.defaultFilter', defaultFilter, end);
  if (followsFromStores(state, scratch, saved, areMovingToo)) {
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
  saveColumn(columns, 'slots.ownMargins', set.slotMargins, Math.min(end, set.slotMargins.length));
  saveColumn(columns, 'slots.active', moving.active.items, moving.active.count - loose.active.count);
}

/**
 * Computes poses and bounds of live slots anew, to the scratch, and lists in `moved` the slots where they differ. False
 * where stores and world differ in more than places.
 */
function followsFromStores(
  state: CollisionState,
  scratch: ResultScratch,
  saved: SavedDimension,
  areMovingToo: boolean,
): boolean {
  const { set } = state;
  if (areMovingToo && areAllRefreshed(state)) return false;
  const { items } = scratch;
  // A refused collider has the pose of a tick that was not finished; colliders that have got a shape since are tested
  // below.
  const areAll = set.refused !== INVALID_SLOT || (areMovingToo && refreshedOf(state).count > 0);
  listPlaced(items, state, areAll ? undefined : saved, areMovingToo);
  if (areMovingToo) listToo(items, state);
  makeRoom(scratch, set);
  if (!placeAnew(state, scratch, items)) return false;
  findMoved(set, scratch, items);
  if (scratch.moved.count > 0) {
    // The scratch may have numbers of its own that are not computed for every shape.
    for (let i = 0; i < scratch.moved.count; i++) copyColliderPlace(scratch, set, scratch.moved.items[i]);
    placeAnew(state, scratch, scratch.moved);
    findMoved(set, scratch, scratch.moved);
  }
  const { moved } = scratch;
  for (let i = 0; i < moved.count; i++) {
    const slot = moved.items[i];
    if (set.kinds[slot] !== scratch.kinds[slot] || set.handles[slot] !== scratch.handles[slot]) return false;
  }
  // A collider that was given a shape since the tick may have been read anew, and is not seen by queries yet.
  return !areMovingToo || refreshedOf(state).count === 0 || haveSameActive(state, scratch);
}

/** Lists live slots: all, or with `saved` only the slots that have to be computed anew. */
function listPlaced(
  items: IndexList,
  collision: CollisionState,
  saved: SavedDimension | undefined,
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
    if (state[slot] === SLOT_LIVE && !saved?.isWhereStoresSay(set, slot)) to[placed++] = slot;
  }
  items.count = placed;
}

/** Adds to a list the colliders that came after the tick and that queries see. */
function listToo(list: IndexList, { pending, set }: CollisionState): void {
  const { items, count } = pending.active;
  const to = reserveIndices(list, count);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (set.slots.state[slot] === SLOT_LIVE && set.slots.unread[slot] === 0) to[list.count++] = slot;
  }
}

/** Computes places into the scratch; false where numbers cannot be used. */
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
  const hasRefused = set.refused !== INVALID_SLOT;
  set.refused = refused;
  return !hasRefused;
}

/**
 * Lists the colliders whose kind, shape, pose or own margin differs from the scratch; bounds follow from these. `list`
 * may be `moved` itself.
 */
function findMoved(set: ColliderSet, scratch: ResultScratch, list: IndexList): void {
  const { items, count } = list;
  const { moved } = scratch;
  const { poses, kinds, handles, slotMargins, poseStride } = set;
  const { poses: newPoses, kinds: newKinds, handles: newHandles, slotMargins: newMargins } = scratch;
  const haveMargins = slotMargins.length > 0;
  moved.count = 0;
  const out = reserveIndices(moved, count);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const end = (slot + 1) * poseStride;
    let k = end - poseStride;
    while (k < end && poses[k] === newPoses[k]) k++;
    const hasOther = kinds[slot] !== newKinds[slot] || handles[slot] !== newHandles[slot];
    const isGrown = haveMargins && slotMargins[slot] !== newMargins[slot];
    if (k < end || hasOther || isGrown) out[found++] = slot;
  }
  moved.count = found;
}

/** Returns whether moving colliders have a shape now where they had one in the tick. */
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

/** Saves poses and bounds of the colliders that are not where the stores have them. */
function saveMoved(columns: SavedColumns, { set }: CollisionState, { moved }: ResultScratch): void {
  const { poses, bounds, slotMargins, poseStride, boundsStride, slots } = set;
  saveWhole(columns, 'slots.moved', moved.items, moved.count, slots.end);
  const places = roomForFractions(columns, 'slots.movedPlaces', moved.count * (poseStride + boundsStride));
  const haveMargins = slotMargins.length > 0;
  const margins = roomForFractions(columns, 'slots.movedMargins', haveMargins ? moved.count : 0);
  let at = 0;
  for (let i = 0; i < moved.count; i++) {
    const slot = moved.items[i];
    if (haveMargins) margins[i] = slotMargins[slot];
    for (let k = 0; k < poseStride; k++) places[at++] = poses[slot * poseStride + k];
    for (let k = 0; k < boundsStride; k++) places[at++] = bounds[slot * boundsStride + k];
  }
}
