export { castRayAabb, clipRayAabb, intersectLineAabb } from './cast-ray-aabb.ts';
export { castRayCapsule } from './cast-ray-capsule.ts';
export { castRayCircle, overlapsRayCircle } from './cast-ray-circle.ts';
export { castRayObb, clipRayObb, intersectLineObb } from './cast-ray-obb.ts';
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
export { castPreparedRayAabb, PREPARED_RAY_SIZE, prepareRay } from './prepared-ray.ts';
export { rayFromSegment } from './ray-from-segment.ts';
