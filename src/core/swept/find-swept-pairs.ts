import type { PairCache } from '../broad-phase/pair-cache.ts';
import { sortPairs } from '../broad-phase/sort-pairs.ts';
import { updatePairCache } from '../broad-phase/update-pair-cache.ts';
import { buildBvh } from '../bvh/build-bvh.ts';
import { type Bvh, type HierarchyKind, makeBvh } from '../bvh/bvh.ts';
import { findCrossPairs } from '../bvh/find-cross-pairs.ts';
import { findSelfPairs } from '../bvh/find-self-pairs.ts';
import type { ColliderSet } from '../collider-set.ts';
import { FLAG_STATIC, FLAG_SWEPT } from '../collider-slots.ts';
import { createIndexList, type IndexList, reserveIndices } from '../index-list.ts';
import { pairAllowed } from '../pair-filter.ts';
import { createPairList, type PairList, reservePairs } from '../pair-list.ts';
import { NO_FRACTIONS, reserve } from '../typed-array.ts';
import { findTargets } from './find-targets.ts';
import { boundStatics, type PathBoxes, type PathsMeet } from './path-boxes.ts';
import { type SweptPaths, writeEndBox } from './swept-paths.ts';
import { buildTargetGrid, createTargetGrid, type TargetGrid } from './target-grid.ts';

/** The routines by which a dimension finds colliders near the paths of swept colliders. */
export interface PathSearchKind {
  readonly axes: number;
  readonly hierarchy: HierarchyKind;
  readonly pathsMeet: PathsMeet;
}

/** The scratch of the search for the pairs of swept colliders. All of it is rebuilt in every tick. */
export interface SweptSearch {
  readonly kind: PathSearchKind;
  /** The moving colliders that are swept, and the other moving colliders. */
  readonly swept: IndexList;
  readonly others: IndexList;
  /**
   * The moving and the static colliders that are near the path of a swept one; static ones only while they are few.
   */
  readonly near: IndexList;
  /** The entries of `near` that are tested one by one, as entering them into a grid would not pay. */
  readonly rest: IndexList;
  readonly grid: TargetGrid;
  readonly paths: PathBoxes;
  /** The bounds of all the paths that were bounded last. */
  readonly whole: Float64Array;
  readonly sweptBvh: Bvh;
  readonly restBvh: Bvh;
  readonly pairs: PairList;
}

export function createSweptSearch(kind: PathSearchKind): SweptSearch {
  return {
    kind,
    swept: createIndexList(),
    others: createIndexList(),
    near: createIndexList(),
    rest: createIndexList(),
    grid: createTargetGrid(kind.axes),
    paths: { boxes: NO_FRACTIONS, ways: NO_FRACTIONS },
    whole: new Float64Array(2 * kind.axes),
    sweptBvh: makeBvh(kind.hierarchy),
    restBvh: makeBvh(kind.hierarchy),
    pairs: createPairList(),
  };
}

/**
 * Finds the pairs of a tick as `updatePairCache` does, and also the pairs of swept colliders that meet on the way. The
 * cache foresees the pairs of slow swept colliders, with the bounds of their paths in place of their own. It does not
 * for fast ones: a box around some ticks of a bullet's flight would meet half the world.
 */
export function findSweptPairs(
  search: SweptSearch,
  sweptPaths: SweptPaths,
  cache: PairCache,
  set: ColliderSet,
  moving: IndexList,
  statics: Bvh,
): void {
  const { swept, others, near, rest, grid, paths, whole } = search;
  const { axes, pathsMeet } = search.kind;
  sortOut(search, set, moving, false);
  if (swept.count === 0) {
    updatePairCache(cache, set.bounds, set.slots, moving, statics, set.shape);
    return;
  }
  paths.boxes = reserve(paths.boxes, set.slots.end * 2 * axes);
  paths.ways = reserve(paths.ways, set.slots.end * axes);
  boundPaths(search, sweptPaths, set, moving);
  boundStatics(paths, set, statics.order, statics.itemCount);
  const slow = countSlow(search, set);
  const areForeseen = MOVING_A_SLOW * slow >= moving.count;
  if (areForeseen) {
    if (slow > 0) sortOut(search, set, moving, true);
    updatePairCache(cache, paths.boxes, set.slots, others, statics, set.shape);
    keepMeeting(search, set, cache.overlapping);
    keepMeeting(search, set, cache.escapedPairs);
    if (swept.count === 0) return;
  } else updatePairCache(cache, set.bounds, set.slots, others, statics, set.shape);
  boundWhole(search);
  near.count = 0;
  listNear(search, others.items, others.count);
  const areStaticsFew = statics.itemCount <= STATICS_A_PATH * swept.count;
  if (areStaticsFew) listNear(search, statics.order, statics.itemCount);
  buildTargetGrid(grid, rest, paths, near, whole);
  const { escapedPairs } = cache;
  if (grid.count > 0) findTargets(escapedPairs, grid, paths, swept, set, pathsMeet);
  const meetEachOther = mayMeetEachOther(set, swept);
  if (rest.count > 0 || !areStaticsFew || meetEachOther) {
    joinPaths(search, areStaticsFew ? undefined : statics, meetEachOther);
    copyMeeting(escapedPairs, search, set);
  }
  sortPairs(escapedPairs, set.slots);
}

