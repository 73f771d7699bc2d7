import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { POSE_STRIDE, writeRotation } from './pose.ts';

/**
 * A motion: the pose at time 0 and the pose at time 1 (14 numbers). The position runs straight and evenly between them. The
 * rotation runs the shorter way about one fixed axis: its quaternion is the straight mix of the two, scaled to unit length, which
 * turns somewhat faster in the middle than at the ends (by up to 4/π for half a turn, less than a percent for a quarter of one).
 */
export const MOTION_STRIDE = 2 * POSE_STRIDE;

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
  const px = rest * motion[from]! + time * motion[to]!;
  const py = rest * motion[from + 1]! + time * motion[to + 1]!;
  const pz = rest * motion[from + 2]! + time * motion[to + 2]!;
  const x = scaleFrom * motion[from + 3]! + scaleTo * motion[to + 3]!;
  const y = scaleFrom * motion[from + 4]! + scaleTo * motion[to + 4]!;
  const z = scaleFrom * motion[from + 5]! + scaleTo * motion[to + 5]!;
  const w = scaleFrom * motion[from + 6]! + scaleTo * motion[to + 6]!;
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
  const x = motion[pose + 3]!;
  const y = motion[pose + 4]!;
  const z = motion[pose + 5]!;
  const w = motion[pose + 6]!;
  return Math.sqrt(x * x + y * y + z * z + w * w);
}

function quaternionDot(motion: NumberArray, from: number, to: number): number {
  return (
    motion[from + 3]! * motion[to + 3]! +
    motion[from + 4]! * motion[to + 4]! +
    motion[from + 5]! * motion[to + 5]! +
    motion[from + 6]! * motion[to + 6]!
  );
}

/**
 * Writes the unit axis about which a motion turns and its greatest angular speed, in radians a unit of time (4 numbers); for a
 * motion that does not turn the axis and the speed are 0.
 *
 * With Ω the angle between the two quaternions (half the rotation), the mix at time t is a chord point of squared length
 * 1 − 4 t (1 − t) sin²(Ω/2), and moving along the chord turns it by sin Ω over that square: most in the middle, where it is
 * sin Ω / cos²(Ω/2) = 2 tan(Ω/2). The rotation turns twice as fast: 4 tan(Ω/2), and tan(Ω/2) is the half difference of the
 * unit quaternions over their half sum.
 */
export function writeTurn(
  out: WritableNumberArray,
  outOffset: number,
  motion: NumberArray,
  motionOffset: number,
): void {
  const from = motionOffset;
  const to = motionOffset + POSE_STRIDE;
  const p = 1 / quaternionLength(motion, from);
  const q = (quaternionDot(motion, from, to) < 0 ? -1 : 1) / quaternionLength(motion, to);
  const ax = p * motion[from + 3]!;
  const ay = p * motion[from + 4]!;
  const az = p * motion[from + 5]!;
  const aw = p * motion[from + 6]!;
  const bx = q * motion[to + 3]!;
  const by = q * motion[to + 4]!;
  const bz = q * motion[to + 5]!;
  const bw = q * motion[to + 6]!;
  // The vector part of b · conjugate(a).
  const x = aw * bx - bw * ax - (by * az - bz * ay);
  const y = aw * by - bw * ay - (bz * ax - bx * az);
  const z = aw * bz - bw * az - (bx * ay - by * ax);
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  const difference = square(ax - bx) + square(ay - by) + square(az - bz) + square(aw - bw);
  const sum = square(ax + bx) + square(ay + by) + square(az + bz) + square(aw + bw);
  out[outOffset] = x * scale;
  out[outOffset + 1] = y * scale;
  out[outOffset + 2] = z * scale;
  out[outOffset + 3] = 4 * Math.sqrt(difference / sum);
}

const pose = new Float64Array(POSE_STRIDE);

/** Writes rotation matrix and position (12 numbers) of a motion at a time. */
export function writePlaceAt(
  out: WritableNumberArray,
  outOffset: number,
  motion: NumberArray,
  motionOffset: number,
  time: number,
): void {
  writePoseAt(pose, 0, motion, motionOffset, time);
  writeRotation(out, outOffset, pose, 0);
  out[outOffset + 9] = pose[0]!;
  out[outOffset + 10] = pose[1]!;
  out[outOffset + 11] = pose[2]!;
}

function square(x: number): number {
  return x * x;
}
