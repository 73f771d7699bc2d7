/** Closest points, distances, and whether a point lies in a shape. */

export {
  closestPointAabb,
  closestSurfacePointAabb,
  containsPointAabb,
  distanceSquaredPointAabb,
} from './closest-point-aabb.ts';
export { closestPointCapsule, containsPointCapsule, distanceSquaredPointCapsule } from './closest-point-capsule.ts';
export { closestPointCone, containsPointCone, distanceSquaredPointCone } from './closest-point-cone.ts';
export {
  closestPointConvex,
  containsPointConvex,
  distanceSquaredPointConvex,
} from './closest-point-convex.ts';
export { closestPointConvexSublinear } from './closest-point-convex-hull.ts';
export { closestPointCylinder, containsPointCylinder, distanceSquaredPointCylinder } from './closest-point-cylinder.ts';
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
export { closestPointSphere, containsPointSphere, distanceSquaredPointSphere } from './closest-point-sphere.ts';
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
export { closestPointsRaySegment, distanceSquaredRaySegment } from './closest-points-ray-segment.ts';
export { closestPointsSegmentSegment, distanceSquaredSegmentSegment } from './closest-points-segment-segment.ts';
export { closestPointsSegmentTriangle, distanceSquaredSegmentTriangle } from './closest-points-segment-triangle.ts';
export { closestPointsTriangleTriangle, distanceSquaredTriangleTriangle } from './closest-points-triangle-triangle.ts';
export { distanceSquaredSegmentAabb, distanceSquaredSegmentObb } from './distance-segment-box.ts';
export {
  closestPointPlane,
  closestPointUnitPlane,
  signedDistancePointPlane,
  signedDistancePointUnitPlane,
} from './point-plane.ts';
