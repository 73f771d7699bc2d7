import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import {
  PROFILE_ALONG,
  PROFILE_LENGTH,
  PROFILE_NEAREST_ALONG,
  PROFILE_NEAREST_RADIAL,
  PROFILE_RADIAL,
  profile,
} from './axis-profile.ts';

/**
 * Writes the point at the nearest place of `profile`, in the half plane that this was filled for: of the axis of the
 * shape, and of the point p. A place that is that of p gives p to the bit.
 */
export function stepToProfile(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  shape: NumberArray,
  shapeOffset: number,
): void {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const ax = shape[shapeOffset];
  const ay = shape[shapeOffset + 1];
  const az = shape[shapeOffset + 2];
  const length = profile[PROFILE_LENGTH];
  const scale = length > 0 ? 1 / length : 0;
  const ex = scale * (shape[shapeOffset + 3] - ax);
  const ey = scale * (shape[shapeOffset + 4] - ay);
  const ez = scale * (shape[shapeOffset + 5] - az);
  const at = profile[PROFILE_ALONG];
  const up = profile[PROFILE_NEAREST_ALONG] - at;
  const radial = profile[PROFILE_RADIAL];
  const outward = radial > 0 ? profile[PROFILE_NEAREST_RADIAL] / radial - 1 : 0;
  out[outOffset] = px + up * ex + outward * (px - ax - at * ex);
  out[outOffset + 1] = py + up * ey + outward * (py - ay - at * ey);
  out[outOffset + 2] = pz + up * ez + outward * (pz - az - at * ez);
}
