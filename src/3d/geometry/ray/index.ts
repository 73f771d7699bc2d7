/** Rays. */

export { castRayAabb, clipRayAabb, intersectLineAabb } from './cast-ray-aabb.ts';
export { castRayCapsule } from './cast-ray-capsule.ts';
export { castRayCone } from './cast-ray-cone.ts';
export { castRayConvex, castRayConvexPolyhedron } from './cast-ray-convex.ts';
export { castRayCylinder } from './cast-ray-cylinder.ts';
export { castRayObb, clipRayObb, intersectLineObb } from './cast-ray-obb.ts';
export { castRayPlane, castRayPlaneThroughPoints, intersectLinePlane } from './cast-ray-plane.ts';
export {
  castRayConvexPolygon,
  castRayParallelogram,
  castRayPolygon,
  castRayQuad,
  intersectLineQuad,
} from './cast-ray-polygon.ts';
export { castRaySegment } from './cast-ray-segment.ts';
export { castRaySphere, overlapsRaySphere } from './cast-ray-sphere.ts';
export {
  castPreparedRayTriangle,
  castPreparedRayTriangleSingleSided,
  castRayTriangle,
  castRayTriangleSingleSided,
  intersectLineTriangle,
} from './cast-ray-triangle.ts';
export {
  castPreparedRayAabb,
  PREPARED_DIRECTION,
  PREPARED_INVERSE,
  PREPARED_ORIGIN,
  PREPARED_RAY_SIZE,
  prepareRay,
} from './prepared-ray.ts';
export {
  AABB_PROBE_COUNT,
  buildProbesAabb,
  buildProbesAlong,
  buildProbesInDirections,
  buildProbesToPoints,
  measureProbes,
  measureProbesPlane,
  measureProbesTriangles,
  PROBE_SIZE,
  type ProbeRayCast,
  transformProbes,
} from './probes.ts';
export { rayFromSegment } from './ray-from-segment.ts';
