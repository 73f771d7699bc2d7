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
import { reserve } from '../../core/typed-array.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { type SweptPaths, writeEndBox } from './swept-paths.ts';

/** What the search for the pairs of swept colliders works with. All of it is made anew in every tick. */
export interface SweptSearch {
  /** What moves and is swept, and all the rest of what moves. */
  readonly swept: IndexList;
  readonly others: IndexList;
  /** Of the others, those near the path of anything that is swept. */
  readonly near: IndexList;
  /** By slot: the bounds of the whole path; of what is static, its bounds. */
  pathBounds: Float64Array;
  /** By slot, x and y: the way from the start to the end of the path; 0 for what is static. */
  ways: Float64Array;
  readonly sweptBvh: Bvh;
  readonly nearBvh: Bvh;
  readonly pairs: PairList;
}

export function createSweptSearch(): SweptSearch {
  return {
    swept: createIndexList(),
    others: createIndexList(),
    near: createIndexList(),
    pathBounds: new Float64Array(0),
    ways: new Float64Array(0),
    sweptBvh: makeBvh(boxHierarchy),
    nearBvh: makeBvh(boxHierarchy),
    pairs: createPairList(),
  };
}

/**
 * Finds the pairs of a tick as `updatePairCache`, and with them those of swept colliders that meet on the way. The
 * cache foresees the others only: a box around some ticks of a bullet's flight would meet half the world.
 */
export function findSweptPairs(
  search: SweptSearch,
  paths: SweptPaths,
  cache: PairCache,
  set: ColliderSet,
  moving: IndexList,
  statics: Bvh,
): void {
  const { swept, others, near, pairs, sweptBvh, nearBvh } = search;
  sortOut(search, set, moving);
  updatePairCache(cache, set.bounds, set.slots, swept.count === 0 ? moving : others, statics, set.shape);
  if (swept.count === 0) return;
  search.pathBounds = reserve(search.pathBounds, set.bounds.length);
  search.pathBounds.set(set.bounds);
  search.ways = reserve(search.ways, WAY_STRIDE * set.slots.end).fill(0);
  boundPaths(search, paths, set, others);
  whole[0] = whole[1] = Infinity;
  whole[2] = whole[3] = -Infinity;
  boundPaths(search, paths, set, swept);
  listNear(search);
  buildBvh(sweptBvh, search.pathBounds, swept.items, swept.count);
  buildBvh(nearBvh, search.pathBounds, near.items, near.count);
  pairs.count = 0;
  findCrossPairs(pairs, sweptBvh, nearBvh, search.pathBounds);
  findCrossPairs(pairs, sweptBvh, statics, search.pathBounds);
  if (mayMeetEachOther(set, swept)) findSelfPairs(pairs, sweptBvh, search.pathBounds);
  const { escapedPairs } = cache;
  const to = reservePairs(escapedPairs, pairs.count);
  escapedPairs.count = copyMeeting(to, escapedPairs.count, search, set);
  sortPairs(escapedPairs, set.slots);
}

/** Lists what is swept and what is not, both in the order of `moving`. */
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

const WAY_STRIDE = 2;

/** The bounds of all the paths that were bounded last. */
const whole = new Float64Array(BOUNDS_STRIDE);

