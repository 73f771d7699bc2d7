import { type ConvexHull, VERTEX_STRIDE } from '../convex/convex-hull.ts';
import { CORNER_STRIDE, type MeshTree } from '../tree/mesh-tree.ts';
import { addTetrahedron, centreMoments, loadTriangle, MOMENTS } from './moments.ts';

/** The moments of the solid measured last: volume, centroid, and second moments about the centroid. */
export const solidMoments = new Float64Array(MOMENTS);

/** Writes `solidMoments` of a tetrahedron of either winding. */
export function measureTetrahedron(tetrahedron: ArrayLike<number>, offset: number): void {
  const x = tetrahedron[offset + 9];
  const y = tetrahedron[offset + 10];
  const z = tetrahedron[offset + 11];
  solidMoments.fill(0);
  loadTriangle(tetrahedron, offset, offset + 3, offset + 6, x, y, z);
  if (addTetrahedron(solidMoments) < 0) for (let i = 0; i < MOMENTS; i++) solidMoments[i] *= -1;
  centreMoments(solidMoments, x, y, z);
}

/** Writes `solidMoments` of a convex hull in its own frame. */
export function measureHull({ vertices, faceStarts, halfEdgeVertices, faceCount, centre }: ConvexHull): void {
  solidMoments.fill(0);
  for (let face = 0; face < faceCount; face++) {
    const a = VERTEX_STRIDE * halfEdgeVertices[faceStarts[face]];
    for (let h = faceStarts[face] + 2; h < faceStarts[face + 1]; h++) {
      const b = VERTEX_STRIDE * halfEdgeVertices[h - 1];
      const c = VERTEX_STRIDE * halfEdgeVertices[h];
      loadTriangle(vertices, a, b, c, centre[0], centre[1], centre[2]);
      addTetrahedron(solidMoments);
    }
  }
  centreMoments(solidMoments, centre[0], centre[1], centre[2]);
}

/** Writes `solidMoments` of the volume that a closed mesh encloses. */
export function measureMesh({ corners, triangleCount }: MeshTree): void {
  const end = CORNER_STRIDE * triangleCount;
  solidMoments.fill(0);
  for (let a = 0; a < end; a += CORNER_STRIDE) {
    loadTriangle(corners, a, a + 3, a + 6, corners[0], corners[1], corners[2]);
    addTetrahedron(solidMoments);
  }
  centreMoments(solidMoments, corners[0], corners[1], corners[2]);
}
