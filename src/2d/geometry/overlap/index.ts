/** Whether two shapes have a point in common. */

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
  overlapsCapsuleAabb,
  overlapsCapsuleCapsule,
  overlapsCapsuleObb,
  overlapsCircleCapsule,
  overlapsSegmentCapsule,
} from './overlaps-capsule.ts';
export {
  overlapsCircleAabb,
  overlapsCircleAabbWithPoint,
  overlapsCircleObb,
  overlapsCircleObbWithPoint,
} from './overlaps-circle-box.ts';
export { overlapsCircleCircle } from './overlaps-circle-circle.ts';
export { overlapsConvex } from './overlaps-convex.ts';
export * from './overlaps-convex-polygons.ts';
export * from './overlaps-obb-obb.ts';
export { overlapsCapsulePolygon, overlapsCirclePolygon } from './overlaps-rounded-polygon.ts';
export { overlapsSegmentAabb, overlapsSegmentObb } from './overlaps-segment-box.ts';
