import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from './closest-point-segment.ts';

/**
 * On sin² of the angle between two segments: at or below it the cross product of their directions is all rounding (a
 * few EPSILON, squared), and the lines' closest points are not tried.
 */
const PARALLEL = 1e-30;

/**
 * On sin² of the angle between two segments: below it the parameters of the lines' closest points carry an error large
 * enough to pick the wrong pair, and the four end points are compared as well.
 */
const NEARLY_PARALLEL_SIN_SQUARED = 1e-12;

// The squared distance |r + s·d1 − t·d2|², r = a0 − b0, is a convex function of (s, t) on the unit square. Its minimum
// is either the free one, where the lines are closest, if that lies inside; or on a side of the square, that is,
// between an end point of one segment and the other segment.
//
// The free minimum: with n = d1 × d2, s = (d2 × r)·n / n·n. The cross product is used instead of the determinant
// |d1|²|d2|² − (d1·d2)², which cancels to half the digits long before the segments are parallel.
// Clamping s and projecting on the other segment, clamping and projecting back, lands on the minimum of the square
// when the free one is outside (the level lines are ellipses with s and t chords). With the segments nearly
// parallel the ellipses degenerate into a ditch, s means little, and the four sides are tried one by one.

/** The result of the last search: s, t and the squared distance. */
export const nearestFractions = new Float64Array(3);

/**
 * Finds s and t for segments a + s·d1 and b + t·d2 (by end points) and leaves them in `nearestFractions` with the
 * squared distance.
 */
export function findNearestFractions(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): void {
  const a0x = a[aOffset];
  const a0y = a[aOffset + 1];
  const a0z = a[aOffset + 2];
  const a1x = a[aOffset + 3];
  const a1y = a[aOffset + 4];
  const a1z = a[aOffset + 5];
  const b0x = b[bOffset];
  const b0y = b[bOffset + 1];
  const b0z = b[bOffset + 2];
  const b1x = b[bOffset + 3];
  const b1y = b[bOffset + 4];
  const b1z = b[bOffset + 5];
  const d1x = a1x - a0x;
  const d1y = a1y - a0y;
  const d1z = a1z - a0z;
  const d2x = b1x - b0x;
  const d2y = b1y - b0y;
  const d2z = b1z - b0z;
  const rx = a0x - b0x;
  const ry = a0y - b0y;
  const rz = a0z - b0z;
  const nx = d1y * d2z - d1z * d2y;
  const ny = d1z * d2x - d1x * d2z;
  const nz = d1x * d2y - d1y * d2x;
  const n2 = nx * nx + ny * ny + nz * nz;
  const d1d1 = d1x * d1x + d1y * d1y + d1z * d1z;
  const d2d2 = d2x * d2x + d2y * d2y + d2z * d2z;
  const d1d2 = d1x * d2x + d1y * d2y + d1z * d2z;
  const d1r = d1x * rx + d1y * ry + d1z * rz;
  const d2r = d2x * rx + d2y * ry + d2z * rz;
  const lengths = d1d1 * d2d2;
  let best = Infinity;
  let s = 0;
  let t = 0;
  if (n2 > PARALLEL * lengths) {
    s = ((d2y * rz - d2z * ry) * nx + (d2z * rx - d2x * rz) * ny + (d2x * ry - d2y * rx) * nz) / n2;
    s = Math.max(0, Math.min(1, s));
    t = (s * d1d2 + d2r) / d2d2;
    if (t < 0) {
      t = 0;
      s = -d1r / d1d1;
      s = Math.max(0, Math.min(1, s));
    } else if (t > 1) {
      t = 1;
      s = (d1d2 - d1r) / d1d1;
      s = Math.max(0, Math.min(1, s));
    }
    // Measured from the nearer ends, so that shared ends give exactly 0.
    const gapX = (s <= 0.5 ? a0x : a1x) - (t <= 0.5 ? b0x : b1x);
    const gapY = (s <= 0.5 ? a0y : a1y) - (t <= 0.5 ? b0y : b1y);
    const gapZ = (s <= 0.5 ? a0z : a1z) - (t <= 0.5 ? b0z : b1z);
    best = gapSquared(gapX, gapY, gapZ, d1x, d1y, d1z, d2x, d2y, d2z, s <= 0.5 ? s : s - 1, t <= 0.5 ? t : t - 1);
    if (n2 > NEARLY_PARALLEL_SIN_SQUARED * lengths) {
      nearestFractions[0] = s;
      nearestFractions[1] = t;
      nearestFractions[2] = best;
      return;
    }
  }
  // Parallel, nearly so, or of zero length: the four end points against the other segment.
  nearestFractions[0] = s;
  nearestFractions[1] = t;
  nearestFractions[2] = best;
  for (let end = 0; end < 2; end++) {
    nearestToEnd(a, aOffset + 3 * end, b, bOffset);
    if (end === 0 ? ofEnd[1] <= nearestFractions[2] : ofEnd[1] < nearestFractions[2]) {
      nearestFractions[0] = end;
      nearestFractions[1] = ofEnd[0];
      nearestFractions[2] = ofEnd[1];
    }
  }
  for (let end = 0; end < 2; end++) {
    nearestToEnd(b, bOffset + 3 * end, a, aOffset);
    if (!(ofEnd[1] < nearestFractions[2])) continue;
    nearestFractions[0] = ofEnd[0];
    nearestFractions[1] = end;
    nearestFractions[2] = ofEnd[1];
  }
  // A NaN coordinate makes the cross product NaN, although comparisons with other ends may have given numbers.
  if (!(n2 >= 0)) nearestFractions[2] = Number.NaN;
}

