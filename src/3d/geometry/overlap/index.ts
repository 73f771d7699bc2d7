/** Whether two shapes have a point in common. */

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
export { overlapsAabbAabb } from './overlaps-aabb-aabb.ts';
export { containsAabbHalfSpace, overlapsAabbHalfSpace, overlapsAabbPlane } from './overlaps-aabb-plane.ts';
export { overlapsAabbTriangle } from './overlaps-aabb-triangle.ts';
export { overlapsCapsuleAabb, overlapsCapsuleObb } from './overlaps-capsule-box.ts';
export { overlapsCapsuleCapsule, overlapsSegmentCapsule } from './overlaps-capsule-capsule.ts';
export { overlapsCapsuleCone, overlapsCapsuleCylinder } from './overlaps-capsule-cylinder.ts';
export { containsCapsuleHalfSpace, overlapsCapsuleHalfSpace, overlapsCapsulePlane } from './overlaps-capsule-plane.ts';
export { overlapsCapsuleTriangle } from './overlaps-capsule-triangle.ts';
export {
  containsConeHalfSpace,
  deepestPointConePlane,
  overlapsConeHalfSpace,
  overlapsConePlane,
} from './overlaps-cone-plane.ts';
export { overlapsConvex } from './overlaps-convex.ts';
export {
  overlapsConeAabb,
  overlapsConeCone,
  overlapsConeObb,
  overlapsCylinderAabb,
  overlapsCylinderCone,
  overlapsCylinderCylinder,
  overlapsCylinderObb,
} from './overlaps-cylinder-cone.ts';
export {
  containsCylinderHalfSpace,
  overlapsCylinderHalfSpace,
  overlapsCylinderPlane,
} from './overlaps-cylinder-plane.ts';
export { findSeparatingAxisObbObb, overlapsObbObb, separationObbObb } from './overlaps-obb-obb.ts';
export { containsObbHalfSpace, overlapsObbHalfSpace, overlapsObbPlane } from './overlaps-obb-plane.ts';
export { overlapsObbTriangle } from './overlaps-obb-triangle.ts';
export { overlapsSegmentAabb, overlapsSegmentObb } from './overlaps-segment-box.ts';
export { overlapsSegmentCone, overlapsSegmentCylinder } from './overlaps-segment-cylinder.ts';
export { overlapsSegmentSegment, overlapsSegmentTriangle } from './overlaps-segment-triangle.ts';
export { overlapsSphereAabb, overlapsSphereAabbWithPoint } from './overlaps-sphere-aabb.ts';
export { overlapsSphereObb, overlapsSphereObbWithPoint } from './overlaps-sphere-obb.ts';
export { containsSphereHalfSpace, overlapsSphereHalfSpace, overlapsSpherePlane } from './overlaps-sphere-plane.ts';
export { overlapsSpherePolygon } from './overlaps-sphere-polygon.ts';
export { overlapsSphereCapsule, overlapsSphereCone, overlapsSphereCylinder } from './overlaps-sphere-round.ts';
export { overlapsSphereSphere } from './overlaps-sphere-sphere.ts';
export { overlapsSphereTriangle } from './overlaps-sphere-triangle.ts';
export { overlapsTriangleTriangle } from './overlaps-triangle-triangle.ts';
