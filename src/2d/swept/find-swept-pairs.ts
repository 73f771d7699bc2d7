import type { PairCache } from '../../core/broad-phase/pair-cache.ts';
import { sortPairs } from '../../core/broad-phase/sort-pairs.ts';
import { updatePairCache } from '../../core/broad-phase/update-pair-cache.ts';
import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { type Bvh, makeBvh } from '../../core/bvh/bvh.ts';
import { findCrossPairs } from '../../core/bvh/find-cross-pairs.ts';
import { findSelfPairs } from '../../core/bvh/find-self-pairs.ts';
import { FLAG_STATIC, FLAG_SWEPT } from '../../core/collider-slots.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { pairAllowed } from '../../core/pair-filter.ts';
import { createPairList, type PairList, reservePairs } from '../../core/pair-list.ts';
import { NO_FRACTIONS, reserve } from '../../core/typed-array.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { findTargets } from './find-targets.ts';
import { type PathBoxes, pathsMeet, WAY_STRIDE } from './path-boxes.ts';
import { type SweptPaths, writeEndBox } from './swept-paths.ts';
import { buildTargetGrid, createTargetGrid, type TargetGrid } from './target-grid.ts';

/** The scratch of the search for the pairs of swept colliders. All of it is rebuilt in every tick. */
export interface SweptSearch {
  /** The moving colliders that are swept, and the other moving colliders. */
  readonly swept: IndexList;
  readonly others: IndexList;
  /**
   * The other and the static colliders that are near the path of a swept one; of static ones only where they are few.
   */
  readonly near: IndexList;
  /** The entries of `near` that are too large for a grid. */
  readonly rest: IndexList;
  readonly paths: PathBoxes;
  readonly grid: TargetGrid;
  readonly sweptBvh: Bvh;
  readonly restBvh: Bvh;
  readonly pairs: PairList;
}

export function createSweptSearch(): SweptSearch {
  return {
    swept: createIndexList(),
    others: createIndexList(),
    near: createIndexList(),
    rest: createIndexList(),
    paths: { boxes: NO_FRACTIONS, ways: NO_FRACTIONS },
    grid: createTargetGrid(),
    sweptBvh: makeBvh(boxHierarchy),
    restBvh: makeBvh(boxHierarchy),
    pairs: createPairList(),
  };
}

/**
 * Finds the pairs of a tick as `updatePairCache`, and with them those of swept colliders that meet on the way. The
 * cache foresees the others only: a box around some ticks of a bullet's flight would meet half the world.
 */
export function findSweptPairs(
  search: SweptSearch,
  sweptPaths: SweptPaths,
  cache: PairCache,
  set: ColliderSet,
  moving: IndexList,
  statics: Bvh,
): void {
  const { swept, others, near, rest, grid, paths } = search;
  sortOut(search, set, moving);
  updatePairCache(cache, set.bounds, set.slots, swept.count === 0 ? moving : others, statics, set.shape);
  if (swept.count === 0) return;
  paths.boxes = reserve(paths.boxes, set.slots.end * BOUNDS_STRIDE);
  paths.ways = reserve(paths.ways, set.slots.end * WAY_STRIDE);
  boundPaths(paths, sweptPaths, set, others);
  whole[0] = whole[1] = Infinity;
  whole[2] = whole[3] = -Infinity;
  boundPaths(paths, sweptPaths, set, swept);
  near.count = 0;
  listNear(near, paths, others.items, others.count);
  const areStaticsFew = statics.itemCount <= STATICS_A_PATH * swept.count;
  if (areStaticsFew) {
    boundStatics(paths, set, statics);
    listNear(near, paths, statics.order, statics.itemCount);
  }
  buildTargetGrid(grid, rest, paths, near, whole);
  const { escapedPairs } = cache;
  if (grid.count > 0) findTargets(escapedPairs, grid, paths, swept, set);
  const meetEachOther = mayMeetEachOther(set, swept);
  if (rest.count > 0 || !areStaticsFew || meetEachOther) {
    if (!areStaticsFew) boundStatics(paths, set, statics);
    joinPaths(search, areStaticsFew ? undefined : statics, meetEachOther);
    copyMeeting(escapedPairs, search, set);
  }
  sortPairs(escapedPairs, set.slots);
}

/**
 * When there are more statics than this for each path, they are not put into the grid, but asked by their hierarchy.
 */
const STATICS_A_PATH = 2;

/** Finds the pairs of paths and of what the grid does not hold whose boxes overlap. */
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