/** The fraction of a segment at which it is nearest to a point, and the squared distance there. */
const ofEnd = new Float64Array(2);

/** Writes `ofEnd` for a point and a segment. */
function nearestToEnd(point: NumberArray, at: number, segment: NumberArray, from: number): void {
  const px = point[at];
  const py = point[at + 1];
  const pz = point[at + 2];
  const ax = segment[from];
  const ay = segment[from + 1];
  const az = segment[from + 2];
  const bx = segment[from + 3];
  const by = segment[from + 4];
  const bz = segment[from + 5];
  const f = closestFractionOnSegment(px, py, pz, ax, ay, az, bx, by, bz);
  ofEnd[0] = f;
  ofEnd[1] = distanceSquaredAtFraction(px, py, pz, ax, ay, az, bx, by, bz, f);
}

/** Returns the gap between two ends, moved along d1 and back along d2 by the given fractions, squared. */
function gapSquared(
  x: number,
  y: number,
  z: number,
  d1x: number,
  d1y: number,
  d1z: number,
  d2x: number,
  d2y: number,
  d2z: number,
  s: number,
  t: number,
): number {
  const gapX = x + s * d1x - t * d2x;
  const gapY = y + s * d1y - t * d2y;
  const gapZ = z + s * d1z - t * d2z;
  return gapX * gapX + gapY * gapY + gapZ * gapZ;
}

/**
 * Writes the closest points of two segments, the one on a and then the one on b, and their fractions s and t of the
 * way from first to second end (8 numbers: `ax ay az bx by bz s t`); returns the squared distance.
 *
 * Where parallel segments lie beside each other any pair on the common stretch would do: an end point is in the one
 * returned. A segment of zero length counts as its point. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9, with the line parameter taken from the cross product (after
 * Lumelsky, On Fast Computation of Distance Between Line Segments, 1985).
 */
export function closestPointsSegmentSegment(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  findNearestFractions(a, aOffset, b, bOffset);
  const s = nearestFractions[0];
  const t = nearestFractions[1];
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const az = a[aOffset + 2];
  const bx = b[bOffset];
  const by = b[bOffset + 1];
  const bz = b[bOffset + 2];
  const endAx = a[aOffset + 3];
  const endAy = a[aOffset + 4];
  const endAz = a[aOffset + 5];
  const endBx = b[bOffset + 3];
  const endBy = b[bOffset + 4];
  const endBz = b[bOffset + 5];
  out[outOffset] = s === 1 ? endAx : ax + s * (endAx - ax);
  out[outOffset + 1] = s === 1 ? endAy : ay + s * (endAy - ay);
  out[outOffset + 2] = s === 1 ? endAz : az + s * (endAz - az);
  out[outOffset + 3] = t === 1 ? endBx : bx + t * (endBx - bx);
  out[outOffset + 4] = t === 1 ? endBy : by + t * (endBy - by);
  out[outOffset + 5] = t === 1 ? endBz : bz + t * (endBz - bz);
  out[outOffset + 6] = s;
  out[outOffset + 7] = t;
  return nearestFractions[2];
}

/**
 * Returns the squared distance between two segments; a segment of zero length counts as its point. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9.
 */
export function distanceSquaredSegmentSegment(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  findNearestFractions(a, aOffset, b, bOffset);
  return nearestFractions[2];
}
