import type { NumberArray } from '../../../core/number-array.ts';
import { orient2d } from '../measure/orientation.ts';

/**
 * Returns whether a point lies inside or on a triangle (6) of either winding. Exact for all finite coordinates; a
 * triangle of zero area is the segment or point it has collapsed to. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.2, with exact orientations.
 */
export function containsPointTriangle(
  point: NumberArray,
  pointOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  return containsPointTriangleParts(
    point[pointOffset],
    point[pointOffset + 1],
    triangle[triangleOffset],
    triangle[triangleOffset + 1],
    triangle[triangleOffset + 2],
    triangle[triangleOffset + 3],
    triangle[triangleOffset + 4],
    triangle[triangleOffset + 5],
  );
}

/** Does what `containsPointTriangle` does, with point and corners in scalars. */
export function containsPointTriangleParts(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): boolean {
  // On the line of a collapsed triangle all orientations are 0, and the points of this line in the triangle's box are
  // the points of the triangle. NaN fails here.
  if (
    !(px >= Math.min(ax, bx, cx) && px <= Math.max(ax, bx, cx)) ||
    !(py >= Math.min(ay, by, cy) && py <= Math.max(ay, by, cy))
  ) {
    return false;
  }
  const ab = orient2d(ax, ay, bx, by, px, py);
  const bc = orient2d(bx, by, cx, cy, px, py);
  const ca = orient2d(cx, cy, ax, ay, px, py);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}
