/** Convex hulls. */
export { buildBoxHull } from './build-box-hull.ts';
