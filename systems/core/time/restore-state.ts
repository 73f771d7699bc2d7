import { askAgain } from '../../../src/core/broad-phase/asked-again.ts';
import { forgetSlot, reservePairCache } from '../../../src/core/broad-phase/pair-cache.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { type ColliderSet, reserveColliders, SHAPE_NONE } from '../../../src/core/collider-set.ts';
import {
  FLAG_PLACED,
  INVALID_SLOT,
  reserveSlots,
  SLOT_FREE,
  SLOT_LIVE,
  writeRanks,
} from '../../../src/core/collider-slots.ts';
import { END_STRIDE } from '../../../src/core/contact-tracking.ts';
import { CollisionError } from '../../../src/core/errors.ts';
import { reserveIndices } from '../../../src/core/index-list.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { entityIndex } from '../adapter/entities.ts';
import { requireInstalled } from '../adapter/install.ts';
import { takeInWorld } from '../adapter/take-in-world.ts';
import { boundGroup } from '../bound-group.ts';
import { buildStatics } from '../build-statics.ts';
import type { CollisionState, MobilityGroup } from '../collision-state.ts';
import { sortByMobility } from '../mobility.ts';
import { listSeen } from '../pending.ts';
import {
  BEGIN_COUNT,
  CANDIDATE_COUNT,
  CHILD_COUNT,
  CONTACT_COUNT,
  DELIVERED,
  EMPTY_SLOT,
  LIFE_AGE_SHIFT,
  LIFE_CAUSE,
  LIFE_CAUSE_SHIFT,
  LIFE_FLAGS,
  LIFE_FLAGS_SHIFT,
  LIFE_STATE,
  MEMBERS_CHANGED,
  NEXT_ID,
  NEXT_LOOKED_AT,
  PLACES_KEPT,
  RETIRABLE,
  ROUNDS,
  SLOT_END,
  STATICS_CHANGED,
  STATICS_VERSION,
  STAY_COUNT,
  TICK,
} from './clock.ts';
import { columnsWithLate, restorePlaced } from './late-parts.ts';
import { leavePointsOut, restoreResults } from './remade-contacts.ts';
import { restoreColumn, restoreList, type SavedColumns, savedColumn } from './saved-columns.ts';
import { restoreStores } from './saved-stores.ts';
import type { CollisionSnapshot } from './snapshot.ts';

/**
 * Brings a world back to a snapshot. Of the derived data, foreseen pairs are kept where a slot has the collider that it
 * had, and the hierarchy of statics where none has changed.
 * @throws CollisionError `invalid-state` for an empty snapshot, or one with entities of another world.
 */
export function restoreState(state: CollisionState, snapshot: CollisionSnapshot): void {
  const { columns } = snapshot;
  if (snapshot.owner === undefined) {
    throw new CollisionError('invalid-state', 'the snapshot is empty: saveCollision(world, snapshot) fills it');
  }
  const clock = savedColumn(columns, 'clock').values as Int32Array;
  requireInstalled(state.adapter);
  const isOwn = snapshot.owner === state && snapshot.ownClock === clock;
  snapshot.entities?.restore(state.world, snapshot);
  restoreStores(columns, snapshot.stores);
  const areStaticsSame = isOwn && haveSameStatics(state, columns, clock);
  if (!isOwn) state.loose.emptySlot = clock[EMPTY_SLOT];
  restoreSlots(state, columns, clock);
  restoreContacts(state, snapshot, clock);
  restoreLeft(state, isOwn ? snapshot : undefined);
  restorePlaces(state, snapshot, clock, areStaticsSame);
  if (snapshot.hasResults) restoreResults(state, columns);
  else leavePointsOut(state.contacts);
  restoreNotes(state, columns, clock, isOwn, areStaticsSame);
  const { saved } = state.features;
  const all = columnsWithLate(snapshot);
  restorePlaced(state.set.slots, all);
  state.features.restored = { columns: all, tick: state.tracking.tick, rounds: state.set.slots.rounds };
  for (let i = 0; i < saved.length; i++) saved[i].restore(all, state.contacts.count);
  takeInWorld(state.adapter);
}

