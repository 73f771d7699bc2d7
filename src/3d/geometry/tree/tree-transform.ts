import { CollisionError } from '../../../core/errors.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Numbers a rigid transform takes: the images of the x, y and z axis (the rotation matrix column by column), then the
 * translation. A point p goes to p.x · axisX + p.y · axisY + p.z · axisZ + translation.
 */
export const MESH_TREE_TRANSFORM_STRIDE = 12;

/** How far the axes may be from unit length and right angles: f32 rotations are within 1e-6, scales are not. */
const ROTATION_TOLERANCE = 1e-5;

/**
 * Writes the transform of a pose (position 3, then rotation as a quaternion x y z w of any length but 0; 7) as
 * `MESH_TREE_TRANSFORM_STRIDE` numbers.
 *
 * Source: Shoemake, Animating Rotation with Quaternion Curves, 1985, for the matrix of a quaternion.
 */
export function writeMeshTreeTransform(
  out: WritableNumberArray,
  outOffset: number,
  pose: NumberArray,
  poseOffset: number,
): void {
  const px = pose[poseOffset];
  const py = pose[poseOffset + 1];
  const pz = pose[poseOffset + 2];
  const x = pose[poseOffset + 3];
  const y = pose[poseOffset + 4];
  const z = pose[poseOffset + 5];
  const w = pose[poseOffset + 6];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[outOffset] = 1 - s * (y * y + z * z);
  out[outOffset + 1] = s * (x * y + w * z);
  out[outOffset + 2] = s * (x * z - w * y);
  out[outOffset + 3] = s * (x * y - w * z);
  out[outOffset + 4] = 1 - s * (x * x + z * z);
  out[outOffset + 5] = s * (y * z + w * x);
  out[outOffset + 6] = s * (x * z + w * y);
  out[outOffset + 7] = s * (y * z - w * x);
  out[outOffset + 8] = 1 - s * (x * x + y * y);
  out[outOffset + 9] = px;
  out[outOffset + 10] = py;
  out[outOffset + 11] = pz;
}

/**
 * Copies a transform to `out`, the identity for null, and returns how far its axes are from a rotation's. Throws
 * `invalid-number` when a number is not finite or the axes are not of unit length and at right angles within 1e-5.
 */
export function readTreeTransform(out: Float64Array, transform: NumberArray | null, offset: number): number {
  for (let k = 0; k < MESH_TREE_TRANSFORM_STRIDE; k++) {
    const value = transform === null ? (k < 9 && k % 4 === 0 ? 1 : 0) : transform[offset + k];
    if (!(value - value === 0)) {
      throw new CollisionError('invalid-number', `transform[${offset + k}] must be a finite number, got ${value}`);
    }
    out[k] = value;
  }
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
      `transform[${offset}..${offset + 8}] must be a rotation, but its axes are off by ${deviation}`,
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
