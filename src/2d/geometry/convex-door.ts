export * from '../../core/interval-halving.ts';
export * from '../../core/toi-report.ts';
export * from './cast-convex.ts';
export * from './cast-convex-sat.ts';
export * from './cast-ray-gjk.ts';
export * from './cast-ray-polygon.ts';
export * from './closest-point-convex-polygon.ts';
export { collideBoxes } from './collide-boxes.ts';
export { collideCapsules } from './collide-capsules.ts';
export * from './collide-circles.ts';
export { collideConvex } from './collide-convex.ts';
export {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  FEATURE_EDGE,
  FEATURE_SHIFT,
} from './contact-layout.ts';
export { computeConvexHull } from './convex-hull.ts';
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
export * from './minkowski-difference.ts';
export * from './overlaps-obb-obb.ts';
export * from './overlaps-polygon-polygon.ts';
export * from './penetration-epa.ts';
export * from './penetration-sat.ts';
export * from './time-of-impact.ts';
