export { castRayAabb, clipRayAabb, intersectLineAabb } from './cast-ray-aabb.ts';
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
export { rayFromSegment } from './ray-from-segment.ts';
