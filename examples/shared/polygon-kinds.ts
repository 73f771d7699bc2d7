import { DIRECTIONS, directionX, directionY } from './directions.ts';

/** Convex polygons to try things with: flat points x, y about the origin, counter-clockwise with y up. */
export const POLYGONS = {
  triangle: Float64Array.of(1.35, -0.35, -0.35, 1.25, -1, -0.9),
  box: Float64Array.of(1.2, -0.75, 1.2, 0.75, -1.2, 0.75, -1.2, -0.75),
  kite: Float64Array.of(1.4, 0, 0.2, 0.85, -0.95, 0, 0.2, -0.85),
  pentagon: Float64Array.of(1.3, 0.1, 0.25, 1.2, -1.15, 0.65, -0.95, -0.8, 0.55, -1.05),
  hexagon: regular(6, 1.2),
  octagon: regular(8, 1.2),
  'disc of 24 corners': regular(24, 1.2),
};
export type PolygonKind = keyof typeof POLYGONS;
export const POLYGON_KINDS = Object.keys(POLYGONS) as PolygonKind[];

function regular(corners: number, radius: number): Float64Array {
  return Float64Array.from({ length: 2 * corners }, (_, i) => {
    const direction = (i >> 1) * (DIRECTIONS / corners);
    return radius * (i % 2 === 0 ? directionX : directionY)[direction];
  });
}