/** Returns whether no static collider has come, gone or changed since the snapshot was saved, and none was about to. */
function haveSameStatics({ adapter, staticsStale }: CollisionState, columns: SavedColumns, clock: Int32Array): boolean {
  const wereSettled = clock[STATICS_CHANGED] === 0 && savedColumn(columns, 'slots.changedStatics').count === 0;
  const areSettled = !adapter.staticsChanged && !staticsStale && adapter.changedStatics.length === 0;
  return wereSettled && areSettled && adapter.staticsVersion === clock[STATICS_VERSION];
}

function restoreSlots(state: CollisionState, columns: SavedColumns, clock: Int32Array): void {
  const { set, pairCache, loose } = state;
  const { slots } = set;
  const savedEnd = clock[SLOT_END];
  const end = Math.max(savedEnd, slots.end, loose.emptySlot + 1);
  reserveSlots(slots, end);
  reservePairCache(pairCache, end);
  forgetSlotsByIndex(state);
  // The entities have just been brought back, and may have got the slots that they had: what was foreseen for these
  // slots is not valid.
  for (let i = 0; i < slots.added.length; i++) forgetSlot(pairCache, slots.added[i]);
  slots.end = end;
  slots.rounds = clock[ROUNDS];
  slots.retirable = clock[RETIRABLE];
  restoreList(columns, 'slots.free', slots.free);
  restoreList(columns, 'slots.added', slots.added);
  restoreList(columns, 'slots.removed', slots.removed);
  restoreLives(state, columns, savedEnd);
  for (let slot = savedEnd; slot < end; slot++) {
    if (slots.state[slot] !== SLOT_FREE) forgetSlot(pairCache, slot);
    slots.state[slot] = SLOT_FREE;
    if (slot !== loose.emptySlot) slots.free.unshift(slot);
  }
  const order = savedColumn(columns, 'slots.order');
  slots.order = restoreColumn(columns, 'slots.order', slots.order);
  slots.orderCount = order.count;
  writeRanks(slots);
  reserveColliders(set);
}

function forgetSlotsByIndex({ set }: CollisionState): void {
  const { end, state, index, slotOfIndex } = set.slots;
  for (let slot = 0; slot < end; slot++) if (state[slot] === SLOT_LIVE) slotOfIndex[index[slot]] = INVALID_SLOT;
}

/**
 * Gives every slot the collider that it had. Its fat AABB stays, unless the slot has another collider now or has been
 * static or dead.
 */
function restoreLives({ set, pairCache, world }: CollisionState, columns: SavedColumns, count: number): void {
  const { slots } = set;
  const { state, flags, cause, index, entity, born, rounds } = slots;
  const entities = savedColumn(columns, 'slots.entity').values;
  const lives = savedColumn(columns, 'slots.life').values;
  for (let slot = 0; slot < count; slot++) {
    const life = lives[slot];
    const lifeState = life & LIFE_STATE;
    const lifeFlags = (life >> LIFE_FLAGS_SHIFT) & LIFE_FLAGS;
    const isOther = entity[slot] !== entities[slot];
    // A change of FLAG_PLACED alone has no effect on the collider's pairs, and is no change of a static collider.
    const isChanged = state[slot] !== lifeState || ((flags[slot] ^ lifeFlags) & ~FLAG_PLACED) !== 0;
    if (isOther || isChanged) forgetSlot(pairCache, slot);
    if (isOther) {
      entity[slot] = entities[slot];
      index[slot] = entityIndex(world, entities[slot]);
    }
    state[slot] = lifeState;
    flags[slot] = lifeFlags;
    cause[slot] = (life >> LIFE_CAUSE_SHIFT) & LIFE_CAUSE;
    born[slot] = rounds - (life >> LIFE_AGE_SHIFT);
    if (lifeState !== SLOT_LIVE) continue;
    const known = slots.slotOfIndex.length;
    if (index[slot] >= known) {
      slots.slotOfIndex = reserve(slots.slotOfIndex, index[slot] + 1).fill(INVALID_SLOT, known);
    }
    slots.slotOfIndex[index[slot]] = slot;
  }
}

