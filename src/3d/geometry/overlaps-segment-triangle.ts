import { orient2d } from '../../core/exact-arithmetic.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { orient3d } from './orientation.ts';

// Exactness: every yes or no below is a combination of signs of orient3d and orient2d, which are exact, and of
// comparisons of input coordinates. Points known to be coplanar are dropped along a coordinate axis; where the
// plane is not parallel to that axis, this keeps every order and side, so no rounding enters.

/** For each axis dropped, the two coordinates that remain. */
function firstKept(dropped: number): number {
  return dropped === 0 ? 1 : 0;
}

function secondKept(dropped: number): number {
  return dropped === 2 ? 1 : 2;
}

/** The exact orientation of three points with the coordinate `dropped` left out. */
export function orientDropped(
  dropped: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
): number {
  const i = firstKept(dropped);
  const j = secondKept(dropped);
  return orient2d(a[aOffset + i], a[aOffset + j], b[bOffset + i], b[bOffset + j], c[cOffset + i], c[cOffset + j]);
}

/**
 * Returns the axis along which to drop a triangle so that its largest projected area remains, or −1 if and only if its
 * three points are collinear (or coincide).
 */
export function dropAxisOfTriangle(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
): number {
  let axis = -1;
  let largest = 0;
  for (let dropped = 0; dropped < 3; dropped++) {
    const area = Math.abs(orientDropped(dropped, a, aOffset, b, bOffset, c, cOffset));
    if (area > largest) {
      largest = area;
      axis = dropped;
    }
  }
  return axis;
}

/** For collinear points: whether p lies between q and r, ends included. Exact. */
function isBetween(
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  r: NumberArray,
  rOffset: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    const x = p[pOffset + k];
    const low = Math.min(q[qOffset + k], r[rOffset + k]);
    const high = Math.max(q[qOffset + k], r[rOffset + k]);
    if (!(x >= low && x <= high)) return false;
  }
  return true;
}

/** Whether p lies on the segment q r. Exact; q and r may coincide. */
function isOnSegment(
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  r: NumberArray,
  rOffset: number,
): boolean {
  return isBetween(p, pOffset, q, qOffset, r, rOffset) && dropAxisOfTriangle(p, pOffset, q, qOffset, r, rOffset) < 0;
}

/** Whether two segments have a point in common, in space and in any position. Exact. */
export function segmentsMeet(
  a0: NumberArray,
  a0Offset: number,
  a1: NumberArray,
  a1Offset: number,
  b0: NumberArray,
  b0Offset: number,
  b1: NumberArray,
  b1Offset: number,
): boolean {
  if (orient3d(a0, a0Offset, a1, a1Offset, b0, b0Offset, b1, b1Offset) !== 0) return false;
  const axis = dropAxisOfTriangle(a0, a0Offset, a1, a1Offset, b0, b0Offset);
  if (axis < 0) {
    // b0 is on a's line, or a is a point: the segments then meet only where an end of one lies on the other.
    return (
      isOnSegment(a0, a0Offset, b0, b0Offset, b1, b1Offset) ||
      isOnSegment(a1, a1Offset, b0, b0Offset, b1, b1Offset) ||
      isOnSegment(b0, b0Offset, a0, a0Offset, a1, a1Offset) ||
      isOnSegment(b1, b1Offset, a0, a0Offset, a1, a1Offset)
    );
  }
  return segmentsMeetDropped(axis, a0, a0Offset, a1, a1Offset, b0, b0Offset, b1, b1Offset);
}

