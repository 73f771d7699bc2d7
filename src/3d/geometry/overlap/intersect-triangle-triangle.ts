import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointTriangle } from '../closest/closest-point-triangle.ts';
import { closestPointsSegmentSegment } from '../closest/closest-points-segment-segment.ts';
import { orient3d } from '../measure/orientation.ts';
import { loadEdge } from '../measure/triangle.ts';
import { crossPlane } from '../ray/plane-crossing.ts';
import {
  arrangement,
  arrangeTriangles,
  specialTrianglesMeet,
  TRIANGLES_APART,
  TRIANGLES_SPECIAL,
} from './overlaps-triangle-triangle.ts';

/** The triangles have no point in common; nothing was written. */
export const INTERSECTION_NONE = 0;
/** The planes cross and the triangles meet in the segment written, which is a point where they only touch. */
export const INTERSECTION_SEGMENT = 1;
/**
 * The triangles overlap and lie in one plane, or one of them has no area. Their common part may be a polygon;
 * the segment written joins two of its points that are farthest apart.
 */
export const INTERSECTION_COPLANAR = 2;

/**
 * The number of candidates in the coplanar case: 6 corners, 9 pairs of edges, and 6 edges through the other's plane.
 */
const CANDIDATE_CAPACITY = 21;
const candidates = new Float64Array(3 * CANDIDATE_CAPACITY);
const gaps = new Float64Array(CANDIDATE_CAPACITY);
let candidateCount = 0;

/** Squared, relative to the size of the triangles: a computed point this close to both counts as common. */
const COMMON_TOLERANCE_SQUARED = 1e-24;

const edgeA = new Float64Array(6);
const edgeB = new Float64Array(6);
const pair = new Float64Array(8);
const start = new Float64Array(3);
const end = new Float64Array(3);

/** Adds a point with its summed squared distances to both triangles, which is 0 or rounding for a common one. */
function addCandidate(
  point: NumberArray,
  pointOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): void {
  const at = candidateCount++;
  candidates[3 * at] = point[pointOffset];
  candidates[3 * at + 1] = point[pointOffset + 1];
  candidates[3 * at + 2] = point[pointOffset + 2];
  gaps[at] =
    distanceSquaredPointTriangle(point, pointOffset, a, aOffset) +
    distanceSquaredPointTriangle(point, pointOffset, b, bOffset);
}

/** Collects every point that can be a corner of the common part of two triangles. */
function collectCandidates(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): void {
  candidateCount = 0;
  for (let i = 0; i < 3; i++) {
    addCandidate(a, aOffset + 3 * i, a, aOffset, b, bOffset);
    addCandidate(b, bOffset + 3 * i, a, aOffset, b, bOffset);
    loadEdge(edgeA, a, aOffset, i);
    loadEdge(edgeB, b, bOffset, i);
    crossPlane(start, edgeA, 0, edgeA, 3, b, bOffset);
    addCandidate(start, 0, a, aOffset, b, bOffset);
    crossPlane(start, edgeB, 0, edgeB, 3, a, aOffset);
    addCandidate(start, 0, a, aOffset, b, bOffset);
    for (let j = 0; j < 3; j++) {
      loadEdge(edgeB, b, bOffset, j);
      closestPointsSegmentSegment(pair, 0, edgeA, 0, edgeB, 0);
      addCandidate(pair, 0, a, aOffset, b, bOffset);
    }
  }
}

/** Returns the squared diagonal of both triangles' box, plus the rounding of far-off coordinates. */
function sizeSquared(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < 9; i += 3) {
      low = Math.min(low, a[aOffset + i], b[bOffset + i]);
      high = Math.max(high, a[aOffset + i], b[bOffset + i]);
    }
    // 1e-3 times the root of COMMON_TOLERANCE_SQUARED is a few last bits of the coordinates.
    const magnitude = 1e-3 * Math.max(Math.abs(low), Math.abs(high));
    sum += (high - low) * (high - low) + magnitude * magnitude;
  }
  return sum;
}

