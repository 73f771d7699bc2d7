export { type DistanceBound, timeOfImpactIntervalHalving } from '../../../core/interval-halving.ts';
export * from '../../../core/toi-report.ts';
export { castAabbAabb } from './cast-aabb-aabb.ts';
export {
  castCircleAabb,
  castCircleCapsule,
  castCircleCircle,
  castCircleObb,
  castCircleSegment,
} from './cast-circle.ts';
export { castConvex } from './cast-convex.ts';
export * from './cast-convex-sat.ts';
export { castAabbPlane, castCirclePlane } from './cast-plane.ts';
export { castSupport } from './cast-support.ts';
export { MOTION_STRIDE, writePoseAt } from './motion.ts';
export { type MovingConvex, timeOfImpact } from './time-of-impact.ts';
