import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { reserve } from '../../../core/typed-array.ts';
import { containsPointConvexPolygon } from '../overlap/contains-point-polygon.ts';
import { boxesMeet } from '../overlap/intersect-segment-segment.ts';
import { accurateOrientation } from '../ray/ray-side.ts';
import { wrapPoints } from './build-convex-hull.ts';
import { requireFinitePoints, writePolygon } from './write-polygon.ts';

const POINT_STRIDE = 2;

// The corners of the intersection are the corners of either polygon that lie in the other, and the places where two
// sides cross. Which corners those are, and which sides cross, is decided exactly; only where they cross is rounded.
// The hull of them all puts them in order.

let points = new Float64Array(64);
let pointCount = 0;

/**
 * Intersects two solid convex polygons (`vertices`, offset, count; of either winding): writes the corners of what they
 * have in common, counter-clockwise and starting with the leftmost (lowest of equals), and returns how many there are,
 * up to countA + countB. 0 if and only if they do not touch, decided exactly; polygons that only touch have a common
 * point (1) or segment (2). Operands without area are the segment or point they have collapsed to. `out` may be an
 * operand.
 *
 * Throws `invalid-number` when a coordinate is NaN or infinite, and `out-of-range`, writing nothing, when `out` is a
 * typed array without room. A builder: it sorts and allocates. areaPolygon gives the common area. The answer for a
 * polygon that is not convex is undefined.
 *
 * Source: derived here; the cases are those of O'Rourke, Chien, Olson and Naddor, A New Linear Algorithm for
 * Intersecting Convex Polygons, 1982.
 */
export function intersectConvexPolygons(
  out: WritableNumberArray,
  outOffset: number,
  verticesA: NumberArray,
  offsetA: number,
  countA: number,
  verticesB: NumberArray,
  offsetB: number,
  countB: number,
): number {
  requireFinitePoints('polygon A', verticesA, offsetA, countA);
  requireFinitePoints('polygon B', verticesB, offsetB, countB);
  pointCount = 0;
  addCornersInside(verticesA, offsetA, countA, verticesB, offsetB, countB);
  addCornersInside(verticesB, offsetB, countB, verticesA, offsetA, countA);
  addCrossings(verticesA, offsetA, countA, verticesB, offsetB, countB);
  return writePolygon(out, outOffset, points, wrapPoints(points, 0, points, 0, pointCount));
}

function addPoint(x: number, y: number): void {
  points = reserve(points, (pointCount + 1) * POINT_STRIDE);
  points[pointCount * POINT_STRIDE] = x;
  points[pointCount * POINT_STRIDE + 1] = y;
  pointCount++;
}

/** Adds the corners of one polygon that lie inside or on the other. */
function addCornersInside(
  vertices: NumberArray,
  offset: number,
  count: number,
  other: NumberArray,
  otherOffset: number,
  otherCount: number,
): void {
  for (let i = offset; i < offset + count * POINT_STRIDE; i += POINT_STRIDE) {
    if (containsPointConvexPolygon(vertices, i, other, otherOffset, otherCount)) addPoint(vertices[i], vertices[i + 1]);
  }
}

/**
 * Adds where a side of one polygon crosses a side of the other. Sides that meet in a corner need no point: it is one
 * already.
 */
function addCrossings(
  a: NumberArray,
  offsetA: number,
  countA: number,
  b: NumberArray,
  offsetB: number,
  countB: number,
): void {
  const lastA = offsetA + (countA - 1) * POINT_STRIDE;
  const lastB = offsetB + (countB - 1) * POINT_STRIDE;
  for (let i = offsetA, h = lastA; i <= lastA; h = i, i += POINT_STRIDE) {
    for (let j = offsetB, k = lastB; j <= lastB; k = j, j += POINT_STRIDE) {
      if (!boxesMeet(a[h], a[h + 1], a[i], a[i + 1], b[k], b[k + 1], b[j], b[j + 1])) continue;
      const start = accurateOrientation(b[k], b[k + 1], b[j], b[j + 1], a[h], a[h + 1]);
      const end = accurateOrientation(b[k], b[k + 1], b[j], b[j + 1], a[i], a[i + 1]);
      if (!areOpposite(start, end)) continue;
      const startB = accurateOrientation(a[h], a[h + 1], a[i], a[i + 1], b[k], b[k + 1]);
      const endB = accurateOrientation(a[h], a[h + 1], a[i], a[i + 1], b[j], b[j + 1]);
      if (!areOpposite(startB, endB)) continue;
      const fraction = start / (start - end);
      addPoint(a[h] + fraction * (a[i] - a[h]), a[h + 1] + fraction * (a[i + 1] - a[h + 1]));
    }
  }
}

/** Returns whether two points lie strictly on different sides of a line, by their sides. */
function areOpposite(side: number, otherSide: number): boolean {
  return (side > 0 && otherSide < 0) || (side < 0 && otherSide > 0);
}
