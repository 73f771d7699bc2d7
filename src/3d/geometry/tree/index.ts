/** Meshes with a hierarchy over their triangles. */
export { intersectMeshPlane, intersectTrianglePlane } from './intersect-mesh-plane.ts';
export { createMeshSection, type MeshSection } from './mesh-section.ts';
