import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { loadEdge } from '../measure/triangle.ts';
import { INTERSECTION_NONE, intersectTriangleTriangle } from '../overlap/intersect-triangle-triangle.ts';
import { closestPointTriangle } from './closest-point-triangle.ts';
import { closestPointsSegmentSegment } from './closest-points-segment-segment.ts';

const edgeA = new Float64Array(6);
const edgeB = new Float64Array(6);
const candidate = new Float64Array(8);
const onTriangle = new Float64Array(7);
const best = new Float64Array(6);

/** Puts the closest pair among the nine pairs of edges into `best`; returns its squared distance. */
function tryEdges(a: NumberArray, aOffset: number, b: NumberArray, bOffset: number): number {
  let distance = Infinity;
  let total = 0;
  for (let i = 0; i < 3; i++) {
    loadEdge(edgeA, a, aOffset, i);
    for (let j = 0; j < 3; j++) {
      loadEdge(edgeB, b, bOffset, j);
      const gap = closestPointsSegmentSegment(candidate, 0, edgeA, 0, edgeB, 0);
      total += gap;
      if (gap < distance) {
        distance = gap;
        for (let k = 0; k < 6; k++) best[k] = candidate[k];
      }
    }
  }
  // A NaN coordinate makes the sum NaN, although other edges may have given a number.
  return total >= 0 ? distance : Number.NaN;
}

/** Improves `best` by the corners of one triangle against the other; `at` is where the corners' points belong. */
function tryCorners(
  distance: number,
  corners: NumberArray,
  cornersOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
  at: number,
): number {
  let smallest = distance;
  for (let i = 0; i < 3; i++) {
    const corner = cornersOffset + 3 * i;
    const gap = closestPointTriangle(onTriangle, 0, corners, corner, triangle, triangleOffset);
    if (gap < smallest) {
      smallest = gap;
      for (let k = 0; k < 3; k++) {
        best[at + k] = corners[corner + k];
        best[3 - at + k] = onTriangle[k];
      }
    }
  }
  return smallest;
}

// If the triangles do not meet, the shortest connection joins two edges or a corner and a face: between an interior
// point of an edge or face and one of a face it is perpendicular to both, which are then parallel and can be slid along
// each other until an edge or corner is reached. Nine pairs of edges and six of corner and face are therefore enough.

/**
 * Writes the closest points of two triangles, the one on a and then the one on b (6 numbers); returns the squared
 * distance. When the triangles meet, which is decided exactly, the distance is 0 and both points are one common point.
 * Triangles of zero area are treated as the segments or points they are. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.11.
 */
export function closestPointsTriangleTriangle(
  out: WritableNumberArray,
  outOffset: number,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  if (intersectTriangleTriangle(candidate, 0, a, aOffset, b, bOffset) !== INTERSECTION_NONE) {
    for (let k = 0; k < 3; k++) {
      const middle = candidate[k] + 0.5 * (candidate[3 + k] - candidate[k]);
      out[outOffset + k] = middle;
      out[outOffset + 3 + k] = middle;
    }
    return 0;
  }
  let distance = tryEdges(a, aOffset, b, bOffset);
  distance = tryCorners(distance, a, aOffset, b, bOffset, 0);
  distance = tryCorners(distance, b, bOffset, a, aOffset, 3);
  for (let k = 0; k < 6; k++) out[outOffset + k] = best[k];
  return distance;
}

const scratch = new Float64Array(6);

/**
 * Returns the squared distance between two triangles; 0 when they meet, which is decided exactly (a gap smaller than
 * rounding may give 0 as well: for yes or no ask `overlapsTriangleTriangle`). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.11.
 */
export function distanceSquaredTriangleTriangle(
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
): number {
  return closestPointsTriangleTriangle(scratch, 0, a, aOffset, b, bOffset);
}