/** Whether two coplanar segments meet, the plane being one that may be dropped along `axis`. Exact. */
export function segmentsMeetDropped(
  axis: number,
  a0: NumberArray,
  a0Offset: number,
  a1: NumberArray,
  a1Offset: number,
  b0: NumberArray,
  b0Offset: number,
  b1: NumberArray,
  b1Offset: number,
): boolean {
  const sideB0 = orientDropped(axis, a0, a0Offset, a1, a1Offset, b0, b0Offset);
  const sideB1 = orientDropped(axis, a0, a0Offset, a1, a1Offset, b1, b1Offset);
  if ((sideB0 > 0 && sideB1 > 0) || (sideB0 < 0 && sideB1 < 0)) return false;
  const sideA0 = orientDropped(axis, b0, b0Offset, b1, b1Offset, a0, a0Offset);
  const sideA1 = orientDropped(axis, b0, b0Offset, b1, b1Offset, a1, a1Offset);
  if ((sideA0 > 0 && sideA1 > 0) || (sideA0 < 0 && sideA1 < 0)) return false;
  if ((sideB0 !== 0 || sideB1 !== 0) && (sideA0 !== 0 || sideA1 !== 0)) return true;
  // One segment lies on the other's line or is a point: an end of one must lie on the other.
  return (
    (sideB0 === 0 && isBetween(b0, b0Offset, a0, a0Offset, a1, a1Offset)) ||
    (sideB1 === 0 && isBetween(b1, b1Offset, a0, a0Offset, a1, a1Offset)) ||
    (sideA0 === 0 && isBetween(a0, a0Offset, b0, b0Offset, b1, b1Offset)) ||
    (sideA1 === 0 && isBetween(a1, a1Offset, b0, b0Offset, b1, b1Offset))
  );
}

/** Whether p, in the plane of the triangle, lies in or on it; `axis` is the triangle's drop axis. Exact. */
export function isInTriangleDropped(
  axis: number,
  p: NumberArray,
  pOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  const b = triangleOffset + 3;
  const c = triangleOffset + 6;
  const ab = orientDropped(axis, triangle, triangleOffset, triangle, b, p, pOffset);
  const bc = orientDropped(axis, triangle, b, triangle, c, p, pOffset);
  const ca = orientDropped(axis, triangle, c, triangle, triangleOffset, p, pOffset);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/** Whether the segment p q meets a triangle, by the two end points. Exact, for every degenerate case. */
export function segmentMeetsTriangle(
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  const a = triangleOffset;
  const b = triangleOffset + 3;
  const c = triangleOffset + 6;
  const sideP = orient3d(triangle, a, triangle, b, triangle, c, p, pOffset);
  const sideQ = orient3d(triangle, a, triangle, b, triangle, c, q, qOffset);
  if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0)) return false;
  if (sideP !== 0 || sideQ !== 0) {
    // The segment's line crosses the plane in one point, on the segment: seen along it the edges turn one way around.
    const ab = orient3d(p, pOffset, q, qOffset, triangle, a, triangle, b);
    const bc = orient3d(p, pOffset, q, qOffset, triangle, b, triangle, c);
    const ca = orient3d(p, pOffset, q, qOffset, triangle, c, triangle, a);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
  }
  const axis = dropAxisOfTriangle(triangle, a, triangle, b, triangle, c);
  if (axis < 0) {
    // The triangle is a segment or a point: the union of its edges.
    return (
      segmentsMeet(p, pOffset, q, qOffset, triangle, a, triangle, b) ||
      segmentsMeet(p, pOffset, q, qOffset, triangle, b, triangle, c) ||
      segmentsMeet(p, pOffset, q, qOffset, triangle, c, triangle, a)
    );
  }
  return (
    isInTriangleDropped(axis, p, pOffset, triangle, triangleOffset) ||
    segmentsMeetDropped(axis, p, pOffset, q, qOffset, triangle, a, triangle, b) ||
    segmentsMeetDropped(axis, p, pOffset, q, qOffset, triangle, b, triangle, c) ||
    segmentsMeetDropped(axis, p, pOffset, q, qOffset, triangle, c, triangle, a)
  );
}

/**
 * Returns whether a segment and a triangle have a point in common. The answer is exact for every input, touching counts,
 * and segments of zero length and triangles of zero area are points and segments. NaN gives false.
 *
 * Source: signs of tetrahedron volumes, as in Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test
 * Using Orientation Predicates, 2003; the predicates are Shewchuk's (1997).
 */
export function overlapsSegmentTriangle(
  segment: NumberArray,
  segmentOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  return segmentMeetsTriangle(segment, segmentOffset, segment, segmentOffset + 3, triangle, triangleOffset);
}

/**
 * Returns whether two segments in space have a point in common. Exact for every input, zero lengths and collinear
 * segments included; touching counts. NaN gives false.
 */
export function overlapsSegmentSegment(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return segmentsMeet(a, aOffset, a, aOffset + 3, b, bOffset, b, bOffset + 3);
}
