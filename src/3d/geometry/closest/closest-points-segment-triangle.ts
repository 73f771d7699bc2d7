import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { loadEdge } from '../measure/triangle.ts';
import { segmentMeetsTriangle } from '../overlap/overlaps-segment-triangle.ts';
import { crossPlane } from '../ray/plane-crossing.ts';
import { closestPointTriangle } from './closest-point-triangle.ts';
import { closestPointsSegmentSegment } from './closest-points-segment-segment.ts';

const edge = new Float64Array(6);
const candidate = new Float64Array(8);
const onTriangle = new Float64Array(7);
const best = new Float64Array(6);

// If the two do not meet, the shortest connection starts or ends on a boundary: either at an end of the segment (and
// runs to anywhere on the triangle) or on an edge of the triangle (and runs to anywhere on the segment). An interior
// point of the segment against an interior point of the face is only possible with the two parallel, and then the
// connection can be slid along until one of the cases above holds.

/**
 * Writes the closest points of a segment and a triangle: the point on the segment, then the one on the triangle
 * (6 numbers); returns the squared distance. When the two meet, which is decided exactly, the distance is 0 and both
 * points are one common point. A segment of zero length and a triangle of zero area are treated as the point or segment
 * they are. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.10.
 */
export function closestPointsSegmentTriangle(
  out: WritableNumberArray,
  outOffset: number,
  segment: NumberArray,
  segmentOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  let distance = Infinity;
  let total = 0;
  for (let i = 0; i < 3; i++) {
    loadEdge(edge, triangle, triangleOffset, i);
    const toEdge = closestPointsSegmentSegment(candidate, 0, segment, segmentOffset, edge, 0);
    total += toEdge;
    if (toEdge < distance) {
      distance = toEdge;
      for (let k = 0; k < 6; k++) best[k] = candidate[k];
    }
  }
  for (let i = 0; i < 2; i++) {
    const end = segmentOffset + 3 * i;
    const toFace = closestPointTriangle(onTriangle, 0, segment, end, triangle, triangleOffset);
    if (toFace < distance) {
      distance = toFace;
      for (let k = 0; k < 3; k++) {
        best[k] = segment[end + k];
        best[3 + k] = onTriangle[k];
      }
    }
  }
  if (segmentMeetsTriangle(segment, segmentOffset, segment, segmentOffset + 3, triangle, triangleOffset)) {
    distance = 0;
    commonPoint(segment, segmentOffset, triangle, triangleOffset);
  }
  for (let k = 0; k < 6; k++) out[outOffset + k] = best[k];
  // A NaN coordinate makes the sum NaN, although another edge may have given a number.
  return total >= 0 ? distance : Number.NaN;
}

/**
 * Puts a common point of a segment and a triangle that meet into both halves of `best`: the point where the segment
 * crosses the plane, or, where it (nearly) lies in the plane, the closest pair already there, which then differs
 * by rounding only.
 */
function commonPoint(segment: NumberArray, segmentOffset: number, triangle: NumberArray, triangleOffset: number): void {
  crossPlane(candidate, segment, segmentOffset, segment, segmentOffset + 3, triangle, triangleOffset);
  // The better of two candidates is the one with the smaller gap: the crossing point, and the pair found among the
  // boundaries.
  const toPlanePoint = closestPointTriangle(onTriangle, 0, candidate, 0, triangle, triangleOffset);
  const gapX = best[0] - best[3];
  const gapY = best[1] - best[4];
  const gapZ = best[2] - best[5];
  if (toPlanePoint < gapX * gapX + gapY * gapY + gapZ * gapZ) {
    for (let k = 0; k < 3; k++) best[k] = candidate[k];
  }
  for (let k = 0; k < 3; k++) best[3 + k] = best[k];
}

const scratch = new Float64Array(6);

/**
 * Returns the squared distance between a segment and a triangle; 0 when they meet, which is decided exactly.
 * NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.10.
 */
export function distanceSquaredSegmentTriangle(
  segment: NumberArray,
  segmentOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  return closestPointsSegmentTriangle(scratch, 0, segment, segmentOffset, triangle, triangleOffset);
}
