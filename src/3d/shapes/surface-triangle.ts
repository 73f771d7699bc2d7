import { writeFieldCorners, writeFieldVertices } from '../geometry/tree/height-field.ts';
import { writeCorners } from '../geometry/tree/triangle-mesh.ts';
import type { Surface } from './surface.ts';

/**
 * Writes the corners of a triangle of a surface, in the surface's frame, and the numbers of their vertices; false where
 * the surface has no such triangle.
 */
export function writeSurfaceTriangle(
  corners: Float64Array,
  vertices: Uint32Array,
  { tree, field }: Surface,
  triangle: number,
): boolean {
  if (!(Number.isInteger(triangle) && triangle >= 0)) return false;
  if (field !== undefined) {
    if (triangle >= 2 * (field.columns - 1) * (field.rows - 1)) return false;
    writeFieldVertices(vertices, field, triangle);
    return writeFieldCorners(corners, field, triangle);
  }
  const { mesh } = tree!;
  if (triangle >= mesh.triangleCount) return false;
  for (let k = 0; k < 3; k++)
    vertices[k] = mesh.indices === undefined ? 3 * triangle + k : mesh.indices[3 * triangle + k];
  writeCorners(corners, 0, mesh, triangle);
  return true;
}
