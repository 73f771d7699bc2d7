import type { ColliderSet } from '../collider-set.ts';
import { FLAG_PLACED, FLAG_STATIC } from '../collider-slots.ts';
import type { IndexList } from '../index-list.ts';
import { reserve } from '../typed-array.ts';
import { createSweptMemory, createSweptPlaces, reservePlaces, type SweptHistory } from './swept-memory.ts';

/**
 * The layout of a motion: the place of an entity at the start of a tick, its place at the end, then what a dimension
 * adds. A place is its coordinates, and then the numbers that say how it is turned.
 */
export interface MotionLayout {
  /** How many coordinates a place has. */
  readonly axes: number;
  /** How many numbers a motion has. */
  readonly stride: number;
  /** How many numbers a place has, which is also the index at which the place at the end of the tick begins. */
  readonly placeStride: number;
  /**
   * The index of how fast a collider turns at most, in radians a tick, of either sign; 0 for one whose turning does not
   * show.
   */
  readonly turnAt: number;
}

/** The paths of a tick, and where the next ones begin. */
export interface SweptPaths extends SweptHistory {
  readonly layout: MotionLayout;
  /** By slot: the motion of a moving collider. For a static one the numbers have no meaning. */
  motions: Float64Array;
  /** By slot: how the transform turns a collider at the end of its path, in the numbers of a place. */
  turns: Float64Array;
}

/** The reach of a path is enlarged by this factor, so that what it just touches is within it after rounding. */
const REACH_SLACK = 1 + 2 ** -40;

export function createSweptPaths(layout: MotionLayout): SweptPaths {
  return {
    layout,
    memory: createSweptMemory(),
    ends: createSweptPlaces(),
    motions: new Float64Array(0),
    turns: new Float64Array(0),
  };
}

/**
 * Writes the motion of a collider, and how it is turned at the end. `isPath` tells whether it begins at its place in
 * `paths.memory`; otherwise it begins where it ends.
 */
export type WritePath<Set extends ColliderSet> = (paths: SweptPaths, set: Set, slot: number, isPath: boolean) => void;

/**
 * Writes the paths of moving colliders: from where they were at the end of the last tick, if they existed then, to
 * where they are. A collider that has been set down elsewhere (`FLAG_PLACED`) has no path: its last place is forgotten
 * here, where the new one is read. If it is set down once more later in this tick, that counts in the next tick.
 */
export function writePaths<Set extends ColliderSet>(
  paths: SweptPaths,
  set: Set,
  { items, count }: IndexList,
  writePath: WritePath<Set>,
): void {
  const { layout, memory, ends } = paths;
  const { end, flags } = set.slots;
  paths.motions = reserve(paths.motions, end * layout.stride);
  paths.turns = reserve(paths.turns, end * (layout.placeStride - layout.axes));
  reservePlaces(memory, end, layout.placeStride);
  reservePlaces(ends, end, layout.placeStride);
  const { ticks, tick } = memory;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((flags[slot] & FLAG_STATIC) !== 0) continue;
    if ((flags[slot] & FLAG_PLACED) !== 0) {
      flags[slot] = flags[slot] & ~FLAG_PLACED;
      ticks[slot] = 0;
    }
    writePath(paths, set, slot, ticks[slot] === tick - 1);
  }
}

/**
 * Notes the places at which the paths end. It is called when contacts have been computed, as these are the places that
 * the contacts belong to, even if colliders are moved or read again before the contacts are tracked.
 */
export function noteEnds(paths: SweptPaths, set: ColliderSet, { items, count }: IndexList): void {
  const { motions, turns, memory, layout } = paths;
  const { axes, stride, placeStride } = layout;
  const { places, ticks } = paths.ends;
  const { tick } = memory;
  const { flags } = set.slots;
  const turnStride = placeStride - axes;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((flags[slot] & FLAG_STATIC) !== 0) continue;
    const place = slot * placeStride;
    const end = slot * stride + placeStride;
    for (let axis = 0; axis < axes; axis++) places[place + axis] = motions[end + axis];
    for (let k = 0; k < turnStride; k++) places[place + axes + k] = turns[slot * turnStride + k];
    ticks[slot] = tick;
  }
}

