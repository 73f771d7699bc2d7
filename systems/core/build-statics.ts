import { forgetMovers, reservePairCache, settleSlot, takeStatics } from '../../src/core/broad-phase/pair-cache.ts';
import { buildBvh, sortBvh } from '../../src/core/bvh/build-bvh.ts';
import { type Bvh, makeBvh } from '../../src/core/bvh/bvh.ts';
import { exchangeTrees } from '../../src/core/bvh/exchange-trees.ts';
import { reserveIndices } from '../../src/core/index-list.ts';
import { holds, joinMoving, LOOSE_ACTIVE, NOT_LOOSE, notePositions } from './changed-statics.ts';
import type { CollisionState } from './collision-state.ts';
import { staticMembers } from './mobility.ts';

/*
 * The hierarchy of static colliders is built anew when many have changed, or few have been loose for long. While it
 * still serves, the next one is made, a step a tick: of 100,000 statics, all at once would be a tick of four times the
 * usual.
 */

/** The share of static colliders that are loose, or have been taken out, from which on the next hierarchy is begun. */
const STARTS_WHEN_ONE_IN = 8;
/**
 * The next hierarchy is built at once when one static collider in this many is loose, as a loose collider costs as much
 * as a moving one.
 */
const AT_ONCE_WHEN_ONE_IN = 4;

/**
 * The steps in which the next hierarchy is made: sorting, then in parts the volumes of the items, then the volumes of
 * the nodes.
 */
const STEP_SORT = 0;
const STEP_FIT = 1;
const FIT_STEPS = 2;
const STEP_SERVE = STEP_FIT + FIT_STEPS;

/** Brings the hierarchy of static colliders up to date, or does a part of that work where many have changed. */
export function updateStatics(state: CollisionState): void {
  const { loose, set } = state;
  const changes = loose.members.count + loose.takenOut;
  const { orderCount } = set.slots;
  if (state.staticsStale) buildStatics(state);
  else if (AT_ONCE_WHEN_ONE_IN * changes > orderCount) {
    listStatics(state);
    buildStatics(state);
  } else if (loose.nextStep > 0 || STARTS_WHEN_ONE_IN * changes > orderCount || loose.carried > orderCount) {
    prepareNext(state);
  }
  // In one tick a loose collider costs about what its place in the next hierarchy costs once.
  loose.carried += loose.active.count;
}

/** Builds the hierarchy over the listed statics, all at once. */
export function buildStatics(state: CollisionState): void {
  const { loose, statics, moving, pairCache, set } = state;
  state.staticsStale = false;
  moving.active.count -= loose.active.count;
  for (let i = 0; i < loose.members.count; i++) loose.marks[loose.members.items[i]] = NOT_LOOSE;
  loose.members.count = 0;
  loose.active.count = 0;
  loose.takenOut = 0;
  loose.carried = 0;
  loose.nextStep = STEP_SORT;
  loose.arePositionsKnown = false;
  loose.isIdle = true;
  const { items, count } = statics.active;
  if (count > 0 || statics.bvh.itemCount > 0) buildBvh(statics.bvh, set.bounds, items, count);
  if (count > 0) reservePairCache(pairCache, set.slots.end);
  takeStatics(pairCache, set.bounds, items, count);
}

/**
 * Takes the next step of the build. Statics that change in the meantime are removed from both hierarchies and stay
 * loose.
 */
function prepareNext(state: CollisionState): void {
  const { loose, statics, set } = state;
  loose.next ??= makeBvh(statics.bvh.routines);
  const { next } = loose;
  if (loose.nextStep === STEP_SORT) {
    listStatics(state);
    sortBvh(next, set.bounds, statics.active.items, statics.active.count);
    loose.nextPositions = notePositions(loose.nextPositions, next, set.slots.end);
    loose.nextTakenOut = 0;
  } else if (loose.nextStep < STEP_SERVE) {
    const size = Math.ceil(next.itemCount / FIT_STEPS);
    const from = size * (loose.nextStep - STEP_FIT);
    next.routines.fitItems(next, set.bounds, from, Math.min(next.itemCount, from + size));
  } else {
    next.routines.fitNodes(next, set.bounds);
    serveNext(state, next);
    return;
  }
  loose.nextStep++;
}

function serveNext(state: CollisionState, next: Bvh): void {
  const { loose, statics, moving, pairCache, set } = state;
  exchangeTrees(statics.bvh, next);
  const { positions } = loose;
  loose.positions = loose.nextPositions;
  loose.nextPositions = positions;
  loose.arePositionsKnown = true;
  loose.takenOut = loose.nextTakenOut;
  loose.carried = 0;
  loose.nextStep = STEP_SORT;
  reservePairCache(pairCache, set.slots.end);
  forgetMovers(pairCache);
  moving.active.count -= loose.active.count;
  settleLoose(state);
  joinMoving(state);
}

/** Keeps as loose the colliders that have a shape and are not in the hierarchy; the others are no longer loose. */
function settleLoose({ loose, statics, pairCache, set }: CollisionState): void {
  const { members, marks } = loose;
  const { items, count } = members;
  members.count = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const isHeld = holds(statics.bvh, loose.positions, slot);
    if (isHeld) settleSlot(pairCache, set.bounds, slot);
    if (isHeld || marks[slot] !== LOOSE_ACTIVE) marks[slot] = NOT_LOOSE;
    else items[members.count++] = slot;
  }
  loose.isIdle = members.count === 0 && loose.takenOut === 0;
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
