/** Measures of shapes: bounds, area, volume, centroid, inertia; planes through points; the inverse of a pose. */
export { computeBoundingSphere } from './bounding-sphere.ts';
export { computeAabbObb, surfaceAreaAabb, surfaceAreaObb, volumeAabb, volumeObb } from './box.ts';
export { computeAabbCapsule, surfaceAreaCapsule, volumeCapsule } from './capsule.ts';
export {
  computeCentroidConvex,
  computeCentroidMesh,
  computeCentroidPolygon,
  computeCentroidTetrahedron,
  computeCentroidTriangle,
} from './centroid.ts';
export { computeAabbCone, surfaceAreaCone, volumeCone } from './cone.ts';
export { computeAabbConvex, surfaceAreaConvex, volumeConvex } from './convex-hull.ts';
export { computeAabbCylinder, surfaceAreaCylinder, volumeCylinder } from './cylinder.ts';
export {
  computeInertiaCapsule,
  computeInertiaCone,
  computeInertiaConvex,
  computeInertiaCylinder,
  computeInertiaMesh,
  computeInertiaObb,
  computeInertiaSphere,
  computeInertiaTetrahedron,
} from './inertia.ts';
export { invertPose } from './invert-pose.ts';
export { computeAabbMesh, surfaceAreaMesh, volumeMesh } from './mesh.ts';
export { orient3d } from './orientation.ts';
export { planeFromPoints } from './plane-from-points.ts';
export { computeAabbPoints } from './points.ts';
export { areaPolygon, planeFromPolygon } from './polygon.ts';
export { computeAabbSphere, surfaceAreaSphere, volumeSphere } from './sphere.ts';
export { computeAabbTetrahedron, surfaceAreaTetrahedron, volumeTetrahedron } from './tetrahedron.ts';
export { areaTriangle, computeAabbTriangle } from './triangle.ts';