/**
 * Returns whether a collider turns on its way. The turning of a shape that looks alike from all sides is not in its
 * motion.
 */
export function isTurning({ motions, layout }: SweptPaths, set: ColliderSet, slot: number): boolean {
  return (set.slots.flags[slot] & FLAG_STATIC) === 0 && motions[slot * layout.stride + layout.turnAt] !== 0;
}

/** Writes the way of a collider from the start to the end of its path to `out[at …]`, zeros for a static one. */
export function writeWayOfPath(
  out: Float64Array,
  at: number,
  { motions, layout }: SweptPaths,
  set: ColliderSet,
  slot: number,
): void {
  const moves = (set.slots.flags[slot] & FLAG_STATIC) === 0;
  const from = slot * layout.stride;
  const to = from + layout.placeStride;
  for (let axis = 0; axis < layout.axes; axis++) out[at + axis] = moves ? motions[to + axis] - motions[from + axis] : 0;
}

/** How far a collider reaches from the point that it turns about. Written by `measureTurning`. */
export const turningReach = new Float64Array(1);

/** Writes `turningReach`, which the bounds of a collider tell. */
export function measureTurning({ motions, layout }: SweptPaths, { bounds }: ColliderSet, slot: number): void {
  const { axes } = layout;
  const from = slot * 2 * axes;
  const end = slot * layout.stride + layout.placeStride;
  let square = 0;
  for (let axis = 0; axis < axes; axis++) {
    const place = motions[end + axis];
    const half = Math.max(place - bounds[from + axis], bounds[from + axes + axis] - place);
    square += half * half;
  }
  turningReach[0] = Math.sqrt(square) * REACH_SLACK;
}

/**
 * Writes a box that contains a collider placed at the end of its path, in each direction that it has during the tick if
 * it turns. No point of a turning collider is farther from where it lies at the end than the angle times the collider's
 * reach, nor farther from the point that it turns about than this reach.
 */
export function writeEndBox(out: Float64Array, at: number, paths: SweptPaths, set: ColliderSet, slot: number): void {
  const { motions, layout } = paths;
  const { axes } = layout;
  const { bounds } = set;
  const from = slot * 2 * axes;
  if (!isTurning(paths, set, slot)) {
    for (let side = 0; side < 2 * axes; side++) out[at + side] = bounds[from + side];
    return;
  }
  measureTurning(paths, set, slot);
  const end = slot * layout.stride + layout.placeStride;
  const reach = turningReach[0];
  const swing = Math.abs(motions[slot * layout.stride + layout.turnAt]) * reach * REACH_SLACK;
  for (let axis = 0; axis < axes; axis++) {
    const place = motions[end + axis];
    out[at + axis] = Math.max(place - reach, bounds[from + axis] - swing);
    out[at + axes + axis] = Math.min(place + reach, bounds[from + axes + axis] + swing);
  }
}

/**
 * Enlarges a box to contain what it contained in whatever direction this is turned about the place of a collider at the
 * end of its path.
 */
export function holdTurned(box: Float64Array, { motions, layout }: SweptPaths, slot: number): void {
  const { axes } = layout;
  const at = slot * layout.stride + layout.placeStride;
  let square = 0;
  for (let axis = 0; axis < axes; axis++) {
    const place = motions[at + axis];
    const half = Math.max(Math.abs(box[axis] - place), Math.abs(box[axes + axis] - place));
    square += half * half;
  }
  const reach = Math.sqrt(square);
  for (let axis = 0; axis < axes; axis++) {
    box[axis] = motions[at + axis] - reach;
    box[axes + axis] = motions[at + axis] + reach;
  }
}

/** Stretches a box so that it also contains itself moved by the opposite of a way, which begins at `ways[at]`. */
export function stretchBox(box: Float64Array, ways: Float64Array, at: number, axes: number): void {
  for (let axis = 0; axis < axes; axis++) {
    const back = ways[at + axis];
    if (back > 0) box[axis] -= back;
    else box[axes + axis] -= back;
  }
}
