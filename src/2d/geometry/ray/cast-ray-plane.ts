import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';
import { writeHit, writeStartHit } from './ray-hit.ts';

// With h = n·o − d the height of the origin over the plane and v = n·direction the rate at which it changes, the ray is
// on the plane at t = −h / v. Both share the factor |n|, so no normal needs to be a unit vector.

/**
 * Casts a ray (origin, direction of any length; 4) at a plane (n·x = d, n of any length; 3), which has two sides and no
 * inside. Returns the fraction of the direction at which the ray meets it and writes the point and the unit normal that
 * faces the origin (4 numbers). Starting on the plane gives 0, the origin and a zero normal. A miss, a parallel ray, a
 * zero normal or NaN gives `Infinity` and writes nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.1; the segment is accepted for 0 ≤ t ≤ maxFraction.
 */
export function castRayPlane(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  if (nx === 0 && ny === 0) {
    return Infinity;
  }
  const height = nx * ray[rayOffset] + ny * ray[rayOffset + 1] - plane[planeOffset + 2];
  return castAtHeight(out, outOffset, ray, rayOffset, maxFraction, nx, ny, height);
}

/**
 * Casts a ray (4) at the plane through two points (`x y x y`; 4), its normal left of the way from the first to the
 * second; otherwise as castRayPlane. Two equal points make no plane: `Infinity`.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.1.
 */
export function castRayPlaneThroughPoints(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  points: NumberArray,
  pointsOffset: number,
): number {
  const ax = points[pointsOffset];
  const ay = points[pointsOffset + 1];
  const bx = points[pointsOffset + 2];
  const by = points[pointsOffset + 3];
  if (ax === bx && ay === by) {
    return Infinity;
  }
  const height = orient2d(ax, ay, bx, by, ray[rayOffset], ray[rayOffset + 1]);
  return castAtHeight(out, outOffset, ray, rayOffset, maxFraction, ay - by, bx - ax, height);
}

/**
 * Intersects an infinite line (origin, direction; 4) with a plane (3): writes the point `x y` and returns its parameter
 * of either sign in units of the direction. A line that lies in the plane meets it at its origin, 0, as a ray does that
 * starts there. One that is parallel to it, a zero normal and NaN give `Infinity` and write nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.3.1.
 */
export function intersectLinePlane(
  out: WritableNumberArray,
  outOffset: number,
  line: NumberArray,
  lineOffset: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const ox = line[lineOffset];
  const oy = line[lineOffset + 1];
  const dx = line[lineOffset + 2];
  const dy = line[lineOffset + 3];
  const rate = nx * dx + ny * dy;
  const height = plane[planeOffset + 2] - (nx * ox + ny * oy);
  const isPlane = nx !== 0 || ny !== 0;
  const t = height === 0 && rate === 0 && isPlane ? 0 : height / rate;
  if (!(t - t === 0)) {
    return Infinity;
  }
  out[outOffset] = ox + t * dx;
  out[outOffset + 1] = oy + t * dy;
  return t;
}

function castAtHeight(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  nx: number,
  ny: number,
  height: number,
): number {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  const rate = nx * dx + ny * dy;
  if (height === 0 && !Number.isNaN(rate)) {
    return writeStartHit(out, outOffset, ox, oy, maxFraction);
  }
  const towards = height > 0 ? rate < 0 : rate > 0;
  if (!towards) {
    return Infinity;
  }
  let fraction = -height / rate;
  if (!(fraction <= maxFraction)) {
    // A ray whose tip just touches hits, however the quotient is rounded.
    const tip = height + maxFraction * rate;
    if (!(maxFraction > 0 && (height > 0 ? tip <= 0 : tip >= 0))) {
      return Infinity;
    }
    fraction = maxFraction;
  }
  const length = (height > 0 ? 1 : -1) * Math.sqrt(nx * nx + ny * ny);
  writeHit(out, outOffset, ox + fraction * dx, oy + fraction * dy, nx / length, ny / length);
  return fraction;
}
