import { SLOT_REMOVED } from '../../../src/core/collider-slots.ts';
import { END_STRIDE } from '../../../src/core/contact-tracking.ts';
import { CollisionError } from '../../../src/core/errors.ts';
import { NO_NUMBERS } from '../../../src/core/typed-array.ts';
import { entityIndexEnd } from '../adapter/entities.ts';
import { requireInstalled } from '../adapter/install.ts';
import { listHad } from '../adapter/removed-masks.ts';
import { saveOwners } from '../adapter/saved-owners.ts';
import type { CollisionState } from '../collision-state.ts';
import { NOT_RUNNING } from '../events/dispatch.ts';
import { isPaired, type SubscriptionList } from '../events/subscriptions.ts';
import {
  BEGIN_COUNT,
  CANDIDATE_COUNT,
  CHILD_COUNT,
  CLOCK,
  CONTACT_COUNT,
  DELIVERED,
  EMPTY_SLOT,
  LIFE_AGE_SHIFT,
  LIFE_CAUSE_SHIFT,
  LIFE_FLAGS_SHIFT,
  LIFE_OLD,
  MEMBERS_CHANGED,
  NEXT_ID,
  NEXT_LOOKED_AT,
  RETIRABLE,
  ROUNDS,
  SLOT_END,
  STATICS_CHANGED,
  STATICS_VERSION,
  STAY_COUNT,
  TICK,
} from './clock.ts';
import { saveLateParts } from './late-parts.ts';
import { allBits, roomFor, type SavedColumns, saveColumn, savedColumn, saveList, saveWhole } from './saved-columns.ts';
import type { SavedDimension } from './saved-dimension.ts';
import { savePlaces } from './saved-places.ts';
import { saveRows } from './saved-rows.ts';
import { requireNumbers, saveStores } from './saved-stores.ts';
import type { CollisionSnapshot } from './snapshot.ts';

/**
 * Saves to a snapshot what the next tick depends on. Slots are saved as they are; derived data are not saved.
 * @throws CollisionError `invalid-state` inside a handler, between the stages of a tick, or after one was broken off;
 * `invalid-number` for plain arrays with anything but numbers.
 */
export function saveState(state: CollisionState, snapshot: CollisionSnapshot, saved: SavedDimension): void {
  requireBetweenTicks(state);
  requireInstalled(state.adapter);
  const { columns } = snapshot;
  const indexEnd = entityIndexEnd(state.world);
  // This check comes first: when it throws, the snapshot stays as it was.
  requireNumbers(snapshot.stores, indexEnd);
  if (snapshot.entities === undefined) saveOwners(columns, state.adapter, snapshot.stores);
  else snapshot.entities.save(state.world, snapshot);
  saveStores(columns, snapshot.stores, indexEnd);
  saveClock(columns, state);
  saveSlots(columns, state);
  saveContacts(columns, state);
  // Only places that a restore cannot compute again are saved: contacts follow from poses and shapes, and poses and
  // shapes from the stores, unless a game has moved something since the tick.
  savePlaces(columns, state, saved, snapshot.hasResults);
  if (snapshot.hasResults) saveRows(columns, state);
  const parts = state.features.saved;
  for (let i = 0; i < parts.length; i++) parts[i].save(snapshot.columns);
  saveLateParts(snapshot, state);
  if (snapshot.left.size > 0) snapshot.left.clear();
  if (state.set.slots.removed.length > 0) copyLeft(snapshot, state);
  if (snapshot.departed.size > 0) snapshot.departed.clear();
  const { lists } = state.dispatch;
  for (let i = 0; i < lists.length; i++) copyDeparted(snapshot, lists[i]);
  snapshot.owner = state;
  snapshot.ownClock = savedColumn(columns, 'clock').values;
  snapshot.tick = state.tracking.tick;
}

/**
 * Refuses to go on inside a tick. @throws CollisionError `invalid-state` while a tick waits for a handler, or is not
 * finished.
 */
function requireBetweenTicks(state: CollisionState): void {
  requireOutside(state);
  if (state.contacts.tracked) return;
  throw new CollisionError(
    'invalid-state',
    'a world is saved between ticks: not between stages, nor after a tick that acceptContact has broken off',
  );
}

/**
 * Refuses to go on inside a tick or a query. @throws CollisionError `invalid-state` while a tick waits for a handler or
 * a hook, or a query for a predicate.
 */
export function requireOutside({ dispatch, waitingQueries }: CollisionState): void {
  if (dispatch.running === NOT_RUNNING && waitingQueries === 0) return;
  throw new CollisionError(
    'invalid-state',
    'a world is saved and restored between ticks: not inside a handler, a hook or a predicate',
  );
}

