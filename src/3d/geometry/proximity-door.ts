export {
  classifyAabbFrustum,
  classifyObbFrustum,
  classifySphereFrustum,
  FRUSTUM_CROSSING,
  FRUSTUM_INSIDE,
  FRUSTUM_OUTSIDE,
} from './classify-frustum.ts';
export {
  classifyAabbFrustumExact,
  classifyObbFrustumExact,
  classifySphereFrustumExact,
} from './classify-frustum-exact.ts';
export {
  closestPointAabb,
  closestSurfacePointAabb,
  containsPointAabb,
  distanceSquaredPointAabb,
} from './closest-point-aabb.ts';
export {
  closestPointObb,
  closestSurfacePointObb,
  containsPointObb,
  distanceSquaredPointObb,
} from './closest-point-obb.ts';
export { closestPointPolygon, distanceSquaredPointPolygon } from './closest-point-polygon.ts';
export {
  closestPointRectangle,
  closestPointRectangleCorners,
  distanceSquaredPointRectangle,
  distanceSquaredPointRectangleCorners,
} from './closest-point-rectangle.ts';
export {
  closestPointLine,
  closestPointRay,
  closestPointSegment,
  distanceSquaredPointLine,
  distanceSquaredPointRay,
  distanceSquaredPointSegment,
} from './closest-point-segment.ts';
export {
  closestPointTetrahedron,
  containsPointTetrahedron,
  distanceSquaredPointTetrahedron,
} from './closest-point-tetrahedron.ts';
export {
  closestPointTriangle,
  distanceSquaredPointTriangle,
  TRIANGLE_REGION_EDGE_AB,
  TRIANGLE_REGION_EDGE_BC,
  TRIANGLE_REGION_EDGE_CA,
  TRIANGLE_REGION_FACE,
  TRIANGLE_REGION_VERTEX_A,
  TRIANGLE_REGION_VERTEX_B,
  TRIANGLE_REGION_VERTEX_C,
} from './closest-point-triangle.ts';
export { areParallelLines, closestPointsLineLine } from './closest-points-line-line.ts';
export { closestPointsSegmentSegment, distanceSquaredSegmentSegment } from './closest-points-segment-segment.ts';
export { closestPointsSegmentTriangle, distanceSquaredSegmentTriangle } from './closest-points-segment-triangle.ts';
export { closestPointsTriangleTriangle, distanceSquaredTriangleTriangle } from './closest-points-triangle-triangle.ts';
export { containsPointConvexPolyhedron } from './contains-point-convex-polyhedron.ts';
export { containsPointTriangle, containsProjectedPointTriangle } from './contains-point-triangle.ts';
export {
  CLIP_DEPTH_MINUS_ONE_TO_ONE,
  CLIP_DEPTH_ZERO_TO_ONE,
  computeFrustumCorners,
  computeFrustumPlanes,
  FRUSTUM_CORNERS_SIZE,
  FRUSTUM_SIZE,
} from './frustum.ts';
export {
  intersectPlanePlane,
  intersectPlanePlanePlane,
  PLANES_APART,
  PLANES_COINCIDE,
  PLANES_MEET,
} from './intersect-planes.ts';
export {
  INTERSECTION_COPLANAR,
  INTERSECTION_NONE,
  INTERSECTION_SEGMENT,
  intersectTriangleTriangle,
} from './intersect-triangle-triangle.ts';
export { orient3d } from './orientation.ts';
export { overlapsAabbAabb } from './overlaps-aabb-aabb.ts';
export { containsAabbHalfSpace, overlapsAabbHalfSpace, overlapsAabbPlane } from './overlaps-aabb-plane.ts';
export { overlapsAabbTriangle } from './overlaps-aabb-triangle.ts';
export {
  containsConeHalfSpace,
  deepestPointConePlane,
  overlapsConeHalfSpace,
  overlapsConePlane,
} from './overlaps-cone-plane.ts';
export { overlapsObbObb, separatingAxisObbObb, separationObbObb } from './overlaps-obb-obb.ts';
export { containsObbHalfSpace, overlapsObbHalfSpace, overlapsObbPlane } from './overlaps-obb-plane.ts';
export { overlapsObbTriangle } from './overlaps-obb-triangle.ts';
export { overlapsSegmentSegment, overlapsSegmentTriangle } from './overlaps-segment-triangle.ts';
export { overlapsSphereAabb, overlapsSphereAabbWithPoint } from './overlaps-sphere-aabb.ts';
export { overlapsSphereObb, overlapsSphereObbWithPoint } from './overlaps-sphere-obb.ts';
export { containsSphereHalfSpace, overlapsSphereHalfSpace, overlapsSpherePlane } from './overlaps-sphere-plane.ts';
export { overlapsSpherePolygon } from './overlaps-sphere-polygon.ts';
export { overlapsSphereSphere } from './overlaps-sphere-sphere.ts';
export { overlapsSphereTriangle } from './overlaps-sphere-triangle.ts';
export { overlapsTriangleTriangle } from './overlaps-triangle-triangle.ts';
export {
  closestPointPlane,
  closestPointUnitPlane,
  signedDistancePointPlane,
  signedDistancePointUnitPlane,
} from './point-plane.ts';
