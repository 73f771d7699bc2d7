/*
 * The pose of a body in a tick, as one run of numbers, which the routines that collide pairs read. A rotation is kept
 * as the matrix that the bounds need anyway, so that no pair computes it again from a quaternion.
 */

/** How many numbers a body pose has. */
export const BODY_STRIDE = 16;
/** The body's own x, y and z axes as seen in the world, three numbers each: the columns of the rotation matrix. */
export const BODY_AXES = 0;
/** The origin of the body's frame in the world. */
export const BODY_X = 9;
export const BODY_Y = 10;
export const BODY_Z = 11;
/** Half extents along the body's own axes, in world units; a size that a shape does not have is 0. */
export const BODY_HALF_X = 12;
export const BODY_HALF_Y = 13;
export const BODY_HALF_Z = 14;
/** The radius around the core of the shape, in world units. */
export const BODY_RADIUS = 15;

/**
 * Writes the axes of a body pose from a quaternion of any length but zero: `x y z w`. From q v q⁻¹ written out:
 * 1 − 2(y² + z²) and its kin, with 2 / |q|² in place of 2. A zero quaternion gives NaN.
 */
export function writeBodyAxes(pose: Float64Array, at: number, qx: number, qy: number, qz: number, qw: number): void {
  turn[0] = qx;
  turn[1] = qy;
  turn[2] = qz;
  turn[3] = qw;
  writeAxesOfTurn(pose, at, turn, 0);
}

const turn = new Float64Array(4);

/**
 * Does what `writeBodyAxes` does for a quaternion in an array: V8 puts numbers on the heap that are given to a function
 * which it does not inline.
 */
export function writeAxesOfTurn(pose: Float64Array, at: number, rotation: Float64Array, from: number): void {
  const qx = rotation[from];
  const qy = rotation[from + 1];
  const qz = rotation[from + 2];
  const qw = rotation[from + 3];
  const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  const x = s * qx;
  const y = s * qy;
  const z = s * qz;
  const xx = x * qx;
  const yy = y * qy;
  const zz = z * qz;
  const xy = x * qy;
  const xz = x * qz;
  const yz = y * qz;
  const xw = x * qw;
  const yw = y * qw;
  const zw = z * qw;
  pose[at] = 1 - (yy + zz);
  pose[at + 1] = xy + zw;
  pose[at + 2] = xz - yw;
  pose[at + 3] = xy - zw;
  pose[at + 4] = 1 - (xx + zz);
  pose[at + 5] = yz + xw;
  pose[at + 6] = xz + yw;
  pose[at + 7] = yz - xw;
  pose[at + 8] = 1 - (xx + yy);
}
