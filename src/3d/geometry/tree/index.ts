/** Meshes with a hierarchy over their triangles. */

export {
  buildMeshTree,
  type MeshTreeOptions,
  refitMeshTree,
} from './build-mesh-tree.ts';
export { castRayMeshTree, castRayMeshTreeAny } from './cast-ray-mesh-tree.ts';
export { castRayMeshTreeAll } from './cast-ray-tree-all.ts';
export { closestPointMeshTree, MESH_TREE_POINT_STRIDE } from './closest-point-tree.ts';
export { containsPointMeshTree } from './contains-point-tree.ts';
export { findFirstMeshTreePair } from './find-first-tree-pair.ts';
export { findNearestMeshTree } from './find-nearest-tree.ts';
export { findMeshTreePairs, overlapsMeshTrees } from './find-tree-pairs.ts';
export { intersectMeshPlane, intersectTrianglePlane } from './intersect-mesh-plane.ts';
export { createMeshSection, type MeshSection } from './mesh-section.ts';
export type { MeshTree, MeshTreeConstruction, MeshTreeKind } from './mesh-tree.ts';
export { overlapsTriangleHalfSpaces } from './overlaps-triangle-half-spaces.ts';
export { queryMeshTreeAabb } from './query-tree-aabb.ts';
export { queryMeshTreeFrustum } from './query-tree-frustum.ts';
export { queryMeshTreePoint, queryMeshTreeSphere } from './query-tree-sphere.ts';
export { MESH_TREE_HIT_STRIDE } from './ray-query.ts';
export { createTriangleHits, TRIANGLE_HIT_STRIDE, type TriangleHits } from './triangle-hits.ts';
export { validateMeshTree } from './validate-tree.ts';
