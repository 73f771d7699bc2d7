export { collideConvex } from './collide-convex.ts';
export {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_NORMAL_Z,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  FEATURE_FLAG,
  FEATURE_SHIFT,
} from './contact-layout.ts';
export { penetrationSat } from './penetration-sat.ts';
