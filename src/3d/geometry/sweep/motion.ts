import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { POSE_STRIDE, writeRotation } from '../convex/pose.ts';

/**
 * A motion: the pose at time 0 and the pose at time 1 (14 numbers). The position runs straight and evenly between them.
 * The rotation runs the shorter way about one fixed axis: its quaternion is the straight mix of the two, scaled to unit
 * length, which turns somewhat faster in the middle than at the ends (by up to 4/π for half a turn, less than a percent
 * for a quarter of one).
 */
export const MOTION_STRIDE = 2 * POSE_STRIDE;

/**
 * A prepared motion: the poses at time 0 and 1, relative to an origin and with unit quaternions a and b on the same
 * side (14 numbers), 2 · the vector part of b·conjugate(a), and the greatest angular speed, in radians a unit of time.
 */
export const PREPARED_STRIDE = 18;
export const PREPARED_TURN = 14;
export const PREPARED_SPEED = 17;

/** A place: rotation matrix, position, angular velocity. */
export const PLACE_STRIDE = 15;
export const PLACE_POSITION = 9;
export const PLACE_TURN = 12;

/**
 * Writes the pose of a motion at a time 0..1, with a unit quaternion. Opposite quaternions count as the same rotation.
 *
 * Source: Shoemake, Animating Rotation with Quaternion Curves, 1985; here the straight mix, scaled to unit length.
 */
export function writePoseAt(
  out: WritableNumberArray,
  outOffset: number,
  motion: NumberArray,
  motionOffset: number,
  time: number,
): void {
  const from = motionOffset;
  const to = motionOffset + POSE_STRIDE;
  const rest = 1 - time;
  const scaleFrom = rest / quaternionLength(motion, from);
  const toSign = quaternionDot(motion, from, to) < 0 ? -1 : 1;
  const scaleTo = (toSign * time) / quaternionLength(motion, to);
  const px = rest * motion[from] + time * motion[to];
  const py = rest * motion[from + 1] + time * motion[to + 1];
  const pz = rest * motion[from + 2] + time * motion[to + 2];
  const x = scaleFrom * motion[from + 3] + scaleTo * motion[to + 3];
  const y = scaleFrom * motion[from + 4] + scaleTo * motion[to + 4];
  const z = scaleFrom * motion[from + 5] + scaleTo * motion[to + 5];
  const w = scaleFrom * motion[from + 6] + scaleTo * motion[to + 6];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[outOffset] = px;
  out[outOffset + 1] = py;
  out[outOffset + 2] = pz;
  out[outOffset + 3] = x * scale;
  out[outOffset + 4] = y * scale;
  out[outOffset + 5] = z * scale;
  out[outOffset + 6] = w * scale;
}

function quaternionLength(motion: NumberArray, pose: number): number {
  const x = motion[pose + 3];
  const y = motion[pose + 4];
  const z = motion[pose + 5];
  const w = motion[pose + 6];
  return Math.sqrt(x * x + y * y + z * z + w * w);
}

function quaternionDot(motion: NumberArray, from: number, to: number): number {
  return (
    motion[from + 3] * motion[to + 3] +
    motion[from + 4] * motion[to + 4] +
    motion[from + 5] * motion[to + 5] +
    motion[from + 6] * motion[to + 6]
  );
}

/**
 * Prepares a motion for {@link writePlace}, relative to an origin (3 numbers): writes PREPARED_STRIDE numbers.
 *
 * The mix m = a + t (b − a) turns the body at 2 · vector part of m'·conjugate(m) / |m|², and that vector part is the
 * one of b·conjugate(a) all the time, since what the mix adds is real. With Ω the angle between the quaternions (half
 * the rotation) its length is sin Ω. The mix is shortest in the middle, cos(Ω/2), so that no speed is above 2 sin Ω /
 * cos²(Ω/2) = 4 sin Ω / (1 + cos Ω).
 */
export function prepareMotion(
  out: WritableNumberArray,
  outOffset: number,
  motion: NumberArray,
  motionOffset: number,
  origin: NumberArray,
  originOffset: number,
): void {
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let i = 0; i < POSE_STRIDE; i++) {
    const a = motion[motionOffset + i];
    const b = motion[motionOffset + POSE_STRIDE + i];
    const shift = i < 3 ? origin[originOffset + i] : 0;
    out[outOffset + i] = a - shift;
    out[outOffset + POSE_STRIDE + i] = b - shift;
    if (i < 3) continue;
    aa += a * a;
    bb += b * b;
    ab += a * b;
  }
  const scaleA = 1 / Math.sqrt(aa);
  const scaleB = (ab < 0 ? -1 : 1) / Math.sqrt(bb);
  const p = outOffset + 3;
  const q = p + POSE_STRIDE;
  for (let i = 0; i < 4; i++) {
    out[p + i] *= scaleA;
    out[q + i] *= scaleB;
  }
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const part = out[p + 3] * out[q + i] - out[q + 3] * out[p + i] - out[q + j] * out[p + k] + out[q + k] * out[p + j];
    out[outOffset + PREPARED_TURN + i] = 2 * part;
    square += part * part;
  }
  out[outOffset + PREPARED_SPEED] = (4 * Math.sqrt(square)) / (1 + ab * scaleA * scaleB);
}

const pose = new Float64Array(POSE_STRIDE);

/**
 * Writes the place of a prepared motion at a time (PLACE_STRIDE numbers). The time stands in an array, `at[0]`: a
 * number that is handed to a function is put on the heap.
 */
export function writePlace(
  out: WritableNumberArray,
  outOffset: number,
  prepared: NumberArray,
  preparedOffset: number,
  at: Float64Array,
): void {
  const time = at[0];
  let square = 0;
  for (let i = 0; i < POSE_STRIDE; i++) {
    const x = (1 - time) * prepared[preparedOffset + i] + time * prepared[preparedOffset + POSE_STRIDE + i];
    pose[i] = x;
    if (i >= 3) square += x * x;
  }
  writeRotation(out, outOffset, pose, 0);
  for (let i = 0; i < 3; i++) {
    out[outOffset + PLACE_POSITION + i] = pose[i];
    out[outOffset + PLACE_TURN + i] = prepared[preparedOffset + PREPARED_TURN + i] / square;
  }
}
