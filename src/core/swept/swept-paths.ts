import type { ColliderSet } from '../collider-set.ts';
import { FLAG_STATIC } from '../collider-slots.ts';
import { reserve } from '../typed-array.ts';
import { reservePlaces, type SweptHistory } from './swept-memory.ts';

/** Where the numbers of a motion stand, which begins with the place of an entity at the start of a tick. */
export interface MotionLayout {
  /** Coordinates of a place. */
  readonly axes: number;
  /** Numbers of a motion. */
  readonly stride: number;
  /** The index at which the place at the end of the tick begins. */
  readonly endAt: number;
  /**
   * The index of how fast a collider turns at most, in radians a tick, of either sign; 0 for one that does not turn in
   * a manner that shows.
   */
  readonly turnAt: number;
}

/** The paths of a tick, and where the next ones begin. */
export interface SweptPaths extends SweptHistory {
  readonly layout: MotionLayout;
  /** By slot: the motion of what moves. Without meaning for what is static. */
  motions: Float64Array;
}

/** Room for rounding. */
const REACH_SLACK = 1 + 2 ** -40;

/** Makes room for the paths of all slots below `end`, whose places have `placeStride` numbers. */
export function reservePaths(paths: SweptPaths, end: number, placeStride: number): void {
  paths.motions = reserve(paths.motions, end * paths.layout.stride);
  reservePlaces(paths.memory, end, placeStride);
  reservePlaces(paths.ends, end, placeStride);
}

/** Whether a collider turns on its way. The turning of a shape that looks alike from all sides is not in its motion. */
export function isTurning({ motions, layout }: SweptPaths, set: ColliderSet, slot: number): boolean {
  return (set.slots.flags[slot] & FLAG_STATIC) === 0 && motions[slot * layout.stride + layout.turnAt] !== 0;
}

/** Writes the way of a collider from the start to the end of its path to `out[at …]`, for what is static none. */
export function writeWay(
  out: Float64Array,
  at: number,
  { motions, layout }: SweptPaths,
  set: ColliderSet,
  slot: number,
): void {
  const moves = (set.slots.flags[slot] & FLAG_STATIC) === 0;
  const from = slot * layout.stride;
  const to = from + layout.endAt;
  for (let axis = 0; axis < layout.axes; axis++) out[at + axis] = moves ? motions[to + axis] - motions[from + axis] : 0;
}

/**
 * Writes a box that holds a collider at the end of its path and, when it turns, as it would be there turned by any
 * angle: its bounds tell how far it reaches from the point it turns about.
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
  const end = slot * layout.stride + layout.endAt;
  let square = 0;
  for (let axis = 0; axis < axes; axis++) {
    const place = motions[end + axis];
    const half = Math.max(place - bounds[from + axis], bounds[from + axes + axis] - place);
    square += half * half;
  }
  const reach = Math.sqrt(square) * REACH_SLACK;
  for (let axis = 0; axis < axes; axis++) {
    out[at + axis] = motions[end + axis] - reach;
    out[at + axes + axis] = motions[end + axis] + reach;
  }
}

/** Makes a box hold all that comes into it when it is turned about the place of a collider at the end of its path. */
export function holdTurned(box: Float64Array, { motions, layout }: SweptPaths, slot: number): void {
  const { axes } = layout;
  const at = slot * layout.stride + layout.endAt;
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

/** Makes a box hold itself and itself moved by the opposite of a way, which begins at `ways[at]`. */
export function stretchBox(box: Float64Array, ways: Float64Array, at: number, axes: number): void {
  for (let axis = 0; axis < axes; axis++) {
    const back = ways[at + axis];
    if (back > 0) box[axis] -= back;
    else box[axes + axis] -= back;
  }
}
