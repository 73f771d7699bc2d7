/** Closest points, distances, and whether a point lies in a shape. */

export {
  closestPointAabb,
  closestSurfacePointAabb,
  containsPointAabb,
  distanceSquaredPointAabb,
} from './closest-point-aabb.ts';
export { closestPointCapsule, containsPointCapsule, distanceSquaredPointCapsule } from './closest-point-capsule.ts';
export { closestPointCircle, containsPointCircle, distanceSquaredPointCircle } from './closest-point-circle.ts';
export { closestPointConvex, containsPointConvex, distanceSquaredPointConvex } from './closest-point-convex.ts';
export * from './closest-point-convex-polygon.ts';
export {
  closestPointObb,
  closestSurfacePointObb,
  containsPointObb,
  distanceSquaredPointObb,
} from './closest-point-obb.ts';
export {
  closestPointLine,
  closestPointRay,
  closestPointSegment,
  distanceSquaredPointLine,
  distanceSquaredPointRay,
  distanceSquaredPointSegment,
} from './closest-point-segment.ts';
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
export { closestPointsSegmentSegment, distanceSquaredSegmentSegment } from './closest-points-segment-segment.ts';
export { distanceSquaredSegmentAabb, distanceSquaredSegmentObb } from './distance-segment-box.ts';
export {
  closestPointPlane,
  closestPointUnitPlane,
  signedDistancePointPlane,
  signedDistancePointUnitPlane,
} from './point-plane.ts';
