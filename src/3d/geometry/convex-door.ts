/**
 * Convex shapes in space: hulls, supports, GJK, EPA, separating axes, casts and times of impact.
 */
export { type DistanceBound, timeOfImpactIntervalHalving } from '../../core/interval-halving.ts';
export {
  createToiReport,
  TOI_HIT,
  TOI_ITERATION_LIMIT,
  TOI_MAX_ITERATIONS,
  TOI_MISS,
  TOI_OVERLAPPED,
  type ToiReport,
} from '../../core/toi-report.ts';
export { buildConvexHull, type ConvexHullOptions } from './convex/build-convex-hull.ts';
export { castGjkSupport, castRayGjkSupport } from './convex/cast-gjk.ts';
export { castRayConvexHull, castRayConvexPolyhedron } from './convex/cast-ray-convex-hull.ts';
export { castConvexSat } from './convex/cast-sat.ts';
export {
  closestPointConvexHull,
  closestPointConvexHullClimbing,
  containsPointConvexHull,
} from './convex/closest-point-convex-hull.ts';
export { collideConvex, penetrationSat } from './convex/collide-convex.ts';
export {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  FEATURE_FLAG,
  FEATURE_SHIFT,
} from './convex/contact-layout.ts';
export { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex/convex-hull.ts';
export {
  createEpaReport,
  EPA_CONVERGED,
  EPA_CURVED,
  EPA_FLAT,
  EPA_ITERATION_LIMIT,
  EPA_MAX_ITERATIONS,
  EPA_SEPARATED,
  type EpaReport,
  penetrationEpa,
} from './convex/epa.ts';
export {
  closestPointsGjkSupport,
  createGjkCache,
  distanceGjkSupport,
  GJK_CONTAINMENT,
  GJK_CONTINUE,
  GJK_CONVERGED,
  GJK_ITERATION_LIMIT,
  GJK_MAX_ITERATIONS,
  GJK_NO_PROGRESS,
  GJK_REPEATED_SUPPORT,
  GJK_TOUCHING_EDGE,
  GJK_TOUCHING_FACE,
  GJK_TOUCHING_VERTEX,
  type GjkCache,
} from './convex/gjk.ts';
export { closestPointsGjk, distanceGjk } from './convex/gjk-points.ts';
export { MOTION_STRIDE, writePoseAt } from './convex/motion.ts';
export { IDENTITY_POSE, POSE_STRIDE } from './convex/pose.ts';
export { overlapsConvex } from './convex/sat.ts';
export { separationConvex } from './convex/separation-convex.ts';
export {
  createAabbSupport,
  createCapsuleSupport,
  createConeSupport,
  createCylinderSupport,
  createHullSupport,
  createObbSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  createSphereSupport,
  type Support,
} from './convex/support.ts';
export { timeOfImpactConvex } from './convex/time-of-impact.ts';
export { validateConvexHull } from './convex/validate-convex-hull.ts';
