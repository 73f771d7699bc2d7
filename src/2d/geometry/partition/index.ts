/** Triangles and convex pieces of polygons. */
export { type ConvexDecomposition, decomposeConvex } from './decompose-convex.ts';
export { triangulate } from './triangulate.ts';
