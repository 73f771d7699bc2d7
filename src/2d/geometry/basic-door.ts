export { castAabbAabb } from './cast-aabb-aabb.ts';
export {
  castCircleAabb,
  castCircleCapsule,
  castCircleCircle,
  castCircleObb,
  castCircleSegment,
} from './cast-circle.ts';
export { castAabbPlane, castCirclePlane } from './cast-plane.ts';
export { castRayAabb, clipRayAabb, intersectLineAabb } from './cast-ray-aabb.ts';
export { castRayCapsule } from './cast-ray-capsule.ts';
export { castRayChain } from './cast-ray-chain.ts';
export { castRayCircle, overlapsRayCircle } from './cast-ray-circle.ts';
export { castRayObb, clipRayObb, intersectLineObb } from './cast-ray-obb.ts';
export { castRayPlane, castRayPlaneThroughPoints, intersectLinePlane } from './cast-ray-plane.ts';
export { castRaySegment, overlapsRaySegment } from './cast-ray-segment.ts';
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
export { closestPointsSegmentSegment, distanceSquaredSegmentSegment } from './closest-points-segment-segment.ts';
export { containsPointConvexPolygon, containsPointPolygon } from './contains-point-polygon.ts';
export { containsPointTriangle } from './contains-point-triangle.ts';
export {
  intersectSegmentSegment,
  overlapsSegmentSegment,
  SEGMENTS_DISJOINT,
  SEGMENTS_MEET,
  SEGMENTS_OVERLAP,
} from './intersect-segment-segment.ts';
export { overlapsAabbAabb } from './overlaps-aabb-aabb.ts';
export {
  overlapsCircleAabb,
  overlapsCircleAabbWithPoint,
  overlapsCircleObb,
  overlapsCircleObbWithPoint,
} from './overlaps-circle-box.ts';
export { overlapsCircleCircle } from './overlaps-circle-circle.ts';
export { overlapsSegmentAabb, overlapsSegmentObb } from './overlaps-segment-box.ts';
export {
  closestPointPlane,
  closestPointUnitPlane,
  signedDistancePointPlane,
  signedDistancePointUnitPlane,
} from './point-plane.ts';
export { castPreparedRayAabb, PREPARED_RAY_SIZE, prepareRay } from './prepared-ray.ts';
export { rayFromSegment } from './ray-from-segment.ts';
export {
  buildAabbTree,
  buildObbTree,
  buildSphereTree,
  type SegmentTreeOptions,
  segmentsFromChain,
} from './segment-tree/build-segment-tree.ts';
export { castRayTree, castRayTreeAll, castRayTreeAny } from './segment-tree/cast-ray-tree.ts';
export { closestPointTree, kNearestTree } from './segment-tree/closest-point-tree.ts';
export { overlapTreeAabb, overlapTreeCircle, overlapTreePoint } from './segment-tree/overlap-tree.ts';
export { overlapTreeTree, overlapTreeTreeAny, overlapTreeTreeFirst } from './segment-tree/overlap-tree-tree.ts';
export { createSegmentHits, type SegmentHits } from './segment-tree/segment-hits.ts';
export type { SegmentTree, SegmentTreeKind } from './segment-tree/segment-tree.ts';
export { validateTree } from './segment-tree/validate-tree.ts';
