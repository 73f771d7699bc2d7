import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';

/** Twice the area vector of the polygon measured last: along its normal, as long as twice its area. */
export const areaVector = new Float64Array(3);
/** The size of the terms that the area vector was summed from. Its rounding error is relative to this size. */
export const areaTerms = new Float64Array(1);

/**
 * Sums the cross products of neighbouring corners into {@link areaVector}, seen from the first, so that nothing depends
 * on where the polygon lies: right for concave polygons too (Newell's method). Returns its length.
 *
 * The rounding of a thin polygon's cross products tilts the vector every way alike. Across the polygon this hardly
 * moves its plane, along it that does, so the vector is turned perpendicular to the longest way from the first corner.
 */
export function sumAreaVector(vertices: NumberArray, verticesOffset: number, count: number): number {
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  let longest = 0;
  let terms = 0;
  for (let k = 1; k < count; k++) {
    const x = vertices[verticesOffset + k * 3] - vertices[verticesOffset];
    const y = vertices[verticesOffset + k * 3 + 1] - vertices[verticesOffset + 1];
    const z = vertices[verticesOffset + k * 3 + 2] - vertices[verticesOffset + 2];
    const squared = x * x + y * y + z * z;
    nx += py * z - pz * y;
    ny += pz * x - px * z;
    nz += px * y - py * x;
    terms += Math.sqrt((px * px + py * py + pz * pz) * squared);
    if (squared > longest) {
      longest = squared;
      ex = x;
      ey = y;
      ez = z;
    }
    px = x;
    py = y;
    pz = z;
  }
  const tilt = longest > 0 ? (nx * ex + ny * ey + nz * ez) / longest : 0;
  nx -= tilt * ex;
  ny -= tilt * ey;
  nz -= tilt * ez;
  writeVector(areaVector, 0, nx, ny, nz);
  areaTerms[0] = terms;
  return Math.sqrt(nx * nx + ny * ny + nz * nz);
}

/**
 * Returns the area of one side of a planar polygon in space (`count` points in order, convex or not), in squared units
 * of length. For points that are not quite in a plane it is the area of their projection to the plane where that is
 * largest. Fewer than three points give 0. NaN in gives NaN.
 *
 * Source: Sunday, Fast Polygon Area and Newell Normal Computation, 2002.
 */
export function areaPolygon(vertices: NumberArray, verticesOffset: number, count: number): number {
  return sumAreaVector(vertices, verticesOffset, count) / 2;
}

/**
 * Writes the plane (unit normal, d; 4 numbers) of a planar polygon in space (`count` points in order, convex or not)
 * and returns true. The polygon runs counterclockwise seen from the side the normal points to. For points that are not
 * quite in a plane it is the plane through their mean to which their projection has the largest area. A polygon without
 * area and NaN give false and write nothing.
 *
 * Source: Newell's method; Ericson, Real-Time Collision Detection, 12.4.2.
 */
export function planeFromPolygon(
  out: WritableNumberArray,
  outOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): boolean {
  const length = sumAreaVector(vertices, verticesOffset, count);
  if (!(length > 0 && length < Infinity)) return false;
  const nx = areaVector[0] / length;
  const ny = areaVector[1] / length;
  const nz = areaVector[2] / length;
  let height = 0;
  const end = verticesOffset + 3 * count;
  for (let i = verticesOffset; i < end; i += 3)
    height += nx * vertices[i] + ny * vertices[i + 1] + nz * vertices[i + 2];
  out[outOffset] = nx;
  out[outOffset + 1] = ny;
  out[outOffset + 2] = nz;
  out[outOffset + 3] = height / count;
  return true;
}
