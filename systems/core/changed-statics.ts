import { forgetSlot, loosenSlot, reservePairCache, takeStatics } from '../../src/core/broad-phase/pair-cache.ts';
import { buildBvh } from '../../src/core/bvh/build-bvh.ts';
import { takeOutItem } from '../../src/core/bvh/take-out-item.ts';
import { reserveColliders } from '../../src/core/collider-set.ts';
import { FLAG_STATIC, INVALID_SLOT, SLOT_LIVE, takeEmptySlot } from '../../src/core/collider-slots.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../src/core/index-list.ts';
import { NO_BYTES, NO_NUMBERS, reserve } from '../../src/core/typed-array.ts';
import { boundGroup } from './bound-group.ts';
import type { CollisionState, MobilityGroup } from './collision-state.ts';
import { staticMembers } from './mobility.ts';

/**
 * Statics that have changed since their hierarchy was built. They are out of it, and among what moves until there are
 * enough of them to build it anew: so a change costs by what has changed.
 */
export interface LooseStatics {
  /** Whether nothing has changed since the hierarchy was built: most ticks of most worlds look no further. */
  isIdle: boolean;
  readonly members: IndexList;
  /** Those of the members that have a shape. They are the last of `moving.active`. */
  readonly active: IndexList;
  /** By slot: NOT_LOOSE, or whether it is active. */
  marks: Uint8Array;
  /** By slot: where it is in the hierarchy. */
  positions: Uint32Array;
  arePositionsKnown: boolean;
  /** How many have been taken out of the hierarchy. */
  takenOut: number;
  /** What comes in their place: a slot that no collider ever gets. */
  emptySlot: number;
  /** Those that changed in this tick, whose bounds are computed anew. */
  readonly changed: Pick<MobilityGroup, 'members' | 'active'>;
}

const NOT_LOOSE = 0;
const LOOSE = 1;
export const LOOSE_ACTIVE = 2;
/** Told to have changed, and on the list already: only while the list is made. */
const LOOSE_CHANGED = 3;

/** The hierarchy is built anew when one static in so many is loose, or has been taken out. */
const REBUILD_WHEN_ONE_IN = 8;

export function createLooseStatics(): LooseStatics {
  return {
    isIdle: true,
    members: createIndexList(),
    active: createIndexList(),
    marks: NO_BYTES,
    positions: NO_NUMBERS,
    arePositionsKnown: false,
    takenOut: 0,
    emptySlot: INVALID_SLOT,
    changed: { members: createIndexList(), active: createIndexList() },
  };
}

/** Takes in which statics have changed, come or gone; none of the slots may have passed to another collider. */
export function loosenStatics(state: CollisionState, slots: readonly number[]): void {
  if (slots.length === 0) return;
  const { loose, set } = state;
  const { end, state: life, flags } = set.slots;
  const { members } = loose.changed;
  loose.isIdle = false;
  loose.marks = reserve(loose.marks, end);
  const { marks } = loose;
  let out = reserveIndices(members, slots.length);
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    if (state.pairCache.settled[slot] === 1) takeOut(state, slot);
    if (life[slot] !== SLOT_LIVE || (flags[slot] & FLAG_STATIC) === 0) {
      marks[slot] = NOT_LOOSE;
      continue;
    }
    if (marks[slot] === NOT_LOOSE) {
      reserveIndices(loose.members, 1)[loose.members.count++] = slot;
      marks[slot] = LOOSE;
    }
    out[members.count++] = slot;
    out = members.items;
  }
  keepMarked(loose.members, loose.members, marks, LOOSE);
}

