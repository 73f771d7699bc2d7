import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { reserve } from '../../../core/typed-array.ts';
import { writePolygon } from './write-polygon.ts';

const POINT_STRIDE = 2;

let points = new Float64Array(64);
let pointCount = 0;

/**
 * Clips a solid convex polygon (`vertices`, offset, count; of either winding, which is kept) by a plane (n·x = d, n of
 * any length): writes the corners of the part behind it, in the half-space n·x ≤ d, and returns how many there are, up
 * to count + 1. 0 if all of it lies before the plane; a polygon that only touches it leaves a point (1) or a segment
 * (2). A zero normal leaves all of it (d ≥ 0) or nothing. Which corners are kept is decided up to the rounding of n·x
 * − d. `out` may be `vertices`.
 *
 * Throws `out-of-range`, writing nothing, when `out` is a typed array without room. NaN in a vertex drops the vertex,
 * NaN in the plane drops all.
 *
 * Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974.
 */
export function clipConvexPolygon(
  out: WritableNumberArray,
  outOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
  plane: NumberArray,
  planeOffset: number,
): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const d = plane[planeOffset + 2];
  points = reserve(points, 2 * count * POINT_STRIDE);
  pointCount = 0;
  const last = verticesOffset + (count - 1) * POINT_STRIDE;
  let x = vertices[last];
  let y = vertices[last + 1];
  let height = nx * x + ny * y - d;
  for (let i = verticesOffset; i <= last; i += POINT_STRIDE) {
    const endX = vertices[i];
    const endY = vertices[i + 1];
    const endHeight = nx * endX + ny * endY - d;
    // The crossing is computed from the corner that is kept to the corner that is cut off: the direction of the side
    // makes no difference.
    if (height < 0 && endHeight > 0) addBetween(x, y, endX, endY, height / (height - endHeight));
    else if (height > 0 && endHeight < 0) addBetween(endX, endY, x, y, endHeight / (endHeight - height));
    if (endHeight <= 0) addPoint(endX, endY);
    x = endX;
    y = endY;
    height = endHeight;
  }
  // The first corner may repeat the last one, too.
  const end = (pointCount - 1) * POINT_STRIDE;
  if (pointCount > 1 && points[0] === points[end] && points[1] === points[end + 1]) pointCount--;
  return writePolygon(out, outOffset, points, pointCount);
}

function addBetween(ax: number, ay: number, bx: number, by: number, fraction: number): void {
  addPoint(ax + fraction * (bx - ax), ay + fraction * (by - ay));
}

/** Adds a corner, unless it repeats the one before it, as a crossing next to a corner may. */
function addPoint(x: number, y: number): void {
  const at = pointCount * POINT_STRIDE;
  if (pointCount > 0 && points[at - 2] === x && points[at - 1] === y) return;
  points[at] = x;
  points[at + 1] = y;
  pointCount++;
}
