import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';
import { accurateOrientation } from '../ray/ray-side.ts';
import { closestFractionOnSegment, distanceSquaredAtFraction } from './closest-point-segment.ts';

/** The Voronoi region a point falls into: which feature of the triangle `a b c` is the closest one. */
export const TRIANGLE_REGION_VERTEX_A = 0;
export const TRIANGLE_REGION_VERTEX_B = 1;
export const TRIANGLE_REGION_VERTEX_C = 2;
export const TRIANGLE_REGION_EDGE_AB = 3;
export const TRIANGLE_REGION_EDGE_BC = 4;
export const TRIANGLE_REGION_EDGE_CA = 5;
export const TRIANGLE_REGION_FACE = 6;

// A point that is not inside has its closest point on one of the edges that it is outside of, also where an obtuse
// corner makes the regions of two edges overlap; so the smallest of at most three segment distances is the answer, and
// no weight is ever divided by the area. Which case holds is decided by exact orientations, so slivers are safe. A
// triangle of zero area has no inside and is the union of its edges.

/**
 * Writes the point of a solid triangle closest to a point, its barycentric weights and the Voronoi region it lies in
 * (6 numbers: `x y u v w region`, point = u·a + v·b + w·c, `region` one of the TRIANGLE_REGION_… constants); returns
 * the squared distance. Either winding. A point inside or on the triangle gives itself and 0. A triangle of zero area
 * counts as the union of its edges. NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5, with exact orientations in place of the quotients.
 */
export function closestPointTriangle(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const ax = triangle[triangleOffset];
  const ay = triangle[triangleOffset + 1];
  const bx = triangle[triangleOffset + 2];
  const by = triangle[triangleOffset + 3];
  const cx = triangle[triangleOffset + 4];
  const cy = triangle[triangleOffset + 5];
  const area = orient2d(ax, ay, bx, by, cx, cy);
  const winding = area < 0 ? -1 : 1;
  const sideAb = winding * orient2d(ax, ay, bx, by, px, py);
  const sideBc = winding * orient2d(bx, by, cx, cy, px, py);
  const sideCa = winding * orient2d(cx, cy, ax, ay, px, py);
  if (area !== 0 && sideAb >= 0 && sideBc >= 0 && sideCa >= 0) {
    // The sub-areas of a sliver are mostly rounding, which would shift the weights along it. The three sum to the area;
    // dividing by their sum keeps u + v + w = 1.
    const areaA = Math.abs(accurateOrientation(bx, by, cx, cy, px, py));
    const areaB = Math.abs(accurateOrientation(cx, cy, ax, ay, px, py));
    const areaC = Math.abs(accurateOrientation(ax, ay, bx, by, px, py));
    const sum = areaA + areaB + areaC;
    out[outOffset] = px;
    out[outOffset + 1] = py;
    out[outOffset + 2] = areaA / sum;
    out[outOffset + 3] = areaB / sum;
    out[outOffset + 4] = areaC / sum;
    out[outOffset + 5] = regionOfInsidePoint(sideAb, sideBc, sideCa);
    return 0;
  }

  const fractionAb = closestFractionOnSegment(px, py, ax, ay, bx, by);
  const fractionBc = closestFractionOnSegment(px, py, bx, by, cx, cy);
  const fractionCa = closestFractionOnSegment(px, py, cx, cy, ax, ay);
  const distanceAb = distanceSquaredAtFraction(px, py, ax, ay, bx, by, fractionAb);
  const distanceBc = distanceSquaredAtFraction(px, py, bx, by, cx, cy, fractionBc);
  const distanceCa = distanceSquaredAtFraction(px, py, cx, cy, ax, ay, fractionCa);
  if ((distanceAb <= distanceBc && distanceAb <= distanceCa) || Number.isNaN(distanceAb)) {
    writeOnEdge(out, outOffset, ax, ay, bx, by, fractionAb, 0);
    return distanceAb;
  }
  if (distanceBc <= distanceCa || Number.isNaN(distanceBc)) {
    writeOnEdge(out, outOffset, bx, by, cx, cy, fractionBc, 1);
    return distanceBc;
  }
  writeOnEdge(out, outOffset, cx, cy, ax, ay, fractionCa, 2);
  return distanceCa;
}

/**
 * Returns the squared distance from a point to a solid triangle of either winding; 0 inside and on it.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.5.
 */
export function distanceSquaredPointTriangle(
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): number {
  return closestPointTriangle(scratch, 0, point, pointOffset, triangle, triangleOffset);
}

const scratch = new Float64Array(6);

/** Returns the face, or the edge or vertex the point lies exactly on. */
function regionOfInsidePoint(sideAb: number, sideBc: number, sideCa: number): number {
  if (sideAb === 0) {
    if (sideCa === 0) {
      return TRIANGLE_REGION_VERTEX_A;
    }
    return sideBc === 0 ? TRIANGLE_REGION_VERTEX_B : TRIANGLE_REGION_EDGE_AB;
  }
  if (sideBc === 0) {
    return sideCa === 0 ? TRIANGLE_REGION_VERTEX_C : TRIANGLE_REGION_EDGE_BC;
  }
  return sideCa === 0 ? TRIANGLE_REGION_EDGE_CA : TRIANGLE_REGION_FACE;
}

/**
 * Writes the point on an edge: edge `index` runs from vertex `index` to the next one, which is also how vertex and edge
 * regions are numbered.
 */
function writeOnEdge(
  out: WritableNumberArray,
  outOffset: number,
  startX: number,
  startY: number,
  endX: number,
  endY: number,
  fraction: number,
  index: number,
): void {
  const next = index === 2 ? 0 : index + 1;
  out[outOffset] = fraction === 1 ? endX : startX + fraction * (endX - startX);
  out[outOffset + 1] = fraction === 1 ? endY : startY + fraction * (endY - startY);
  out[outOffset + 2] = 0;
  out[outOffset + 3] = 0;
  out[outOffset + 4] = 0;
  out[outOffset + 2 + index] = 1 - fraction;
  out[outOffset + 2 + next] = fraction;
  out[outOffset + 5] =
    fraction === 0
      ? TRIANGLE_REGION_VERTEX_A + index
      : fraction === 1
        ? TRIANGLE_REGION_VERTEX_A + next
        : TRIANGLE_REGION_EDGE_AB + index;
}
