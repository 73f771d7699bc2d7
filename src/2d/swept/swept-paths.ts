import { FLAG_PLACED, FLAG_STATIC } from '../../core/collider-slots.ts';
import type { IndexList } from '../../core/index-list.ts';
import {
  createSweptMemory,
  createSweptPlaces,
  reservePlaces,
  type SweptHistory,
} from '../../core/swept/swept-memory.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';

/** The paths of this tick, and where the next ones begin. */
export interface SweptPaths extends SweptHistory {
  /**
   * By slot, stride MOTION_STRIDE: the path of what moves, as in motion.ts. Angles are those by which it has still to
   * turn: the last is 0. Without meaning for what is static.
   */
  motions: Float64Array;
  /** By slot: the angle at the end, as the transform has it. */
  angles: Float64Array;
}

/** Numbers of a place: x, y and angle. */
export const PLACE_STRIDE = 3;

export function createSweptPaths(): SweptPaths {
  return {
    memory: createSweptMemory(),
    ends: createSweptPlaces(),
    motions: new Float64Array(0),
    angles: new Float64Array(0),
  };
}

/**
 * Writes the paths of what moves: from where it was at the end of the last tick, if it was there, to where it is. What
 * has been set down elsewhere (`FLAG_PLACED`) has no path: its last place is forgotten here, where the new one is read.
 * If it is set down once more later in this tick, that counts in the next.
 */
export function writePaths(paths: SweptPaths, set: ColliderSet, { items, count }: IndexList): void {
  reservePaths(paths, set.slots.end);
  const { motions, angles, memory } = paths;
  const { places, ticks, tick } = memory;
  const { flags, index: indices } = set.slots;
  const { x: xs, y: ys, rotation } = set.transform;
  const { offsetX, offsetY } = set.shape;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((flags[slot] & FLAG_STATIC) !== 0) continue;
    const index = indices[slot];
    const at = slot * MOTION_STRIDE;
    const place = slot * PLACE_STRIDE;
    const angle = rotation === undefined ? 0 : rotation[index];
    if ((flags[slot] & FLAG_PLACED) !== 0) {
      flags[slot] = flags[slot] & ~FLAG_PLACED;
      ticks[slot] = 0;
    }
    const isPath = ticks[slot] === tick - 1;
    // A circle about its entity's position is the same however it is turned.
    const turns = isPath && (set.kinds[slot] !== SHAPE_CIRCLE || offsetX[index] !== 0 || offsetY[index] !== 0);
    motions[at] = isPath ? places[place] : xs[index];
    motions[at + 1] = isPath ? places[place + 1] : ys[index];
    motions[at + 2] = 0;
    motions[at + 3] = xs[index];
    motions[at + 4] = ys[index];
    motions[at + 5] = 0;
    angles[slot] = angle;
    if (turns && angle !== places[place + 2]) writeTurn(motions, at + 2, places, place + 2, angles, slot);
  }
}

/**
 * Writes the angle by which a collider has still to turn at the start. An angle that jumps by more than half a turn
 * within −π … π has been brought back into that range, as `atan2` does, and has turned the other way; any other is
 * taken as it is, however many turns it makes.
 */
function writeTurn(
  motions: Float64Array,
  at: number,
  before: Float64Array,
  beforeAt: number,
  now: Float64Array,
  nowAt: number,
): void {
  const from = before[beforeAt];
  const to = now[nowAt];
  const turn = to - from;
  const isWrapped = Math.abs(turn) > Math.PI && Math.abs(from) <= Math.PI && Math.abs(to) <= Math.PI;
  motions[at] = isWrapped ? (turn > 0 ? 2 * Math.PI - turn : -2 * Math.PI - turn) : -turn;
}

/** Notes where the paths end, as contacts have been computed: whatever is moved or read before they are tracked. */
export function noteEnds(
  { motions, angles, memory, ends }: SweptPaths,
  set: ColliderSet,
  { items, count }: IndexList,
): void {
  const { places, ticks } = ends;
  const { tick } = memory;
  const { flags } = set.slots;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if ((flags[slot] & FLAG_STATIC) !== 0) continue;
    const place = slot * PLACE_STRIDE;
    const at = slot * MOTION_STRIDE;
    places[place] = motions[at + 3];
    places[place + 1] = motions[at + 4];
    places[place + 2] = angles[slot];
    ticks[slot] = tick;
  }
}

function reservePaths(paths: SweptPaths, end: number): void {
  paths.motions = reserve(paths.motions, end * MOTION_STRIDE);
  paths.angles = reserve(paths.angles, end);
  reservePlaces(paths.memory, end, PLACE_STRIDE);
  reservePlaces(paths.ends, end, PLACE_STRIDE);
}

/** Whether a collider turns on its way, in a manner that shows. */
export function isTurning({ motions }: SweptPaths, set: ColliderSet, slot: number): boolean {
  return (set.slots.flags[slot] & FLAG_STATIC) === 0 && motions[slot * MOTION_STRIDE + 2] !== 0;
}

/**
 * Writes the way of a collider from the start to the end of its path (x, y) to `out[at]`, for what is static none.
 */
export function writeWay(out: Float64Array, at: number, { motions }: SweptPaths, set: ColliderSet, slot: number): void {
  const moves = (set.slots.flags[slot] & FLAG_STATIC) === 0;
  const from = slot * MOTION_STRIDE;
  out[at] = moves ? motions[from + 3] - motions[from] : 0;
  out[at + 1] = moves ? motions[from + 4] - motions[from + 1] : 0;
}

/**
 * Writes a box (4 numbers) that holds a collider at the end of its path and, when it turns, as it would be there turned
 * by any angle: its bounds tell how far it reaches from the point it turns about.
 */
export function writeEndBox(out: Float64Array, at: number, paths: SweptPaths, set: ColliderSet, slot: number): void {
  const { bounds } = set;
  const from = slot * BOUNDS_STRIDE;
  if (!isTurning(paths, set, slot)) {
    for (let side = 0; side < BOUNDS_STRIDE; side++) out[at + side] = bounds[from + side];
    return;
  }
  const x = paths.motions[slot * MOTION_STRIDE + 3];
  const y = paths.motions[slot * MOTION_STRIDE + 4];
  const halfX = Math.max(x - bounds[from], bounds[from + 2] - x);
  const halfY = Math.max(y - bounds[from + 1], bounds[from + 3] - y);
  const reach = Math.sqrt(halfX * halfX + halfY * halfY) * REACH_SLACK;
  out[at] = x - reach;
  out[at + 1] = y - reach;
  out[at + 2] = x + reach;
  out[at + 3] = y + reach;
}

/** Room for rounding. */
const REACH_SLACK = 1 + 2 ** -40;

/** Makes a box (4 numbers) hold itself and itself moved by the opposite of a way (x, y). */
export function stretchBox(box: Float64Array, at: number, way: Float64Array, wayAt: number): void {
  for (let axis = 0; axis < 2; axis++) {
    const back = way[wayAt + axis];
    if (back > 0) box[at + axis] -= back;
    else box[at + axis + 2] -= back;
  }
}