function restoreContacts(state: CollisionState, snapshot: CollisionSnapshot, clock: Int32Array): void {
  const { contacts, tracking, candidates, dispatch, hook } = state;
  const { columns } = snapshot;
  contacts.count = clock[CONTACT_COUNT];
  contacts.childCount = clock[CHILD_COUNT];
  contacts.slotA = restoreColumn(columns, 'contacts.slotA', contacts.slotA);
  contacts.slotB = restoreColumn(columns, 'contacts.slotB', contacts.slotB);
  contacts.flags = restoreColumn(columns, 'contacts.flags', contacts.flags);
  contacts.id = restoreColumn(columns, 'contacts.id', contacts.id);
  contacts.beginTick = restoreColumn(columns, 'contacts.beginTick', contacts.beginTick);
  contacts.childA = restoreColumn(columns, 'contacts.childA', contacts.childA);
  contacts.childB = restoreColumn(columns, 'contacts.childB', contacts.childB);
  contacts.missing = undefined;
  contacts.tracked = true;
  contacts.version++;
  tracking.tick = clock[TICK];
  tracking.nextId = clock[NEXT_ID];
  tracking.beginCount = clock[BEGIN_COUNT];
  tracking.stayCount = clock[STAY_COUNT];
  tracking.freeIds = restoreColumn(columns, 'contacts.freeIds', tracking.freeIds);
  tracking.freeIdCount = savedColumn(columns, 'contacts.freeIds').count;
  tracking.ends = restoreColumn(columns, 'contacts.ends', tracking.ends);
  tracking.endCount = savedColumn(columns, 'contacts.ends').count / END_STRIDE;
  dispatch.delivered = clock[DELIVERED];
  candidates.count = clock[CANDIDATE_COUNT];
  candidates.again?.clear();
  const again = savedColumn(columns, 'candidates.again');
  for (let i = 0; i < again.count; i++) askAgain(candidates, again.values[i]);
  if (hook === undefined) return;
  if (columns.has('candidates.pairs')) {
    candidates.pairs = restoreColumn(columns, 'candidates.pairs', candidates.pairs);
    candidates.accepted = restoreColumn(columns, 'candidates.accepted', candidates.accepted);
  } else {
    // The snapshot is of a world without a filter function: all pairs are asked about again.
    candidates.count = 0;
  }
}

/** Brings back the components of colliders whose ends are still to be told, and the subscriptions that name them. */
function restoreLeft({ dispatch }: CollisionState, snapshot: CollisionSnapshot | undefined): void {
  const { left, masks, lists } = dispatch;
  left.clear();
  masks.columns.length = 0;
  snapshot?.left.forEach((had, slot) => {
    left.set(slot, had);
  });
  for (const { all } of lists) {
    for (const subscription of all) subscription.departed = snapshot?.departed.get(subscription);
  }
}

/** Puts colliders where queries saw them. */
function restorePlaces(
  state: CollisionState,
  { columns }: CollisionSnapshot,
  clock: Int32Array,
  areStaticsSame: boolean,
): void {
  const { set, loose, moving, statics, pending } = state;
  const areKept = clock[PLACES_KEPT] === 1;
  sortByMobility(state);
  if (!areStaticsSame) {
    for (let i = 0; i < loose.members.count; i++) loose.marks[loose.members.items[i]] = 0;
    loose.members.count = 0;
    loose.active.count = 0;
    if (!areKept) boundGroup(state, statics);
  }
  const hasRefused = set.refused !== INVALID_SLOT;
  // A snapshot that was saved between a change of tags and the tick that reads it has a list of colliders with a shape
  // that does not fit the lists by mobility.
  if (areKept && clock[MEMBERS_CHANGED] === 0) {
    moving.active.items = restoreColumn(columns, 'slots.active', moving.active.items);
    moving.active.count = savedColumn(columns, 'slots.active').count;
  } else if (!areKept) {
    boundGroup(state, moving);
  }
  if (areKept) {
    set.poses = restoreColumn(columns, 'slots.poses', set.poses);
    set.bounds = restoreColumn(columns, 'slots.bounds', set.bounds);
    set.kinds = restoreColumn(columns, 'slots.kinds', set.kinds);
    set.handles = restoreColumn(columns, 'slots.handles', set.handles);
    if (set.slotMargins.length > 0) {
      set.slotMargins.fill(0);
      set.slotMargins = restoreColumn(columns, 'slots.ownMargins', set.slotMargins);
    }
    if (clock[MEMBERS_CHANGED] === 1) listShaped(set, moving);
    if (!areStaticsSame) listShaped(set, statics);
  }
  restorePending(state, columns, areKept);
  if (!areKept) putBackMoved(state, columns);
  set.slots.defaultFilter = restoreColumn(columns, 'slots.defaultFilter', set.slots.defaultFilter);
  if (loose.emptySlot !== INVALID_SLOT) {
    const { boundsStride } = set;
    set.bounds.fill(NaN, loose.emptySlot * boundsStride, (loose.emptySlot + 1) * boundsStride);
  }
  set.refused = INVALID_SLOT;
  const to = reserveIndices(moving.active, loose.active.count);
  for (let i = 0; i < loose.active.count; i++) to[moving.active.count++] = loose.active.items[i];
  if (!areStaticsSame) {
    buildStatics(state);
    // A collider that was refused has to be read again in the next tick.
    state.staticsStale = hasRefused;
  }
  state.movingStale = true;
  state.areForeseen = false;
  buildBvh(pending.bvh, set.bounds, pending.active.items, pending.active.count);
}

