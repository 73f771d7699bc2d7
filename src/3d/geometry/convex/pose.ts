import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';

/**
 * A pose: `x y z qx qy qz qw`, the position and then the rotation as a quaternion. The quaternion need not have unit
 * length: rotating by it divides by its square. A point of the body's frame goes to rotation · point + position.
 */
export const POSE_STRIDE = 7;

/** The pose that leaves everything where it is. */
export const IDENTITY_POSE: readonly number[] = [0, 0, 0, 0, 0, 0, 1];

/**
 * Writes the rotation matrix of a pose, row by row (9 numbers). From q v q⁻¹ written out: 1 − 2(y² + z²) and its kin,
 * with 2 / |q|² in place of 2. A zero quaternion gives NaN.
 */
export function writeRotation(
  out: WritableNumberArray,
  outOffset: number,
  pose: NumberArray,
  poseOffset: number,
): void {
  const x = pose[poseOffset + 3];
  const y = pose[poseOffset + 4];
  const z = pose[poseOffset + 5];
  const w = pose[poseOffset + 6];
  const s = 2 / (x * x + y * y + z * z + w * w);
  writeVector(out, outOffset, 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
  writeVector(out, outOffset + 3, s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x));
  writeVector(out, outOffset + 6, s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y));
}
