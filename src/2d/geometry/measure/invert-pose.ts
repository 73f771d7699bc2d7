import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/**
 * Writes the inverse of a pose (position, cos sin; 4): the pose that leads from the world to the frame that the given
 * pose places in the world. A point p of the frame lies at rotation · p + position. Cosine and sine that are not quite
 * of unit length scale a little as well, and the inverse undoes that too; both 0 give NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.2.
 */
export function invertPose(out: WritableNumberArray, outOffset: number, pose: NumberArray, poseOffset: number): void {
  const x = pose[poseOffset];
  const y = pose[poseOffset + 1];
  const cos = pose[poseOffset + 2];
  const sin = pose[poseOffset + 3];
  const square = cos * cos + sin * sin;
  out[outOffset] = -(cos * x + sin * y) / square;
  out[outOffset + 1] = (sin * x - cos * y) / square;
  out[outOffset + 2] = cos / square;
  out[outOffset + 3] = -sin / square;
}
