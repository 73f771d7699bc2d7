/** Convex polygons and supports. */
export { computeAabbCorners, computeObbCorners } from './box-corners.ts';
export { clipConvexPolygon } from './clip-convex-polygon.ts';
export { intersectConvexPolygons } from './intersect-convex-polygons.ts';
export {
  createAabbSupport,
  createCapsuleSupport,
  createCircleSupport,
  createObbSupport,
  createPieceSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
} from './support.ts';