/** Computes the bounds of what has changed, and puts all that is loose among what moves. */
export function boundLoose(state: CollisionState): void {
  if (state.loose.isIdle) return;
  const { loose, moving, set } = state;
  const { changed, marks, members, active } = loose;
  if (changed.members.count > 0) {
    keepOnce(changed.members, marks);
    boundGroup(state, changed);
    const { items, count } = changed.members;
    for (let i = 0; i < count; i++) marks[items[i]] = LOOSE;
    for (let i = 0; i < changed.active.count; i++) marks[changed.active.items[i]] = LOOSE_ACTIVE;
    // One that was refused is read again in the next tick.
    if (set.refused !== INVALID_SLOT) for (let i = 0; i < count; i++) state.adapter.changedStatics.push(items[i]);
    changed.members.count = 0;
  }
  keepMarked(active, members, marks, LOOSE_ACTIVE);
  const to = reserveIndices(moving.active, active.count);
  for (let i = 0; i < active.count; i++) to[moving.active.count++] = active.items[i];
}

/** Builds the hierarchy of what is static anew, when many have changed. */
export function buildStatics(state: CollisionState): void {
  if (!state.staticsStale && state.loose.isIdle) return;
  const { loose, statics, moving, pairCache, set } = state;
  const changes = loose.members.count + loose.takenOut;
  if (!state.staticsStale && REBUILD_WHEN_ONE_IN * changes <= set.slots.orderCount) return;
  if (!state.staticsStale) listStatics(state);
  state.staticsStale = false;
  moving.active.count -= loose.active.count;
  for (let i = 0; i < loose.members.count; i++) loose.marks[loose.members.items[i]] = NOT_LOOSE;
  loose.members.count = 0;
  loose.active.count = 0;
  loose.takenOut = 0;
  loose.arePositionsKnown = false;
  loose.isIdle = true;
  const { items, count } = statics.active;
  if (count > 0 || statics.bvh.itemCount > 0) buildBvh(statics.bvh, set.bounds, items, count);
  if (count > 0) reservePairCache(pairCache, set.slots.end);
  takeStatics(pairCache, set.bounds, items, count);
}

/** Brings the list of statics that have a shape up to date: loose ones, and those in the hierarchy. */
export function listStatics(state: CollisionState): void {
  const { loose, statics, pairCache } = state;
  const { active } = statics;
  const members = staticMembers(state);
  const { settled } = pairCache;
  const { marks } = loose;
  active.count = 0;
  const to = reserveIndices(active, members.count);
  for (let i = 0; i < members.count; i++) {
    const slot = members.items[i];
    if (settled[slot] === 1 || marks[slot] === LOOSE_ACTIVE) to[active.count++] = slot;
  }
}

/** Keeps each of the items that are still loose once: margins of colliders would grow the bounds of one again. */
function keepOnce(list: IndexList, marks: Uint8Array): void {
  const { items, count } = list;
  list.count = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (marks[slot] === NOT_LOOSE || marks[slot] === LOOSE_CHANGED) continue;
    marks[slot] = LOOSE_CHANGED;
    items[list.count++] = slot;
  }
}

function takeOut(state: CollisionState, slot: number): void {
  const { loose, statics, pairCache, set } = state;
  if (loose.emptySlot === INVALID_SLOT) {
    loose.emptySlot = takeEmptySlot(set.slots);
    reserveColliders(set);
    forgetSlot(pairCache, loose.emptySlot);
    set.bounds.fill(NaN, loose.emptySlot * set.boundsStride, (loose.emptySlot + 1) * set.boundsStride);
  }
  if (!loose.arePositionsKnown) {
    loose.positions = reserve(loose.positions, set.slots.end);
    notePositions(loose.positions, statics.bvh.order, statics.bvh.itemCount);
    loose.arePositionsKnown = true;
  }
  takeOutItem(statics.bvh, loose.positions[slot], loose.emptySlot);
  loosenSlot(pairCache, slot);
  loose.takenOut++;
}

function notePositions(positions: Uint32Array, order: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) positions[order[i]] = i;
}

/** Copies the items that have this mark, or a higher one. `to` may be the list itself. */
function keepMarked(to: IndexList, { items, count }: IndexList, marks: Uint8Array, least: number): void {
  to.count = 0;
  const out = reserveIndices(to, count);
  for (let i = 0; i < count; i++) if (marks[items[i]] >= least) out[to.count++] = items[i];
}