/**
 * The cache foresees pairs of slow swept colliders when at least one in this many moving colliders is one.
 */
const MOVING_A_SLOW = 4;
/**
 * A collider is slow whose way, summed over the axes, is no longer than this part of the sides of its bounds. It stays
 * below the speed at which a collider gets no fat AABB (`HOPELESS`).
 */
const SLOW = 0.25;

/**
 * When there are more statics than this for each path, they are not put into the grid, but found through their
 * hierarchy.
 */
const STATICS_A_PATH = 2;

/**
 * Finds the pairs whose boxes overlap: of a path and a collider that is not in the grid and, with `meetEachOther`, of
 * two paths.
 */
function joinPaths(search: SweptSearch, statics: Bvh | undefined, meetEachOther: boolean): void {
  const { swept, rest, pairs, sweptBvh, restBvh, paths } = search;
  const { boxes } = paths;
  pairs.count = 0;
  buildBvh(sweptBvh, boxes, swept.items, swept.count);
  if (rest.count > 0) {
    buildBvh(restBvh, boxes, rest.items, rest.count);
    findCrossPairs(pairs, sweptBvh, restBvh, boxes);
  }
  if (statics !== undefined) findCrossPairs(pairs, sweptBvh, statics, boxes);
  if (meetEachOther) findSelfPairs(pairs, sweptBvh, boxes);
}

/**
 * Lists the swept and the other colliders, both in the order of `moving`; `onlyFast` lists slow swept colliders with
 * the others.
 */
function sortOut(search: SweptSearch, set: ColliderSet, { items, count }: IndexList, onlyFast: boolean): void {
  const { swept, others } = search;
  const { flags } = set.slots;
  swept.count = 0;
  others.count = 0;
  const toSwept = reserveIndices(swept, count);
  const toOthers = reserveIndices(others, count);
  let sweptCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const isSwept = (flags[slot] & FLAG_SWEPT) !== 0 && !(onlyFast && isSlow(search, set, slot)) ? 1 : 0;
    toSwept[sweptCount] = slot;
    toOthers[i - sweptCount] = slot;
    sweptCount += isSwept;
  }
  swept.count = sweptCount;
  others.count = count - sweptCount;
}

function countSlow(search: SweptSearch, set: ColliderSet): number {
  const { items, count } = search.swept;
  let slow = 0;
  for (let i = 0; i < count; i++) if (isSlow(search, set, items[i])) slow++;
  return slow;
}

/** Returns whether a swept collider is slow; false for one without a box. */
function isSlow({ paths: { ways }, kind: { axes } }: SweptSearch, { bounds }: ColliderSet, slot: number): boolean {
  const at = slot * 2 * axes;
  let way = 0;
  let sides = 0;
  for (let axis = 0; axis < axes; axis++) {
    way += Math.abs(ways[slot * axes + axis]);
    sides += bounds[at + axes + axis] - bounds[at + axis];
  }
  return way <= SLOW * sides;
}

