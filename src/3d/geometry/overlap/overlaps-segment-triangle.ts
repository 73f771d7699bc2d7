import type { NumberArray } from '../../../core/number-array.ts';
import { orient3d } from '../measure/orientation.ts';

// Exactness: every yes or no below is a combination of signs of orient3d, which are exact, and of comparisons of input
// coordinates.
//
// Sides within a plane are seen from a point above it: c is on the same side of the line a b, for every a, b, c of the
// plane, as orient3d(a, b, c, apex) has its sign. From an apex in the plane all signs are 0, and 0 lets everything
// meet. Of four points that are not in one plane at least one is off the plane in question. So two things in a plane
// meet if they do as seen from all four, and nobody needs to know which plane it is.

/** Four points, not in one plane, and on no plane that is likely. */
const APEXES = [0.6, 0.7, -0.9, 0.8, -0.9, 0.7, -0.9, 0.8, 0.6, -0.7, -0.6, -0.8];
const APEX_COUNT = 4;

/** Returns whether the line through p and q has r and s, seen from an apex, on opposite closed sides. */
function straddles(
  apex: number,
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  r: NumberArray,
  rOffset: number,
  s: NumberArray,
  sOffset: number,
): boolean {
  const sideR = Math.sign(orient3d(p, pOffset, q, qOffset, r, rOffset, APEXES, 3 * apex));
  return sideR * orient3d(p, pOffset, q, qOffset, s, sOffset, APEXES, 3 * apex) <= 0;
}

/** Returns whether two segments have a point in common, in space and in any position. Exact. */
function segmentsMeet(
  a0: NumberArray,
  a0Offset: number,
  a1: NumberArray,
  a1Offset: number,
  b0: NumberArray,
  b0Offset: number,
  b1: NumberArray,
  b1Offset: number,
): boolean {
  for (let apex = 0; apex < APEX_COUNT; apex++) {
    const k = apex % 3;
    const a = a0[a0Offset + k];
    const c = a1[a1Offset + k];
    const b = b0[b0Offset + k];
    const d = b1[b1Offset + k];
    // In a plane segments meet whose bounds do, if either's line straddles the other; also where they are on one line,
    // or points.
    if (
      !(Math.max(a, c) >= Math.min(b, d) && Math.max(b, d) >= Math.min(a, c)) ||
      !straddles(apex, a0, a0Offset, a1, a1Offset, b0, b0Offset, b1, b1Offset) ||
      !straddles(apex, b0, b0Offset, b1, b1Offset, a0, a0Offset, a1, a1Offset)
    ) {
      return false;
    }
  }
  return orient3d(a0, a0Offset, a1, a1Offset, b0, b0Offset, b1, b1Offset) === 0;
}

/**
 * Returns whether the line through p and q passes through a triangle: all edges turn the same way around the line. The
 * points p and q must not both lie in the plane of the triangle.
 */
function linePasses(
  p: NumberArray,
  pOffset: number,
  q: NumberArray,
  qOffset: number,
  triangle: NumberArray,
  a: number,
): boolean {
  const b = a + 3;
  const c = a + 6;
  const ab = orient3d(p, pOffset, q, qOffset, triangle, a, triangle, b);
  const bc = orient3d(p, pOffset, q, qOffset, triangle, b, triangle, c);
  const ca = orient3d(p, pOffset, q, qOffset, triangle, c, triangle, a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/** Returns whether p, in the plane of a triangle, which may be any if that has no area, lies in or on it. Exact. */
export function isInTriangle(p: NumberArray, pOffset: number, triangle: NumberArray, a: number): boolean {
  for (let apex = 0; apex < APEX_COUNT; apex++) {
    const k = apex % 3;
    const x = p[pOffset + k];
    // For a triangle without area every point of its line passes the test of orientations, so the bounds decide.
    if (
      !(x >= Math.min(triangle[a + k], triangle[a + 3 + k], triangle[a + 6 + k])) ||
      !(x <= Math.max(triangle[a + k], triangle[a + 3 + k], triangle[a + 6 + k])) ||
      !linePasses(p, pOffset, APEXES, 3 * apex, triangle, a)
    ) {
      return false;
    }
  }
  return true;
}

/** Returns whether the segment p q meets a triangle, by the two end points. Exact, for every degenerate case. */
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
  if (Math.sign(sideP) * sideQ > 0) return false;
  // Where not both are 0, the segment's line crosses the plane in one point, which is on the segment.
  if (sideP !== 0 || sideQ !== 0) return linePasses(p, pOffset, q, qOffset, triangle, triangleOffset);
  return (
    isInTriangle(p, pOffset, triangle, a) ||
    segmentsMeet(p, pOffset, q, qOffset, triangle, a, triangle, b) ||
    segmentsMeet(p, pOffset, q, qOffset, triangle, b, triangle, c) ||
    segmentsMeet(p, pOffset, q, qOffset, triangle, c, triangle, a)
  );
}

/**
 * Returns whether a segment and a triangle have a point in common. The answer is exact for every input, touching
 * counts, and segments of zero length and triangles of zero area are points and segments. NaN gives false.
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
  return segmentsMeet(a, aOffset, a, aOffset + 3, b, bOffset, b, bOffset + 3);
}
