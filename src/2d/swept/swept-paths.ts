import type { MotionLayout, SweptPaths } from '../../core/swept/swept-paths.ts';
import type { ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { SHAPE_CIRCLE } from '../shapes/shape-kind.ts';

/** How many numbers a place has: x, y and angle. */
const PLACE_STRIDE = 3;

/**
 * Motions of the plane are those of motion.ts. The angles in them say by how much a collider still has to turn: at the
 * end the angle is 0, at the start it is the whole turn of the tick.
 */
export const motionLayout: MotionLayout = {
  axes: 2,
  stride: MOTION_STRIDE,
  placeStride: PLACE_STRIDE,
  turnAt: 2,
};

/** See `WritePath`. */
export function writePath(
  { motions, turns, memory }: SweptPaths,
  { slots, transform, shape, kinds }: ColliderSet,
  slot: number,
  isPath: boolean,
): void {
  const { x, y, rotation } = transform;
  const { places } = memory;
  const index = slots.index[slot];
  const at = slot * MOTION_STRIDE;
  const place = slot * PLACE_STRIDE;
  motions[at] = isPath ? places[place] : x[index];
  motions[at + 1] = isPath ? places[place + 1] : y[index];
  motions[at + 2] = 0;
  motions[at + 3] = x[index];
  motions[at + 4] = y[index];
  motions[at + 5] = 0;
  turns[slot] = rotation === undefined ? 0 : rotation[index];
  // A circle about its entity's position is the same however it is turned.
  const showsTurns = kinds[slot] !== SHAPE_CIRCLE || shape.offsetX[index] !== 0 || shape.offsetY[index] !== 0;
  if (isPath && showsTurns && turns[slot] !== places[place + 2]) {
    writeTurn(motions, at + 2, places, place + 2, turns, slot);
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
