export { type DistanceBound, timeOfImpactIntervalHalving } from '../../../core/interval-halving.ts';
export {
  createToiReport,
  TOI_HIT,
  TOI_ITERATION_LIMIT,
  TOI_MAX_ITERATIONS,
  TOI_MISS,
  TOI_OVERLAPPED,
  type ToiReport,
} from '../../../core/toi-report.ts';
export { castAabbAabb } from './cast-aabb-aabb.ts';
export { castAabbPlane } from './cast-aabb-plane.ts';
export { castConvex } from './cast-convex.ts';
export { castConvexSat } from './cast-convex-sat.ts';
export { castSphereAabb } from './cast-sphere-aabb.ts';
export { castSphereCapsule, castSphereSegment } from './cast-sphere-capsule.ts';
export { castSphereObb } from './cast-sphere-obb.ts';
export { castSpherePlane } from './cast-sphere-plane.ts';
export { castSpherePolygon, castSphereTriangle, type Polygon } from './cast-sphere-polygon.ts';
export { castSphereSphere } from './cast-sphere-sphere.ts';
export { castRaySupport, castSupport } from './cast-support.ts';
export { MOTION_STRIDE, writePoseAt } from './motion.ts';
export { type MovingConvex, timeOfImpact } from './time-of-impact.ts';