/** Puts the two common candidates farthest apart into `start` and `end`; the best one twice if only one is common. */
function farthestCommonPair(tolerance: number): void {
  let first = 0;
  for (let i = 1; i < candidateCount; i++) {
    // A NaN gap (an edge parallel to the plane) is never taken.
    if (gaps[i] < gaps[first]) first = i;
  }
  let second = first;
  let longest = 0;
  const best = first;
  for (let i = 0; i < candidateCount; i++) {
    if (i !== best && !(gaps[i] <= tolerance)) continue;
    for (let j = i + 1; j < candidateCount; j++) {
      if (j !== best && !(gaps[j] <= tolerance)) continue;
      const x = candidates[3 * i] - candidates[3 * j];
      const y = candidates[3 * i + 1] - candidates[3 * j + 1];
      const z = candidates[3 * i + 2] - candidates[3 * j + 2];
      const length = x * x + y * y + z * z;
      if (length > longest) {
        longest = length;
        first = i;
        second = j;
      }
    }
  }
  for (let k = 0; k < 3; k++) {
    start[k] = candidates[3 * first + k];
    end[k] = candidates[3 * second + k];
  }
}

// With the arrangement of overlaps-triangle-triangle.ts, A's interval on the common line runs from i (edge a0a1) up to
// j (a0a2), B's from k (b0b1) down to l (b0b2). They share [max(i, l), min(j, k)], and the two maxima are settled by
// the same exact predicate; only the points themselves are rounded.

/**
 * Intersects two triangles: writes a segment's two end points (6 numbers) and returns INTERSECTION_SEGMENT,
 * INTERSECTION_COPLANAR or, writing nothing, INTERSECTION_NONE (0).
 *
 * The answer none or not is exact and equals `overlapsTriangleTriangle`; the end points are within rounding of both
 * triangles. Touching counts, with a segment of zero length where the contact is a point. In the coplanar case, and for
 * triangles without area, the segment joins two common points farthest apart. NaN gives INTERSECTION_NONE.
 *
 * Source: Möller, A Fast Triangle-Triangle Intersection Test, 1997; Guigue and Devillers, Fast and Robust
 * Triangle-Triangle Overlap Test Using Orientation Predicates, 2003.
 */
export function intersectTriangleTriangle(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  const kind = arrangeTriangles(a, aOffset, b, bOffset);
  if (kind === TRIANGLES_APART) return INTERSECTION_NONE;
  if (kind === TRIANGLES_SPECIAL) {
    if (!specialTrianglesMeet(a, aOffset, b, bOffset)) return INTERSECTION_NONE;
    collectCandidates(a, aOffset, b, bOffset);
    farthestCommonPair(COMMON_TOLERANCE_SQUARED * sizeSquared(a, aOffset, b, bOffset));
  } else {
    const a0 = arrangement[0];
    const a1 = arrangement[1];
    const a2 = arrangement[2];
    const b0 = arrangement[3];
    const b1 = arrangement[4];
    const b2 = arrangement[5];
    if (!(orient3d(a, a0, a, a1, b, b0, b, b1) <= 0) || !(orient3d(a, a0, a, a2, b, b0, b, b2) >= 0)) {
      return INTERSECTION_NONE;
    }
    if (orient3d(a, a0, a, a1, b, b0, b, b2) <= 0) crossPlane(start, b, b0, b, b2, a, aOffset);
    else crossPlane(start, a, a0, a, a1, b, bOffset);
    if (orient3d(a, a0, a, a2, b, b0, b, b1) <= 0) crossPlane(end, a, a0, a, a2, b, bOffset);
    else crossPlane(end, b, b0, b, b1, a, aOffset);
  }
  for (let k = 0; k < 3; k++) {
    out[outOffset + k] = start[k];
    out[outOffset + 3 + k] = end[k];
  }
  return kind === TRIANGLES_SPECIAL ? INTERSECTION_COPLANAR : INTERSECTION_SEGMENT;
}
