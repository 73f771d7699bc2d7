import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the inverse of a pose (position, quaternion of any length; 7 numbers): what the pose takes from the body's
 * frame to the world, its inverse takes back. The quaternion keeps its length. A zero quaternion and NaN give NaN in
 * the position.
 *
 * Derived here: with x ↦ R·x + p, the way back is y ↦ R⁻¹·y − R⁻¹·p, and the conjugate of q rotates by R⁻¹.
 */
export function invertPose(out: WritableNumberArray, outOffset: number, pose: NumberArray, poseOffset: number): void {
  const px = pose[poseOffset];
  const py = pose[poseOffset + 1];
  const pz = pose[poseOffset + 2];
  const x = pose[poseOffset + 3];
  const y = pose[poseOffset + 4];
  const z = pose[poseOffset + 5];
  const w = pose[poseOffset + 6];
  const s = 2 / (x * x + y * y + z * z + w * w);
  // R⁻¹ p = p − s·(w·(v × p) − v × (v × p)) for v = (x, y, z)
  const cx = y * pz - z * py;
  const cy = z * px - x * pz;
  const cz = x * py - y * px;
  out[outOffset] = s * (w * cx - (y * cz - z * cy)) - px + 0;
  out[outOffset + 1] = s * (w * cy - (z * cx - x * cz)) - py + 0;
  out[outOffset + 2] = s * (w * cz - (x * cy - y * cx)) - pz + 0;
  out[outOffset + 3] = -x + 0;
  out[outOffset + 4] = -y + 0;
  out[outOffset + 5] = -z + 0;
  out[outOffset + 6] = w;
}
