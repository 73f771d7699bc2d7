import type { NumberArray } from '../../../core/number-array.ts';

// Cylinders and cones are bodies of revolution: with e = b − a the axis, everything about a point p happens in the half
// plane of the axis and p, where p lies at (along, radial): along = m·e / |e| from a, m = p − a, and radial = |m × e| /
// |e| from the axis. The cross product keeps all digits near the axis, where √(m² − along²) would lose them. A step
// back from p to the shape has a part along e and a part along the radial vector m − (m·e / e·e)·e.

/**
 * Indices of `profile`. The first three are written by `placeInProfile`: the place of the point, and the axis' length.
 */
export const PROFILE_ALONG = 0;
export const PROFILE_RADIAL = 1;
export const PROFILE_LENGTH = 2;
/** The place of the shape that is nearest to the point, and their squared distance. Written by the shape's routine. */
export const PROFILE_NEAREST_ALONG = 3;
export const PROFILE_NEAREST_RADIAL = 4;
export const PROFILE_SQUARE = 5;

/**
 * The numbers that routines of cylinders and cones hand to each other. They are in an array because V8 allocates a
 * number on the heap when it is passed to, or returned from, a function that is not inlined.
 */
export const profile = new Float64Array(6);

/**
 * Fills `profile` with the place of a point seen from a, and the length of the axis from a to b, of the shape that
 * begins with a and b. An axis of zero length points nowhere: along is 0, radial the distance from a.
 */
export function placeInProfile(point: NumberArray, pointOffset: number, shape: NumberArray, shapeOffset: number): void {
  const ax = shape[shapeOffset];
  const ay = shape[shapeOffset + 1];
  const az = shape[shapeOffset + 2];
  const ex = shape[shapeOffset + 3] - ax;
  const ey = shape[shapeOffset + 4] - ay;
  const ez = shape[shapeOffset + 5] - az;
  const mx = point[pointOffset] - ax;
  const my = point[pointOffset + 1] - ay;
  const mz = point[pointOffset + 2] - az;
  const cx = my * ez - mz * ey;
  const cy = mz * ex - mx * ez;
  const cz = mx * ey - my * ex;
  const square = ex * ex + ey * ey + ez * ez;
  const length = Math.sqrt(square);
  profile[PROFILE_ALONG] = square === 0 ? 0 : (mx * ex + my * ey + mz * ez) / length;
  profile[PROFILE_RADIAL] =
    square === 0 ? Math.sqrt(mx * mx + my * my + mz * mz) : Math.sqrt((cx * cx + cy * cy + cz * cz) / square);
  profile[PROFILE_LENGTH] = length;
}
