import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';
import { accurateOrientation } from '../ray/ray-side.ts';

/** The intersection of two segments: empty, one point, or a stretch of the line that both lie on. */
export const SEGMENTS_DISJOINT = 0;
export const SEGMENTS_MEET = 1;
export const SEGMENTS_OVERLAP = 2;

// Segment ab meets the line through c and d exactly when a and b are not strictly on the same side of it, and the two
// segments meet when that holds both ways, unless all four points lie on one line (or a segment is a point), where the
// answer is that of the intervals along it. The four sides are exact orientations, so yes and no are exact.
//
// The parameter on ab follows from the distances of its ends to the line cd: s = side(a) / (side(a) − side(b)), which
// is in 0..1 by construction and keeps its digits when the segments are nearly parallel.

/**
 * Returns whether two segments (4, 4) have a point in common. Exact for all finite coordinates; ends that touch count.
 * A segment of zero length is a point. NaN gives false.
 *
 * Source: O'Rourke, Computational Geometry in C, 1.5; Ericson, Real-Time Collision Detection, 5.1.9.1.
 */
export function overlapsSegmentSegment(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return overlapsSegmentSegmentParts(
    a[aOffset],
    a[aOffset + 1],
    a[aOffset + 2],
    a[aOffset + 3],
    b[bOffset],
    b[bOffset + 1],
    b[bOffset + 2],
    b[bOffset + 3],
  );
}

/** Does what `overlapsSegmentSegment` does, with both segments, ab and cd, in scalars. */
export function overlapsSegmentSegmentParts(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (!boxesMeet(ax, ay, bx, by, cx, cy, dx, dy)) return false;
  if (areApart(orient2d(ax, ay, bx, by, cx, cy), orient2d(ax, ay, bx, by, dx, dy))) return false;
  return !areApart(orient2d(cx, cy, dx, dy, ax, ay), orient2d(cx, cy, dx, dy, bx, by));
}

/**
 * Returns whether the boxes of two segments meet. That answers most calls, and settles collinear and zero-length
 * segments: points of one line whose boxes meet, meet. NaN fails here.
 */
export function boxesMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  return (
    Math.max(ax, bx) >= Math.min(cx, dx) &&
    Math.max(cx, dx) >= Math.min(ax, bx) &&
    Math.max(ay, by) >= Math.min(cy, dy) &&
    Math.max(cy, dy) >= Math.min(ay, by)
  );
}

/** Returns whether two points are strictly on one side of a line, by their sides. */
export function areApart(side: number, otherSide: number): boolean {
  return (side > 0 && otherSide > 0) || (side < 0 && otherSide < 0);
}

/**
 * Intersects two segments ab and cd (4, 4). Returns
 * - SEGMENTS_DISJOINT (0) and writes nothing;
 * - SEGMENTS_MEET (1) and writes the common point and its fractions on ab and on cd (4 numbers: `x y s t`);
 * - SEGMENTS_OVERLAP (2) for collinear segments that share a stretch, and writes its two ends in the same form
 *   (8 numbers: `x y s t x y s t`), ordered from a to b; the ends are copies of given points.
 *
 * Yes and no are exact. Segments of zero length are points. NaN gives 0.
 *
 * Source: O'Rourke, Computational Geometry in C, 7.3; Ericson, Real-Time Collision Detection, 5.1.9.1.
 */
export function intersectSegmentSegment(
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
  if (!boxesMeet(ax, ay, bx, by, cx, cy, dx, dy)) return SEGMENTS_DISJOINT;
  const sideC = accurateOrientation(ax, ay, bx, by, cx, cy);
  const sideD = accurateOrientation(ax, ay, bx, by, dx, dy);
  if (areApart(sideC, sideD)) return SEGMENTS_DISJOINT;
  const sideA = accurateOrientation(cx, cy, dx, dy, ax, ay);
  const sideB = accurateOrientation(cx, cy, dx, dy, bx, by);
  if (areApart(sideA, sideB)) return SEGMENTS_DISJOINT;
  if (sideA === 0 && sideB === 0 && sideC === 0 && sideD === 0) {
    return writeCollinear(out, outOffset, a, aOffset, b, bOffset);
  }
  // The two sides of a pair are never both 0 here. Otherwise two different points of one segment would lie on the
  // other's line, or a segment would be a point, and in both cases all four sides would be 0. So the divisors are not
  // 0, and as the two sides of a pair are not both on one side of 0, the quotients are from 0 to 1. Adding 0 turns −0
  // into 0.
  const s = sideA / (sideA - sideB) + 0;
  const t = sideC / (sideC - sideD) + 0;
  writePoint(out, outOffset, a, aOffset, b, bOffset, s, t);
  return SEGMENTS_MEET;
}

/**
 * Writes the crossing: an end of a segment if it is one of these, else the point of the segment whose parameter is s.
 */
function writePoint(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  s: number,
  t: number,
): void {
  const ax = a[aOffset];
  const ay = a[aOffset + 1];
  const bx = a[aOffset + 2];
  const by = a[aOffset + 3];
  const cx = b[bOffset];
  const cy = b[bOffset + 1];
  const dx = b[bOffset + 2];
  const dy = b[bOffset + 3];
  let x = ax + s * (bx - ax);
  let y = ay + s * (by - ay);
  if (s === 0) {
    x = ax;
    y = ay;
  } else if (s === 1) {
    x = bx;
    y = by;
  } else if (t === 0) {
    x = cx;
    y = cy;
  } else if (t === 1) {
    x = dx;
    y = dy;
  }
  out[outOffset] = x;
  out[outOffset + 1] = y;
  out[outOffset + 2] = s;
  out[outOffset + 3] = t;
}

/**
 * Writes the stretch that two touching segments of one line have in common, by the axis along which the longer segment
 * is longest: that axis tells all their points apart.
 */
function writeCollinear(
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
  const alongX = Math.max(Math.abs(bx - ax), Math.abs(dx - cx)) >= Math.max(Math.abs(by - ay), Math.abs(dy - cy));
  const fromA = alongX ? ax : ay;
  const toA = alongX ? bx : by;
  const fromB = alongX ? cx : cy;
  const toB = alongX ? dx : dy;
  const forward = fromA <= toA;
  const cFirst = fromB <= toB === forward;
  // Ends of cd in the order of ab, and the stretch from the later start to the earlier end.
  const start = cFirst ? fromB : toB;
  const end = cFirst ? toB : fromB;
  const startsAtA = forward ? fromA >= start : fromA <= start;
  const endsAtB = forward ? toA <= end : toA >= end;
  const firstX = startsAtA ? ax : cFirst ? cx : dx;
  const firstY = startsAtA ? ay : cFirst ? cy : dy;
  const lastX = endsAtB ? bx : cFirst ? dx : cx;
  const lastY = endsAtB ? by : cFirst ? dy : cy;
  const first = alongX ? firstX : firstY;
  const last = alongX ? lastX : lastY;
  out[outOffset] = firstX;
  out[outOffset + 1] = firstY;
  out[outOffset + 2] = fromA === toA ? 0 : (first - fromA) / (toA - fromA);
  out[outOffset + 3] = fromB === toB ? 0 : (first - fromB) / (toB - fromB);
  if (first === last) {
    return SEGMENTS_MEET;
  }
  out[outOffset + 4] = lastX;
  out[outOffset + 5] = lastY;
  out[outOffset + 6] = fromA === toA ? 0 : (last - fromA) / (toA - fromA);
  out[outOffset + 7] = fromB === toB ? 0 : (last - fromB) / (toB - fromB);
  return SEGMENTS_OVERLAP;
}
