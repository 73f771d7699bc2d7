import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/** Twice the area vector of the polygon measured last: along its normal, as long as twice its area. */
export const areaVector = new Float64Array(3);

/**
 * Sums the cross products of neighbouring corners into {@link areaVector}, seen from the first, so that nothing depends
 * on where the polygon lies: right for concave polygons too (Newell's method). Returns its length.
 */
export function sumAreaVector(vertices: NumberArray, verticesOffset: number, count: number): number {
  const ox = vertices[verticesOffset];
  const oy = vertices[verticesOffset + 1];
  const oz = vertices[verticesOffset + 2];
  let x = 0;
  let y = 0;
  let z = 0;
  const last = verticesOffset + 3 * (count - 1);
  for (let i = verticesOffset + 3; i < last; i += 3) {
    const ux = vertices[i] - ox;
    const uy = vertices[i + 1] - oy;
    const uz = vertices[i + 2] - oz;
    const vx = vertices[i + 3] - ox;
    const vy = vertices[i + 4] - oy;
    const vz = vertices[i + 5] - oz;
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  areaVector[0] = x;
  areaVector[1] = y;
  areaVector[2] = z;
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Returns the area of one side of a planar polygon in space (`count` points in order, convex or not), in squared units
 * of length. Of points that are not quite in a plane it is the area of their shadow in the plane where that is largest.
 * Fewer than three points give 0. NaN in gives NaN.
 *
 * Source: Sunday, Fast Polygon Area and Newell Normal Computation, 2002.
 */
export function areaPolygon(vertices: NumberArray, verticesOffset: number, count: number): number {
  return sumAreaVector(vertices, verticesOffset, count) / 2;
}

/**
 * Writes the plane (unit normal, d; 4 numbers) of a planar polygon in space (`count` points in order, convex or not)
 * and returns true. The polygon runs counterclockwise seen from the side the normal points to. Of points that are not
 * quite in a plane it is the one through their mean that shows most of their area. A polygon without area and NaN give
 * false and write nothing.
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
