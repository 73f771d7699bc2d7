import { FLAG_PLACED, FLAG_STATIC } from '../../core/collider-slots.ts';
import type { IndexList } from '../../core/index-list.ts';
import { createSweptMemory, createSweptPlaces } from '../../core/swept/swept-memory.ts';
import { type MotionLayout, type SweptPaths as PathsOf, reservePaths } from '../../core/swept/swept-paths.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';

/**
 * The paths of this tick, and where the next ones begin. Motions are those of motion.ts. Angles are those by which a
 * collider has still to turn: the last is 0, and the first is how fast it turns.
 */
export interface SweptPaths extends PathsOf {
  /** By slot: the angle at the end, as the transform has it. */
  angles: Float64Array;
}

const layout: MotionLayout = { axes: 2, stride: MOTION_STRIDE, endAt: 3, turnAt: 2 };

/** Numbers of a place: x, y and angle. */
export const PLACE_STRIDE = 3;

export function createSweptPaths(): SweptPaths {
  return {
    layout,
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
  reservePaths(paths, set.slots.end, PLACE_STRIDE);
  paths.angles = reserve(paths.angles, set.slots.end);
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
