import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { POSE_STRIDE } from '../convex/pose.ts';

/**
 * How many numbers a rigid transform takes: the images of the x, y and z axis (the rotation matrix column by column),
 * then the translation. A point p goes to p.x · axisX + p.y · axisY + p.z · axisZ + translation.
 */
export const TRANSFORM_STRIDE = 12;

/**
 * A quaternion so short or long that its square rounds to nothing leaves axes farther from unit length and right angles
 * than this.
 */
const ROTATION_TOLERANCE = 1e-5;

/**
 * Writes the transform of a pose (position, quaternion of any length but 0) and returns how far its axes are from a
 * rotation's, for rounding. Throws `invalid-number` when a number is not finite or the quaternion has no direction.
 *
 * Source: Shoemake, Animating Rotation with Quaternion Curves, 1985, for the matrix of a quaternion.
 */
export function writeTransform(out: Float64Array, pose: NumberArray, poseOffset: number): number {
  for (let k = poseOffset; k < poseOffset + POSE_STRIDE; k++) {
    if (!Number.isFinite(pose[k])) {
      throw new CollisionError('invalid-number', `pose[${k}] must be a finite number, got ${pose[k]}`);
    }
  }
  const px = pose[poseOffset];
  const py = pose[poseOffset + 1];
  const pz = pose[poseOffset + 2];
  const x = pose[poseOffset + 3];
  const y = pose[poseOffset + 4];
  const z = pose[poseOffset + 5];
  const w = pose[poseOffset + 6];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y + w * z);
  out[2] = s * (x * z - w * y);
  out[3] = s * (x * y - w * z);
  out[4] = 1 - s * (x * x + z * z);
  out[5] = s * (y * z + w * x);
  out[6] = s * (x * z + w * y);
  out[7] = s * (y * z - w * x);
  out[8] = 1 - s * (x * x + y * y);
  out[9] = px;
  out[10] = py;
  out[11] = pz;
  let deviation = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const dot = out[i * 3] * out[j * 3] + out[i * 3 + 1] * out[j * 3 + 1] + out[i * 3 + 2] * out[j * 3 + 2];
      deviation = Math.max(deviation, Math.abs(dot - (i === j ? 1 : 0)));
    }
  }
  if (!(deviation <= ROTATION_TOLERANCE)) {
    throw new CollisionError(
      'invalid-number',
      `pose[${poseOffset + 3}..${poseOffset + 6}] must be a quaternion with a direction, got ${x}, ${y}, ${z}, ${w}`,
    );
  }
  return deviation;
}

/** Writes the images of `count` points. Both arrays may be the same. */
export function transformPoints(
  out: Float64Array,
  outOffset: number,
  transform: Float64Array,
  points: Float64Array,
  pointsOffset: number,
  count: number,
): void {
  for (let k = 0; k < count * 3; k += 3) {
    const x = points[pointsOffset + k];
    const y = points[pointsOffset + k + 1];
    const z = points[pointsOffset + k + 2];
    out[outOffset + k] = transform[0] * x + transform[3] * y + transform[6] * z + transform[9];
    out[outOffset + k + 1] = transform[1] * x + transform[4] * y + transform[7] * z + transform[10];
    out[outOffset + k + 2] = transform[2] * x + transform[5] * y + transform[8] * z + transform[11];
  }
}
