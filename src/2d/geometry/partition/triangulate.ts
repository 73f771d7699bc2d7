import type { NumberArray } from '../../../core/number-array.ts';
import { buildPolygonMesh, edgesOf, readRings } from './polygon-mesh.ts';

/**
 * Triangulates a simple polygon with holes (x y of each vertex): returns the vertices of each triangle by number, three
 * to a triangle, counter-clockwise (y up). The outline comes first; `holeStarts` names the first vertex of each hole,
 * as in earcut. Windings do not matter. No vertex is added, and the triangles are the Delaunay ones within the polygon:
 * as few of them are slivers as can be. Vertices at the same place count as the first one there.
 *
 * Collinear and repeated vertices, and rings that touch themselves or each other, are all right; what is passed twice
 * bounds nothing. Robust for any input: all that decides is computed exactly. O(n log n); allocates.
 *
 * Source: Sloan, A Fast Algorithm for Generating Constrained Delaunay Triangulations, 1993; more in insert-points.ts.
 *
 * @throws CollisionError `invalid-shape` naming the two edges that cross, a hole that is not within the outline, or two
 *   holes that overlap; for a ring of fewer than three points, and when nothing is inside. `invalid-number` for a
 *   coordinate that is not finite or beyond 1e30, `out-of-range` for a number in `holeStarts` at which no hole can
 *   start.
 */
export function triangulate(vertices: NumberArray, holeStarts: NumberArray = []): Uint32Array {
  const rings = readRings('triangulate', vertices, holeStarts);
  const { mesh, vertexOf, inside } = buildPolygonMesh(
    'triangulate',
    vertices,
    edgesOf(rings, [0, ...Array.from(holeStarts)]),
  );
  const triangles: number[] = [];
  for (let triangle = 0; triangle < mesh.triangles; triangle++) {
    if (inside[triangle] === 0) continue;
    for (let i = 0; i < 3; i++) triangles.push(vertexOf[mesh.origin[3 * triangle + i]]);
  }
  return Uint32Array.from(triangles);
}