function saveClock(columns: SavedColumns, state: CollisionState): void {
  const { tracking, dispatch, contacts, candidates, set, loose, adapter } = state;
  const { values } = roomFor(columns, 'clock', CLOCK.length);
  values[TICK] = tracking.tick;
  values[DELIVERED] = dispatch.delivered;
  values[BEGIN_COUNT] = tracking.beginCount;
  values[STAY_COUNT] = tracking.stayCount;
  values[NEXT_ID] = tracking.nextId;
  values[CONTACT_COUNT] = contacts.count;
  values[CHILD_COUNT] = contacts.childCount;
  values[CANDIDATE_COUNT] = candidates.count;
  values[SLOT_END] = set.slots.end;
  values[RETIRABLE] = set.slots.retirable;
  values[ROUNDS] = set.slots.rounds;
  values[EMPTY_SLOT] = loose.emptySlot;
  values[STATICS_VERSION] = adapter.staticsVersion;
  values[STATICS_CHANGED] = adapter.staticsChanged || state.staticsStale ? 1 : 0;
  values[NEXT_LOOKED_AT] = adapter.nextLookedAt;
  values[MEMBERS_CHANGED] = adapter.membersChanged ? 1 : 0;
}

function saveSlots(columns: SavedColumns, { set, adapter }: CollisionState): void {
  const { slots } = set;
  const { end, state, flags, cause, born, rounds } = slots;
  saveWhole(columns, 'slots.entity', slots.entity, end, allBits(slots.entity, end));
  saveWhole(columns, 'slots.order', slots.order, slots.orderCount, end);
  let column = columns.get('slots.life');
  if (column === undefined) {
    column = { values: new Uint16Array(state.length), count: 0 };
    columns.set('slots.life', column);
  }
  if (column.values.length < end) column.values = new Uint16Array(state.length);
  column.count = end;
  const lives = column.values as Uint16Array;
  for (let slot = 0; slot < end; slot++) {
    const age = Math.min(rounds - born[slot], LIFE_OLD);
    lives[slot] =
      state[slot] | (flags[slot] << LIFE_FLAGS_SHIFT) | (cause[slot] << LIFE_CAUSE_SHIFT) | (age << LIFE_AGE_SHIFT);
  }
  saveList(columns, 'slots.free', slots.free);
  saveList(columns, 'slots.added', slots.added);
  saveList(columns, 'slots.removed', slots.removed);
  saveList(columns, 'slots.changedStatics', adapter.changedStatics);
}

function saveContacts(columns: SavedColumns, { contacts, tracking, candidates, hook, set }: CollisionState): void {
  const { count, childCount } = contacts;
  const { slots } = set;
  saveWhole(columns, 'contacts.slotA', contacts.slotA, count, slots.end);
  saveWhole(columns, 'contacts.slotB', contacts.slotB, count, slots.end);
  saveColumn(columns, 'contacts.flags', contacts.flags, count);
  saveWhole(columns, 'contacts.id', contacts.id, count, tracking.nextId);
  saveWhole(columns, 'contacts.beginTick', contacts.beginTick, count, tracking.tick);
  saveWhole(columns, 'contacts.childA', contacts.childA, childCount, allBits(contacts.childA, childCount));
  saveWhole(columns, 'contacts.childB', contacts.childB, childCount, allBits(contacts.childB, childCount));
  saveWhole(columns, 'contacts.freeIds', tracking.freeIds, tracking.freeIdCount, tracking.nextId);
  saveColumn(columns, 'contacts.ends', tracking.ends, tracking.endCount * END_STRIDE);
  const again = candidates.again?.slots;
  saveColumn(columns, 'candidates.again', again?.items ?? NO_NUMBERS, again?.count ?? 0);
  if (hook === undefined) return;
  saveColumn(columns, 'candidates.pairs', candidates.pairs, 2 * candidates.count);
  saveColumn(columns, 'candidates.accepted', candidates.accepted, candidates.count);
}

/** Notes which subscriptions do not go on after a restore. */
function copyDeparted({ departed }: CollisionSnapshot, { all }: SubscriptionList<unknown>): void {
  for (let i = 0; i < all.length; i++) if (all[i].departed !== undefined) departed.set(all[i], all[i].departed!);
}

/**
 * This is a function of its own because V8 makes a context for a closure at every call of the function that contains
 * it.
 */
function copyLeft(snapshot: CollisionSnapshot, { dispatch }: CollisionState): void {
  const { left, masks, slots } = dispatch;
  for (const slot of slots.removed) {
    if (slots.state[slot] !== SLOT_REMOVED || !isPaired(slots, slot)) continue;
    snapshot.left.set(slot, left.get(slot) ?? listHad(masks, slot));
  }
}
