import { circle, polygon, type ShapeSpec } from 'bitecs-collision/2d';
import { buildConvexHull, type ConvexPiece, computeNormals, createConvexPiece } from 'bitecs-collision/geometry2d';

/** A shape as the world takes it, and as the routines of geometry2d do. */
export interface Solid {
  readonly spec: ShapeSpec;
  /** Around the solid's own origin. */
  readonly piece: ConvexPiece;
}

/** A convex polygon given by its points (x, y each) and rounded by a radius; one point alone makes a circle. */
export function createSolid(points: readonly number[], radius = 0): Solid {
  const count = points.length / 2;
  const piece = createConvexPiece(count);
  piece.radius = radius;
  // A piece wants its corners in order.
  piece.count = buildConvexHull(piece.vertices, 0, points, 0, count);
  computeNormals(piece);
  return { piece, spec: count === 1 ? circle(radius) : polygon(points, { radius }) };
}

function rectangle(halfWidth: number, halfHeight: number): number[] {
  return [-halfWidth, -halfHeight, halfWidth, -halfHeight, halfWidth, halfHeight, -halfWidth, halfHeight];
}

/** The shapes that fly. */
export const MOVERS = {
  circle: createSolid([0, 0], 0.4),
  box: createSolid(rectangle(0.75, 0.2)),
  polygon: createSolid([0.62, 0, -0.36, 0.5, -0.36, -0.5], 0.12),
};
export type MoverName = keyof typeof MOVERS;
export const MOVER_NAMES = Object.keys(MOVERS) as MoverName[];

export interface Obstacle {
  readonly solid: Solid;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** The obstacles: walls thinner than most steps are long, posts, and a few stones. */
export const OBSTACLES: readonly Obstacle[] = [
  { solid: createSolid(rectangle(0.05, 1.2)), x: -1.9, y: -1.9, rotation: 0.15 },
  { solid: createSolid([0, 0], 0.4), x: -1.8, y: 1.6, rotation: 0 },
  { solid: createSolid([0.6, 0.1, -0.2, 0.55, -0.5, -0.5, 0.3, -0.5]), x: 0, y: -0.2, rotation: 0.5 },
  { solid: createSolid(rectangle(0.05, 1)), x: 0.9, y: 2.4, rotation: -0.3 },
  { solid: createSolid([0, 0], 0.5), x: 1.2, y: -2.7, rotation: 0 },
  { solid: createSolid(rectangle(0.04, 1.3)), x: 2.4, y: 0, rotation: 0.1 },
  { solid: createSolid([0.5, 0, 0, 0.5, -0.4, 0.1, -0.2, -0.4], 0.2), x: 3.9, y: 2.5, rotation: 0 },
  { solid: createSolid(rectangle(0.7, 0.08), 0.06), x: 3.9, y: -0.7, rotation: -0.9 },
];
