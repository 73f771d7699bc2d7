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
