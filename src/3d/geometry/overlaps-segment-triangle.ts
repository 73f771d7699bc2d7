import { orient2d } from '../../core/exact-arithmetic.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { orient3d } from './orientation.ts';

// Exactness: every yes or no below is a combination of signs of orient3d and orient2d, which are exact, and of
// comparisons of input coordinates. Points known to be coplanar are dropped along a coordinate axis; where the
// plane is not parallel to that axis, this keeps every order and side, so no rounding enters.

/** The exact orientation of three points with the coordinate `dropped` left out; −1 drops y. */
export function orientDropped(
  dropped: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  c: NumberArray,
  cOffset: number,
): number {
  const i = dropped === 0 ? 1 : 0;
  const j = dropped === 2 ? 1 : 2;
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
    const y = q[qOffset + k];
    const z = r[rOffset + k];
    if (x < Math.min(y, z) || x > Math.max(y, z)) return false;
  }
  return true;
}

/**
 * Whether two segments have a point in common, in space and in any position. `axis` is one that may be dropped from the
 * plane both are known to lie in, or −1. Exact.
 */
export function segmentsMeet(
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
  return (
    (axis >= 0 || orient3d(a0, a0Offset, a1, a1Offset, b0, b0Offset, b1, b1Offset) === 0) &&
    coplanarSegmentsMeet(axis, a0, a0Offset, a1, a1Offset, b0, b0Offset, b1, b1Offset)
  );
}

function coplanarSegmentsMeet(
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
  // Three of the points that are not on one line span the plane. Where there are none, −1 will do: all sides are 0.
  let drop = axis;
  if (drop < 0) drop = dropAxisOfTriangle(a0, a0Offset, a1, a1Offset, b0, b0Offset);
  if (drop < 0) drop = dropAxisOfTriangle(a0, a0Offset, a1, a1Offset, b1, b1Offset);
  if (drop < 0) drop = dropAxisOfTriangle(b0, b0Offset, b1, b1Offset, a0, a0Offset);
  const sideB0 = Math.sign(orientDropped(drop, a0, a0Offset, a1, a1Offset, b0, b0Offset));
  const sideB1 = Math.sign(orientDropped(drop, a0, a0Offset, a1, a1Offset, b1, b1Offset));
  if (sideB0 * sideB1 > 0) return false;
  const sideA0 = Math.sign(orientDropped(drop, b0, b0Offset, b1, b1Offset, a0, a0Offset));
  const sideA1 = Math.sign(orientDropped(drop, b0, b0Offset, b1, b1Offset, a1, a1Offset));
  if (sideA0 * sideA1 > 0) return false;
  if (sideB0 !== sideB1 && sideA0 !== sideA1) return true;
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
  // Without an axis the triangle is a segment or a point: the union of its edges.
  return (
    (axis >= 0 && isInTriangleDropped(axis, p, pOffset, triangle, triangleOffset)) ||
    segmentsMeet(axis, p, pOffset, q, qOffset, triangle, a, triangle, b) ||
    segmentsMeet(axis, p, pOffset, q, qOffset, triangle, b, triangle, c) ||
    segmentsMeet(axis, p, pOffset, q, qOffset, triangle, c, triangle, a)
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
 *
 * Source: signs of volumes and of areas, with Shewchuk's predicates (1997); Ericson, Real-Time Collision Detection,
 * 5.1.9.1, for the plane.
 */
export function overlapsSegmentSegment(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): boolean {
  return segmentsMeet(-1, a, aOffset, a, aOffset + 3, b, bOffset, b, bOffset + 3);
}
