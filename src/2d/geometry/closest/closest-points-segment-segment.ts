import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { areApart, boxesMeet } from '../overlap/intersect-segment-segment.ts';
import { accurateOrientation } from '../ray/ray-side.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from './closest-point-segment.ts';

// In the plane two segments either meet, which exact orientations decide, or one of the four ends is a closest point.
// That holds for parallel, collinear and zero-length segments alike, and no determinant close to 0 is ever divided by.
// Segments of one line that meet do so in an end, too.

/**
 * Writes the points of two segments ab and cd (4, 4) closest to each other and their fractions (6 numbers: point on
 * ab, point on cd, `s`, `t`); returns the squared distance, exactly 0 when the segments meet. Of several closest pairs
 * (parallel segments) the first of: a, b against cd, c, d against ab is given. Zero lengths are points.
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9, reduced to the plane.
 */
export function closestPointsSegmentSegment(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const bx = a[aOffset + 2];
  const by = a[aOffset + 3];
  const cx = b[bOffset];
  const cy = b[bOffset + 1];
  const dx = b[bOffset + 2];
  const dy = b[bOffset + 3];
  let meet = boxesMeet(ax, ay, bx, by, cx, cy, dx, dy);
  let s = 0;
  let t = 0;
  let best = 0;
  let total = 0;
  let crosses = false;
  if (meet) {
    const sideA = accurateOrientation(cx, cy, dx, dy, ax, ay);
    const sideB = accurateOrientation(cx, cy, dx, dy, bx, by);
    const sideC = accurateOrientation(ax, ay, bx, by, cx, cy);
    const sideD = accurateOrientation(ax, ay, bx, by, dx, dy);
    meet = !areApart(sideA, sideB) && !areApart(sideC, sideD);
    // The segments are not on one line: no side lies beyond 0, and the two sides of neither segment are equal.
    crosses = meet && sideA !== sideB && sideC !== sideD;
    if (crosses) {
      s = sideA / (sideA - sideB) + 0;
      t = sideC / (sideC - sideD) + 0;
    }
  }
  if (!crosses) {
    t = closestFractionOnSegment(ax, ay, cx, cy, dx, dy);
    best = distanceSquaredAtFraction(ax, ay, cx, cy, dx, dy, t);
    total = best;
    let fraction = closestFractionOnSegment(bx, by, cx, cy, dx, dy);
    let distance = distanceSquaredAtFraction(bx, by, cx, cy, dx, dy, fraction);
    total += distance;
    if (distance < best) {
      best = distance;
      s = 1;
      t = fraction;
    }
    fraction = closestFractionOnSegment(cx, cy, ax, ay, bx, by);
    distance = distanceSquaredAtFraction(cx, cy, ax, ay, bx, by, fraction);
    total += distance;
    if (distance < best) {
      best = distance;
      s = fraction;
      t = 0;
    }
    fraction = closestFractionOnSegment(dx, dy, ax, ay, bx, by);
    distance = distanceSquaredAtFraction(dx, dy, ax, ay, bx, by, fraction);
    total += distance;
    if (distance < best) {
      best = distance;
      s = fraction;
      t = 1;
    }
  }
  out[outOffset] = s === 1 ? bx : ax + s * (bx - ax);
  out[outOffset + 1] = s === 1 ? by : ay + s * (by - ay);
  out[outOffset + 2] = t === 1 ? dx : cx + t * (dx - cx);
  out[outOffset + 3] = t === 1 ? dy : cy + t * (dy - cy);
  out[outOffset + 4] = s;
  out[outOffset + 5] = t;
  if (meet) return 0;
  return Number.isNaN(total) ? total : best;
}

/**
 * Returns the squared distance between two segments (4, 4); exactly 0 when they meet.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.9, reduced to the plane.
 */
export function distanceSquaredSegmentSegment(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  return closestPointsSegmentSegment(scratch, 0, a, aOffset, b, bOffset);
}

const scratch = new Float64Array(6);
