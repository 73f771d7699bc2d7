import type { NumberArray } from '../../../core/number-array.ts';
import { boxTriangle, boxTriangleSeparates } from './box-triangle.ts';

/**
 * Returns whether a solid AABB and a triangle have a point in common; touching counts, and rounding (about 1e-15 of the
 * size) errs towards overlap. Triangles of zero area are the segments or points they are. NaN gives false.
 *
 * Thirteen directions: the box's normals, compared exactly on the coordinates; the triangle's normal; nine crosses of
 * edges. Source: Akenine-Möller, Fast 3D Triangle-Box Overlap Testing, 2001; Ericson, Real-Time Collision Detection,
 * 5.2.9.
 */
export function overlapsAabbTriangle(
  aabb: NumberArray,
  aabbOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = aabb[aabbOffset + axis];
    const high = aabb[aabbOffset + 3 + axis];
    const a = triangle[triangleOffset + axis];
    const b = triangle[triangleOffset + 3 + axis];
    const c = triangle[triangleOffset + 6 + axis];
    if (!(Math.min(a, b, c) <= high && Math.max(a, b, c) >= low)) return false;
    // Twice the offset from the centre, without the rounding of a centre: 2v − (low + high).
    boxTriangle[axis] = a - low + (a - high);
    boxTriangle[3 + axis] = b - low + (b - high);
    boxTriangle[6 + axis] = c - low + (c - high);
  }
  // Extents in the doubled coordinates are the full sides.
  return !boxTriangleSeparates(
    aabb[aabbOffset + 3] - aabb[aabbOffset],
    aabb[aabbOffset + 4] - aabb[aabbOffset + 1],
    aabb[aabbOffset + 5] - aabb[aabbOffset + 2],
  );
}