/** Brings back which colliders that came after the last tick were seen by queries, and where they were. */
function restorePending(state: CollisionState, columns: SavedColumns, areKept: boolean): void {
  const { set, pending, adapter } = state;
  const { added, unread, state: life } = set.slots;
  const { values, count } = savedColumn(columns, 'slots.unread');
  unread.fill(0);
  for (let i = 0; i < count; i++) unread[values[i]] = 1;
  adapter.hasUnread = count > 0;
  pending.members.count = 0;
  const seen = reserveIndices(pending.members, added.length);
  for (const slot of added) {
    // The kind in the slot may be of another collider that had this slot.
    if (unread[slot] === 1) set.kinds[slot] = SHAPE_NONE;
    else if (life[slot] === SLOT_LIVE) seen[pending.members.count++] = slot;
  }
  if (!areKept) boundGroup(state, pending);
  listSeen(state);
}

/** Lists the members of a group that had a shape, whatever the stores hold by now. */
function listShaped(set: ColliderSet, { members, active }: MobilityGroup): void {
  active.count = 0;
  const to = reserveIndices(active, members.count);
  for (let i = 0; i < members.count; i++) {
    const slot = members.items[i];
    if (set.kinds[slot] !== SHAPE_NONE) to[active.count++] = slot;
  }
}

/** Puts colliders whose stores have changed since the tick back to where the tick had them. */
function putBackMoved({ set }: CollisionState, columns: SavedColumns): void {
  const { slotMargins, poseStride, boundsStride } = set;
  const moved = savedColumn(columns, 'slots.moved');
  const places = savedColumn(columns, 'slots.movedPlaces').values;
  const margins = savedColumn(columns, 'slots.movedMargins');
  let at = 0;
  for (let i = 0; i < moved.count; i++) {
    const slot = moved.values[i];
    // The snapshot may have been saved before there were any margins: then they are 0, as they were for the bounds.
    if (slotMargins.length > 0) slotMargins[slot] = i < margins.count ? margins.values[i] : 0;
    for (let k = 0; k < poseStride; k++) set.poses[slot * poseStride + k] = places[at++];
    for (let k = 0; k < boundsStride; k++) set.bounds[slot * boundsStride + k] = places[at++];
  }
}

/** Restores the notes of changes as they were at the time of the snapshot, and forgets later ones. */
function restoreNotes(
  state: CollisionState,
  columns: SavedColumns,
  clock: Int32Array,
  isOwn: boolean,
  areStaticsSame: boolean,
): void {
  const { adapter } = state;
  restoreList(columns, 'slots.changedStatics', adapter.changedStatics);
  adapter.staticsChanged = clock[STATICS_CHANGED] === 1;
  // The version of the statics must differ from every earlier one; from here on it is also the version of the snapshot.
  if (!areStaticsSame) adapter.staticsVersion++;
  if (isOwn) clock[STATICS_VERSION] = adapter.staticsVersion;
  adapter.membersChanged = clock[MEMBERS_CHANGED] === 1;
  adapter.mobilityChanged = adapter.membersChanged;
  adapter.nextLookedAt = clock[NEXT_LOOKED_AT];
  adapter.lastAdded = undefined;
  adapter.version++;
}