/** Lists the swept and the other colliders, both in the order of `moving`. */
function sortOut({ swept, others }: SweptSearch, { slots }: ColliderSet, { items, count }: IndexList): void {
  swept.count = 0;
  others.count = 0;
  const toSwept = reserveIndices(swept, count);
  const toOthers = reserveIndices(others, count);
  let sweptCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const isSwept = (slots.flags[slot] & FLAG_SWEPT) !== 0 ? 1 : 0;
    toSwept[sweptCount] = slot;
    toOthers[i - sweptCount] = slot;
    sweptCount += isSwept;
  }
  swept.count = sweptCount;
  others.count = count - sweptCount;
}

/** The bounds of all the paths that were bounded last. */
const whole = new Float64Array(BOUNDS_STRIDE);

/** Writes the bounds and the ways of paths, and makes `whole` hold them. */
function boundPaths(
  { boxes, ways }: PathBoxes,
  sweptPaths: SweptPaths,
  set: ColliderSet,
  { items, count }: IndexList,
): void {
  const { motions } = sweptPaths;
  const { bounds } = set;
  const { flags } = set.slots;
  let minX = whole[0];
  let minY = whole[1];
  let maxX = whole[2];
  let maxY = whole[3];
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const motion = slot * MOTION_STRIDE;
    const at = slot * BOUNDS_STRIDE;
    const way = slot * WAY_STRIDE;
    const isStatic = (flags[slot] & FLAG_STATIC) !== 0;
    const wayX = isStatic ? 0 : motions[motion + 3] - motions[motion];
    const wayY = isStatic ? 0 : motions[motion + 4] - motions[motion + 1];
    ways[way] = wayX;
    ways[way + 1] = wayY;
    if (isStatic || motions[motion + 2] === 0) {
      boxes[at] = bounds[at];
      boxes[at + 1] = bounds[at + 1];
      boxes[at + 2] = bounds[at + 2];
      boxes[at + 3] = bounds[at + 3];
    } else {
      writeEndBox(boxes, at, sweptPaths, set, slot);
    }
    // Its start lies back by the way.
    if (wayX > 0) boxes[at] -= wayX;
    else boxes[at + 2] -= wayX;
    if (wayY > 0) boxes[at + 1] -= wayY;
    else boxes[at + 3] -= wayY;
    if (boxes[at] < minX) minX = boxes[at];
    if (boxes[at + 1] < minY) minY = boxes[at + 1];
    if (boxes[at + 2] > maxX) maxX = boxes[at + 2];
    if (boxes[at + 3] > maxY) maxY = boxes[at + 3];
  }
  whole[0] = minX;
  whole[1] = minY;
  whole[2] = maxX;
  whole[3] = maxY;
}

/** Writes the bounds of what is static and has a hierarchy. */
function boundStatics({ boxes, ways }: PathBoxes, { bounds }: ColliderSet, { order, itemCount }: Bvh): void {
  for (let i = 0; i < itemCount; i++) {
    const slot = order[i];
    for (let side = slot * BOUNDS_STRIDE; side < (slot + 1) * BOUNDS_STRIDE; side++) boxes[side] = bounds[side];
    ways[slot * WAY_STRIDE] = 0;
    ways[slot * WAY_STRIDE + 1] = 0;
  }
}

/** Lists the `items` that are near the paths of swept colliders. */
function listNear(near: IndexList, { boxes }: PathBoxes, items: Uint32Array, count: number): void {
  const out = reserveIndices(near, count);
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = slot * BOUNDS_STRIDE;
    const isNear =
      boxes[at] <= whole[2] && boxes[at + 1] <= whole[3] && boxes[at + 2] >= whole[0] && boxes[at + 3] >= whole[1];
    if (isNear) out[near.count++] = slot;
  }
}

/** Whether the filters of two swept colliders may let them meet: bullets, as a rule, do not meet bullets. */
function mayMeetEachOther({ slots, shape }: ColliderSet, { items, count }: IndexList): boolean {
  let categories = 0;
  let masks = 0;
  for (let i = 0; i < count; i++) {
    const index = slots.index[items[i]];
    if (shape.groupIndex[index] > 0) return true;
    categories |= shape.categoryBits[index];
    masks |= shape.maskBits[index];
  }
  return (categories & masks) !== 0;
}

/** Copies the pairs that may meet and whose boxes do on the way, behind others. */
function copyMeeting(
  to: PairList,
  { paths, pairs: { pairs, count } }: SweptSearch,
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
