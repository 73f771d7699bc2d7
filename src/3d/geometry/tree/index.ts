/** Meshes with a hierarchy over their triangles. */

export {
  buildAabbTree,
  buildMeshTree,
  buildObbTree,
  buildSphereTree,
  type MeshTreeOptions,
  refitMeshTree,
} from './build-mesh-tree.ts';
export { castRayTree, castRayTreeAny } from './cast-ray-tree.ts';
export { castRayTreeAll } from './cast-ray-tree-all.ts';
export { closestPointTree, TREE_POINT_STRIDE } from './closest-point-tree.ts';
export { containsPointMesh } from './contains-point-mesh.ts';
export { intersectMeshPlane, intersectTrianglePlane } from './intersect-mesh-plane.ts';
export { kNearestTree } from './k-nearest-tree.ts';
export { createMeshSection, type MeshSection } from './mesh-section.ts';
export type { MeshTree, MeshTreeConstruction, MeshTreeKind } from './mesh-tree.ts';
export { overlapTreeAabb } from './overlap-tree-aabb.ts';
export { overlapTreeFrustum } from './overlap-tree-frustum.ts';
export { overlapTreePoint, overlapTreeSphere } from './overlap-tree-sphere.ts';
export { overlapTreeTree, overlapTreeTreeAny } from './overlap-tree-tree.ts';
export { overlapTreeTreeFirst } from './overlap-tree-tree-first.ts';
export { overlapsTriangleHalfSpaces } from './overlaps-triangle-half-spaces.ts';
export { TREE_HIT_STRIDE } from './ray-query.ts';
export { TREE_TRANSFORM_STRIDE, writeTreeTransform } from './tree-transform.ts';
export { createTriangleHits, HIT_DETAIL_STRIDE, type TriangleHits } from './triangle-hits.ts';
export { validateTree } from './validate-tree.ts';
