/** Convex hulls. */
export { buildBoxHull } from './build-box-hull.ts';
export { buildConvexHull, type ConvexHullOptions } from './build-convex-hull.ts';
export { type ConvexHull, EDGE_STRIDE, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';
export { findSeparatingAxis } from './find-separating-axis.ts';
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
} from './gjk.ts';
export { closestPointsGjk, distanceGjk } from './gjk-hulls.ts';
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
} from './penetration-epa.ts';
export type { PlacedHull } from './placed-hull.ts';
export { IDENTITY_POSE, POSE_STRIDE } from './pose.ts';
export { separationSupport } from './separation-support.ts';
export {
  createAabbSupport,
  createCapsuleSupport,
  createConeSupport,
  createConvexSupport,
  createCylinderSupport,
  createObbSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  createSphereSupport,
  type Support,
  type SupportedShape,
  type SupportShape,
} from './support.ts';
export { validateConvexHull } from './validate-convex-hull.ts';
