export {
  buildAabbTree,
  buildMeshTree,
  buildObbTree,
  buildSphereTree,
  type MeshTreeOptions,
  refitMeshTree,
} from './mesh-tree/build-mesh-tree.ts';
export { castRayTree, castRayTreeAny } from './mesh-tree/cast-ray-tree.ts';
export { castRayTreeAll } from './mesh-tree/cast-ray-tree-all.ts';
export { closestPointTree, TREE_POINT_STRIDE } from './mesh-tree/closest-point-tree.ts';
export { containsPointMesh } from './mesh-tree/contains-point-mesh.ts';
export { kNearestTree } from './mesh-tree/k-nearest-tree.ts';
export type { MeshTree, MeshTreeConstruction, MeshTreeKind } from './mesh-tree/mesh-tree.ts';
export { overlapTreeAabb } from './mesh-tree/overlap-tree-aabb.ts';
export { overlapTreeFrustum } from './mesh-tree/overlap-tree-frustum.ts';
export { overlapTreePoint, overlapTreeSphere } from './mesh-tree/overlap-tree-sphere.ts';
export { overlapTreeTree, overlapTreeTreeAny } from './mesh-tree/overlap-tree-tree.ts';
export { overlapTreeTreeFirst } from './mesh-tree/overlap-tree-tree-first.ts';
export { overlapsTriangleHalfSpaces } from './mesh-tree/overlaps-triangle-half-spaces.ts';
export { TREE_HIT_STRIDE } from './mesh-tree/ray-query.ts';
export { TREE_TRANSFORM_STRIDE, writeTreeTransform } from './mesh-tree/tree-transform.ts';
export { createTriangleHits, HIT_DETAIL_STRIDE, type TriangleHits } from './mesh-tree/triangle-hits.ts';
export { validateTree } from './mesh-tree/validate-tree.ts';
