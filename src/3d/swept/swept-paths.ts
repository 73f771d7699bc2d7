import type { MotionLayout, SweptPaths } from '../../core/swept/swept-paths.ts';
import type { ColliderSet } from '../collider-set.ts';
import { MOTION_STRIDE } from '../geometry/sweep/motion.ts';
import { SHAPE_SPHERE } from '../shapes/shape-kind.ts';

/** How many numbers a place has: x, y, z and quaternion, as the transform has them. */
const PLACE_STRIDE = 7;
const TURN_IN_PLACE = 3;
const QUATERNION_STRIDE = 4;

/**
 * Motions in space are laid out as in motion.ts. Their quaternions say by how much a collider still has to turn, so
 * that the quaternion at the end is the identity; behind them is how fast the collider turns.
 */
export const motionLayout: MotionLayout = {
  axes: 3,
  stride: MOTION_STRIDE + 1,
  placeStride: PLACE_STRIDE,
  turnAt: MOTION_STRIDE,
};

/** The sine of half a turn that is rounding: of about the last digit of a quaternion. */
const LEAST_TURN = 2 ** -52;

/** The place of a collider by its transform. */
const now = new Float64Array(PLACE_STRIDE);

/**
 * Writes where the transform of an entity index puts it. Without a rotation in a game's own stores there is no turn.
 */
function readPlace({ transform }: ColliderSet, index: number): void {
  const { x, y, z, qx, qy, qz, qw } = transform;
  now[0] = x[index];
  now[1] = y[index];
  now[2] = z[index];
  now[3] = qx === undefined ? 0 : qx[index];
  now[4] = qy === undefined ? 0 : qy[index];
  now[5] = qz === undefined ? 0 : qz[index];
  now[6] = qw === undefined ? 1 : qw[index];
}

/** See `WritePath`. */
export function writePath(
  { motions, turns, memory }: SweptPaths,
  set: ColliderSet,
  slot: number,
  isPath: boolean,
): void {
  const { stride, turnAt } = motionLayout;
  const { places } = memory;
  const at = slot * stride;
  const end = at + PLACE_STRIDE;
  const place = slot * PLACE_STRIDE;
  readPlace(set, set.slots.index[slot]);
  for (let axis = 0; axis < 3; axis++) {
    motions[at + axis] = isPath ? places[place + axis] : now[axis];
    motions[end + axis] = now[axis];
  }
  for (let k = 0; k < QUATERNION_STRIDE; k++) turns[slot * QUATERNION_STRIDE + k] = now[TURN_IN_PLACE + k];
  writeNoTurn(motions, at + TURN_IN_PLACE);
  writeNoTurn(motions, end + TURN_IN_PLACE);
  motions[at + turnAt] = 0;
  if (isPath && showsTurns(set, slot)) writeTurn(motions, at, places, place + TURN_IN_PLACE);
}

/** Returns whether a collider looks different when it is turned: not a sphere about its entity's position. */
function showsTurns({ kinds, shape, slots }: ColliderSet, slot: number): boolean {
  if (kinds[slot] !== SHAPE_SPHERE) return true;
  const index = slots.index[slot];
  return shape.offsetX[index] !== 0 || shape.offsetY[index] !== 0 || shape.offsetZ[index] !== 0;
}

function writeNoTurn(motions: Float64Array, at: number): void {
  motions[at] = 0;
  motions[at + 1] = 0;
  motions[at + 2] = 0;
  motions[at + 3] = 1;
}

/**
 * Writes how a collider lay at the start of the tick as seen from how it lies in `now`: before · conjugate(now), of
 * unit length. It turns the shorter way, so the sign of the result is chosen for its real part to be ≥ 0. The greatest
 * speed is that of `prepareMotion`: 4 sin Ω / (1 + cos Ω) with Ω half of the angle.
 */
function writeTurn(motions: Float64Array, at: number, before: Float64Array, b: number): void {
  let isSame = true;
  let squareBefore = 0;
  let squareNow = 0;
  for (let i = 0; i < 4; i++) {
    const from = before[b + i];
    const to = now[TURN_IN_PLACE + i];
    if (from !== to) isSame = false;
    squareBefore += from * from;
    squareNow += to * to;
  }
  if (isSame) return;
  const lengths = Math.sqrt(squareBefore) * Math.sqrt(squareNow);
  const real =
    (before[b + 3] / lengths) * now[6] +
    (before[b] / lengths) * now[3] +
    (before[b + 1] / lengths) * now[4] +
    (before[b + 2] / lengths) * now[5];
  const sign = real < 0 ? -1 : 1;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const part =
      (before[b + i] / lengths) * now[6] -
      (before[b + 3] / lengths) * now[3 + i] -
      (before[b + j] / lengths) * now[3 + k] +
      (before[b + k] / lengths) * now[3 + j];
    motions[at + TURN_IN_PLACE + i] = sign * part;
    square += part * part;
  }
  const sine = Math.sqrt(square);
  // NaN counts as no turn: the tick refuses a quaternion that makes no rotation.
  if (!(sine > LEAST_TURN)) {
    writeNoTurn(motions, at + TURN_IN_PLACE);
    return;
  }
  motions[at + TURN_IN_PLACE + 3] = sign * real;
  motions[at + motionLayout.turnAt] = (4 * sine) / (1 + sign * real);
}
