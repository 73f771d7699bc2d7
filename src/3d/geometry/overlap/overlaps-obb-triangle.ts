import type { NumberArray } from '../../../core/number-array.ts';
import { boxFaceSeparates, boxTriangle, boxTriangleSeparates } from './box-triangle.ts';

/**
 * Returns whether a solid OBB and a triangle have a point in common; touching counts, and rounding (about 1e-15 of the
 * size) errs towards overlap. Triangles of zero area are the segments or points they are. NaN gives false.
 *
 * The triangle is taken into the box's frame and tested along thirteen directions there. Source: Akenine-Möller, Fast
 * 3D Triangle-Box Overlap Testing, 2001; Ericson, Real-Time Collision Detection, 5.2.9.
 */
export function overlapsObbTriangle(
  obb: NumberArray,
  obbOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  const extentX = obb[obbOffset + 3];
  const extentY = obb[obbOffset + 4];
  const extentZ = obb[obbOffset + 5];
  let size = extentX + extentY + extentZ;
  for (let corner = 0; corner < 9; corner += 3) {
    const x = triangle[triangleOffset + corner] - obb[obbOffset];
    const y = triangle[triangleOffset + corner + 1] - obb[obbOffset + 1];
    const z = triangle[triangleOffset + corner + 2] - obb[obbOffset + 2];
    for (let k = 0; k < 3; k++) {
      const axis = obbOffset + 6 + 3 * k;
      const along = x * obb[axis] + y * obb[axis + 1] + z * obb[axis + 2];
      boxTriangle[corner + k] = along;
      size = Math.max(size, Math.abs(along));
    }
  }
  if (!(size < Infinity)) return false;
  return !(
    boxFaceSeparates(0, extentX, size) ||
    boxFaceSeparates(1, extentY, size) ||
    boxFaceSeparates(2, extentZ, size) ||
    boxTriangleSeparates(extentX, extentY, extentZ)
  );
}
