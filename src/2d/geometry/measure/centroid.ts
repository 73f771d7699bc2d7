import { atan2 } from '../../../core/atan2.ts';
import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { accurateOrientation } from '../ray/ray-side.ts';

/**
 * Writes the centroid `x y` of a triangle (6): the mean of its corners, with area or without. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 3.4.
 */
export function computeCentroidTriangle(
  out: WritableNumberArray,
  outOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): void {
  const x = triangle[triangleOffset];
  const y = triangle[triangleOffset + 1];
  const toX = triangle[triangleOffset + 2] - x + (triangle[triangleOffset + 4] - x);
  const toY = triangle[triangleOffset + 3] - y + (triangle[triangleOffset + 5] - y);
  out[outOffset] = x + toX / 3;
  out[outOffset + 1] = y + toY / 3;
}

/**
 * Writes the centroid `x y` of a simple polygon (`vertices`, offset, count), convex or not, of either winding, and
 * returns its signed area, positive when it is counter-clockwise. A polygon without area gives the mean of its
 * vertices. NaN gives NaN.
 *
 * It is the mean, weighted by area, of the centroids of the triangles from the first vertex to the sides; the areas of
 * a convex polygon's triangles all have the same sign, so that slivers keep their digits. Source: O'Rourke,
 * Computational Geometry in C, 1.3 and exercise 1.6.
 */
export function computeCentroidPolygon(
  out: WritableNumberArray,
  outOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): number {
  const x = vertices[verticesOffset];
  const y = vertices[verticesOffset + 1];
  let sum = 0;
  let momentX = 0;
  let momentY = 0;
  let meanX = 0;
  let meanY = 0;
  let startX = 0;
  let startY = 0;
  for (let i = 1; i < count; i++) {
    const at = verticesOffset + i * PIECE_STRIDE;
    const endX = vertices[at] - x;
    const endY = vertices[at + 1] - y;
    if (i > 1) {
      const weight = accurateOrientation(x, y, vertices[at - 2], vertices[at - 1], vertices[at], vertices[at + 1]);
      sum += weight;
      momentX += weight * (startX + endX);
      momentY += weight * (startY + endY);
    }
    meanX += endX / count;
    meanY += endY / count;
    startX = endX;
    startY = endY;
  }
  out[outOffset] = x + (sum === 0 ? meanX : momentX / sum / 3);
  out[outOffset + 1] = y + (sum === 0 ? meanY : momentY / sum / 3);
  return sum / 2;
}

const core = new Float64Array(2);

/**
 * Writes the centroid `x y` of a rounded convex piece, in its own frame, and returns its area. The piece must have its
 * normals. A piece without area gives the mean of its vertices. NaN gives NaN.
 *
 * Derived here: the mean, by area, of the core, of the middles of the sides by their strips, and of the corners by
 * their sectors. The strips and sectors lie farther out than the sides and corners, but the differences cancel out
 * around the piece: the normals of the sides, each times its length, sum to 0, and the sectors make up a circle.
 */
export function computeCentroidConvex(out: WritableNumberArray, outOffset: number, piece: ConvexPiece): number {
  const { vertices, normals, count, radius } = piece;
  const x = vertices[0];
  const y = vertices[1];
  let area = Math.abs(computeCentroidPolygon(core, 0, vertices, 0, count));
  const coreX = core[0];
  const coreY = core[1];
  let momentX = area * (coreX - x);
  let momentY = area * (coreY - y);
  if (count === 1) area = Math.PI * radius * radius;
  const last = (count - 1) * PIECE_STRIDE;
  for (let i = 0, h = last; i <= last && count > 1; h = i, i += PIECE_STRIDE) {
    const startX = vertices[h] - x;
    const startY = vertices[h + 1] - y;
    const endX = vertices[i] - x;
    const endY = vertices[i + 1] - y;
    const side = Math.sqrt((endX - startX) * (endX - startX) + (endY - startY) * (endY - startY));
    const sine = normals[h] * normals[i + 1] - normals[h + 1] * normals[i];
    const cosine = normals[h] * normals[i] + normals[h + 1] * normals[i + 1];
    const strip = radius * side;
    const sector = (Math.abs(atan2(sine, cosine)) * radius * radius) / 2;
    area += strip + sector;
    momentX += (strip * (startX + endX)) / 2 + sector * endX;
    momentY += (strip * (startY + endY)) / 2 + sector * endY;
  }
  out[outOffset] = area === 0 ? coreX : x + momentX / area;
  out[outOffset + 1] = area === 0 ? coreY : y + momentY / area;
  return area;
}