/** Writes the bounds and the ways of paths, and makes `whole` hold them. */
function boundPaths(
  { pathBounds, ways }: SweptSearch,
  paths: SweptPaths,
  set: ColliderSet,
  { items, count }: IndexList,
): void {
  const { motions } = paths;
  const { flags } = set.slots;
  let minX = whole[0];
  let minY = whole[1];
  let maxX = whole[2];
  let maxY = whole[3];
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((flags[slot] & FLAG_STATIC) !== 0) continue;
    const motion = slot * MOTION_STRIDE;
    const at = slot * BOUNDS_STRIDE;
    const wayX = motions[motion + 3] - motions[motion];
    const wayY = motions[motion + 4] - motions[motion + 1];
    if (motions[motion + 2] !== 0) writeEndBox(pathBounds, at, paths, set, slot);
    // Its start lies back by the way.
    pathBounds[at] -= Math.max(wayX, 0);
    pathBounds[at + 1] -= Math.max(wayY, 0);
    pathBounds[at + 2] -= Math.min(wayX, 0);
    pathBounds[at + 3] -= Math.min(wayY, 0);
    ways[slot * WAY_STRIDE] = wayX;
    ways[slot * WAY_STRIDE + 1] = wayY;
    if (pathBounds[at] < minX) minX = pathBounds[at];
    if (pathBounds[at + 1] < minY) minY = pathBounds[at + 1];
    if (pathBounds[at + 2] > maxX) maxX = pathBounds[at + 2];
    if (pathBounds[at + 3] > maxY) maxY = pathBounds[at + 3];
  }
  whole[0] = minX;
  whole[1] = minY;
  whole[2] = maxX;
  whole[3] = maxY;
}

function listNear({ others, near, pathBounds }: SweptSearch): void {
  near.count = 0;
  const out = reserveIndices(near, others.count);
  for (let i = 0; i < others.count; i++) {
    const slot = others.items[i];
    const at = slot * BOUNDS_STRIDE;
    const isNear =
      pathBounds[at] <= whole[2] &&
      pathBounds[at + 1] <= whole[3] &&
      pathBounds[at + 2] >= whole[0] &&
      pathBounds[at + 3] >= whole[1];
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

/** Room for rounding, relative to the coordinates and the way. */
const MEETING_SLACK = 2 ** -40;

/**
 * Copies the pairs that may meet and whose boxes do on the way, behind `start` others. Returns how many there are then.
 *
 * As seen from B, the box of A goes straight along the difference of their ways. When they are half-way, it is in the
 * middle of that, at (x, y) from B. What can separate a box from one on such a way are the axes of the boxes, and the
 * axis across the way.
 */
function copyMeeting(
  to: Uint32Array,
  start: number,
  { pathBounds: box, ways, pairs: { pairs, count } }: SweptSearch,
  { slots, shape }: ColliderSet,
): number {
  let kept = start;
  for (let i = 0; i < count; i++) {
    const slotA = pairs[2 * i];
    const slotB = pairs[2 * i + 1];
    const a = slotA * BOUNDS_STRIDE;
    const b = slotB * BOUNDS_STRIDE;
    const wayAX = ways[slotA * WAY_STRIDE];
    const wayAY = ways[slotA * WAY_STRIDE + 1];
    const wayBX = ways[slotB * WAY_STRIDE];
    const wayBY = ways[slotB * WAY_STRIDE + 1];
    // All of these are doubled.
    const x = box[a] + box[a + 2] - (box[b] + box[b + 2]);
    const y = box[a + 1] + box[a + 3] - (box[b + 1] + box[b + 3]);
    const pathX = box[a + 2] - box[a] + (box[b + 2] - box[b]);
    const pathY = box[a + 3] - box[a + 1] + (box[b + 3] - box[b + 1]);
    const slack = MEETING_SLACK * (Math.abs(box[a]) + Math.abs(box[a + 1]) + Math.abs(x) + Math.abs(y) + pathX + pathY);
    const sizeX = pathX - Math.abs(wayAX) - Math.abs(wayBX) + slack;
    const sizeY = pathY - Math.abs(wayAY) - Math.abs(wayBY) + slack;
    const wayX = wayAX - wayBX;
    const wayY = wayAY - wayBY;
    if (Math.abs(wayX * y - wayY * x) > Math.abs(wayX) * sizeY + Math.abs(wayY) * sizeX) continue;
    if (Math.abs(x) > sizeX + Math.abs(wayX) || Math.abs(y) > sizeY + Math.abs(wayY)) continue;
    if (!pairAllowed(slots, shape, slotA, slotB)) continue;
    to[2 * kept] = slotA;
    to[2 * kept + 1] = slotB;
    kept++;
  }
  return kept;
}
