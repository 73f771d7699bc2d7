/** Convex polygons and supports. */
export { computeAabbCorners, computeObbCorners } from './box-corners.ts';
export { buildConvexHull } from './build-convex-hull.ts';
export { clipConvexPolygon } from './clip-convex-polygon.ts';
export { type ConvexPiece, computeNormals, createConvexPiece, PIECE_STRIDE } from './convex-piece.ts';
export * from './find-separating-axis.ts';
export {
  closestPointsGjk,
  closestPointsGjkSupport,
  createGjkCache,
  distanceGjk,
  distanceGjkSupport,
  GJK_MAX_ITERATIONS,
  type GjkCache,
  type Support,
} from './gjk.ts';
export {
  GJK_CONTAINMENT,
  GJK_CONTINUE,
  GJK_ITERATION_LIMIT,
  GJK_NO_PROGRESS,
  GJK_REPEATED_SUPPORT,
  GJK_TOUCHING_EDGE,
  GJK_TOUCHING_VERTEX,
} from './gjk-simplex.ts';
export { intersectConvexPolygons } from './intersect-convex-polygons.ts';
export * from './minkowski-difference.ts';
export {
  createEpaReport,
  EPA_CONVERGED,
  EPA_ITERATION_LIMIT,
  EPA_MAX_ITERATIONS,
  EPA_SEPARATED,
  EPA_TOUCHING,
  type EpaReport,
  penetrationEpa,
} from './penetration-epa.ts';
export * from './penetration-sat.ts';
export { IDENTITY_POSE, POSE_STRIDE } from './pose.ts';
export {
  createAabbSupport,
  createCapsuleSupport,
  createCircleSupport,
  createConvexSupport,
  createObbSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
} from './support.ts';
