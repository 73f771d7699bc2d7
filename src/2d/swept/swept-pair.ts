import { boundsMargin } from '../../core/collider-set.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { SweptPair } from '../../core/swept/swept-pair.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import type { SeamlessQueries } from '../queries/seamless-queries.ts';
import { isTurning, type SweptPaths, writeEndBox, writeWay } from './swept-paths.ts';

/** The pair at hand; besides, what makes one surface of some of the colliders, if anything. */
export const pair: SweptPair<ColliderSet> & { seamless: SeamlessQueries | undefined } = {
  set: undefined,
  slotA: 0,
  childA: 0,
  slotB: 0,
  childB: 0,
  turns: false,
  backwards: false,
  hasGrid: false,
  seamless: undefined,
};

/** The ways of A and of B, and those of B as seen from A and of A as seen from B. */
export const ways = new Float64Array(8);
export const WAY_A = 0;
export const WAY_B = 2;
export const WAY_AB = 4;
export const WAY_BA = 6;

/** Room for rounding, relative to the coordinates. */
const START_SLACK = 2 ** -40;

const box = new Float64Array(BOUNDS_STRIDE);
const otherBox = new Float64Array(BOUNDS_STRIDE);

/**
 * Takes up two colliders: what follows is about them and their ways. Returns whether they have moved at all, as seen
 * from each other.
 */
export function takePair(paths: SweptPaths, set: ColliderSet, slotA: number, slotB: number): boolean {
  pair.set = set;
  pair.slotA = slotA;
  pair.slotB = slotB;
  writeWay(ways, WAY_A, paths, set, slotA);
  writeWay(ways, WAY_B, paths, set, slotB);
  const x = ways[WAY_B] - ways[WAY_A];
  const y = ways[WAY_B + 1] - ways[WAY_A + 1];
  ways[WAY_AB] = x;
  ways[WAY_AB + 1] = y;
  ways[WAY_BA] = 0 - x;
  ways[WAY_BA + 1] = 0 - y;
  pair.turns = isTurning(paths, set, slotA) || isTurning(paths, set, slotB);
  return pair.turns || x !== 0 || y !== 0;
}

/**
 * Whether the pair may pass pieces of each other wholly: one has several, and the way is longer than half of the
 * smaller one's least side.
 */
export function mayPassPieces(paths: SweptPaths): boolean {
  const { set, slotA, slotB } = pair;
  if (compositeOf(set!, slotA) === undefined && compositeOf(set!, slotB) === undefined) return false;
  const x = ways[WAY_AB];
  const y = ways[WAY_AB + 1];
  extent[WAY] = Math.sqrt(x * x + y * y);
  extent[LEAST_SIDE] = Infinity;
  addExtent(paths, slotA);
  addExtent(paths, slotB);
  return 2 * extent[WAY] > extent[LEAST_SIDE];
}

/** The way of the pair at hand as seen from each other, turning included, and the least side of their bounds. */
const extent = new Float64Array(2);
const WAY = 0;
const LEAST_SIDE = 1;

/** Adds to `extent` what no point of a collider goes farther than as it turns, and the sides of its bounds. */
function addExtent(paths: SweptPaths, slot: number): void {
  const set = pair.set!;
  const { bounds } = set;
  if (isTurning(paths, set, slot)) {
    writeEndBox(box, 0, paths, set, slot);
    extent[WAY] += (Math.abs(paths.motions[slot * MOTION_STRIDE + 2]) * (box[2] - box[0])) / 2;
  }
  const at = slot * BOUNDS_STRIDE;
  const beyond = 2 * boundsMargin(set, slot);
  extent[LEAST_SIDE] = Math.min(extent[LEAST_SIDE], bounds[at + 2] - bounds[at] - beyond);
  extent[LEAST_SIDE] = Math.min(extent[LEAST_SIDE], bounds[at + 3] - bounds[at + 1] - beyond);
}

/** Whether the boxes of the pair meet where their paths start: without that, they cannot have touched there. */
export function meetAtStart(paths: SweptPaths): boolean {
  const set = pair.set!;
  const { slotA, slotB } = pair;
  if (!pair.turns) return meetBefore(set.bounds, slotA * BOUNDS_STRIDE, set.bounds, slotB * BOUNDS_STRIDE);
  writeEndBox(box, 0, paths, set, slotA);
  writeEndBox(otherBox, 0, paths, set, slotB);
  return meetBefore(box, 0, otherBox, 0);
}

/** Whether two boxes meet, of which A has come along its way as seen from B. */
function meetBefore(boxA: Float64Array, a: number, boxB: Float64Array, b: number): boolean {
  for (let axis = 0; axis < 2; axis++) {
    const way = ways[WAY_BA + axis];
    const slack = START_SLACK * (Math.abs(boxA[a + axis]) + Math.abs(boxB[b + axis]) + Math.abs(way));
    if (boxA[a + axis] - way > boxB[b + axis + 2] + slack) return false;
    if (boxA[a + axis + 2] - way < boxB[b + axis] - slack) return false;
  }
  return true;
}