/** Writes the bounds and the ways of paths. */
function boundPaths(
  { paths, kind: { axes } }: SweptSearch,
  sweptPaths: SweptPaths,
  set: ColliderSet,
  { items, count }: IndexList,
): void {
  const { boxes, ways } = paths;
  const { motions, layout } = sweptPaths;
  const { stride, placeStride, turnAt } = layout;
  const { bounds } = set;
  const { flags } = set.slots;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const motion = slot * stride;
    const at = slot * 2 * axes;
    const isStatic = (flags[slot] & FLAG_STATIC) !== 0;
    if (isStatic || motions[motion + turnAt] === 0) {
      for (let side = at; side < at + 2 * axes; side++) boxes[side] = bounds[side];
    } else writeEndBox(boxes, at, sweptPaths, set, slot);
    for (let axis = 0; axis < axes; axis++) {
      const way = isStatic ? 0 : motions[motion + placeStride + axis] - motions[motion + axis];
      const low = at + axis;
      ways[slot * axes + axis] = way;
      // The box at the start of the path lies back by the way.
      if (way > 0) boxes[low] -= way;
      else boxes[low + axes] -= way;
    }
  }
}

/** Writes the bounds of the paths of all colliders listed as swept. */
function boundWhole({ swept: { items, count }, paths: { boxes }, whole, kind: { axes } }: SweptSearch): void {
  whole.fill(Infinity, 0, axes).fill(-Infinity, axes);
  for (let i = 0; i < count; i++) {
    const at = items[i] * 2 * axes;
    for (let axis = 0; axis < axes; axis++) {
      if (boxes[at + axis] < whole[axis]) whole[axis] = boxes[at + axis];
      if (boxes[at + axes + axis] > whole[axes + axis]) whole[axes + axis] = boxes[at + axes + axis];
    }
  }
}

/** Lists the `items` that are near the paths of swept colliders. */
function listNear(
  { near, paths: { boxes }, whole, kind: { axes } }: SweptSearch,
  items: Uint32Array,
  count: number,
): void {
  const out = reserveIndices(near, count);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = slot * 2 * axes;
    let isNear = true;
    for (let axis = 0; axis < axes; axis++) {
      if (!(boxes[at + axis] <= whole[axes + axis] && boxes[at + axes + axis] >= whole[axis])) isNear = false;
    }
    if (isNear) out[near.count++] = slot;
  }
}

/** Returns whether the filters of two swept colliders may let them meet: bullets, as a rule, do not meet bullets. */
function mayMeetEachOther({ slots, shape }: ColliderSet, { items, count }: IndexList): boolean {
  let categories = 0;
  let masks = 0;
  for (let i = 0; i < count; i++) {
    const index = slots.index[items[i]];
    if (shape.groupIndex[index] > 0) return true;
    categories |= shape.categoryBits[index];
    masks |= shape.maskBits[index];
    if ((categories & masks) !== 0) return true;
  }
  return false;
}

/** Appends to `to` those pairs whose filters let them meet and whose boxes meet on the way. */
function copyMeeting(
  to: PairList,
  { paths, kind: { pathsMeet }, pairs: { pairs, count } }: SweptSearch,
  { slots, shape }: ColliderSet,
): void {
  const out = reservePairs(to, count);
  for (let i = 0; i < count; i++) {
    const slotA = pairs[2 * i];
    const slotB = pairs[2 * i + 1];
    if (!pathsMeet(paths, slotA, slotB) || !pairAllowed(slots, shape, slotA, slotB)) continue;
    out[2 * to.count] = slotA;
    out[2 * to.count + 1] = slotB;
    to.count++;
  }
}

/**
 * Keeps the pairs whose boxes meet on the way, and, of pairs of two colliders that are not swept, those whose bounds
 * overlap.
 */
function keepMeeting({ paths, kind: { axes, pathsMeet } }: SweptSearch, set: ColliderSet, list: PairList): void {
  const { pairs, count } = list;
  const { bounds } = set;
  const { flags } = set.slots;
  let kept = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    const isSwept = ((flags[a] | flags[b]) & FLAG_SWEPT) !== 0;
    if (isSwept ? !pathsMeet(paths, a, b) : !boxesOverlap(bounds, axes, a, b)) continue;
    pairs[kept++] = a;
    pairs[kept++] = b;
  }
  list.count = kept >> 1;
}

function boxesOverlap(boxes: Float64Array, axes: number, slotA: number, slotB: number): boolean {
  const a = slotA * 2 * axes;
  const b = slotB * 2 * axes;
  for (let axis = 0; axis < axes; axis++) {
    if (!(boxes[a + axis] <= boxes[b + axes + axis] && boxes[b + axis] <= boxes[a + axes + axis])) return false;
  }
  return true;
}
