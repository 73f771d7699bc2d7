import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { ConvexPiece } from '../convex/convex-piece.ts';
import { closestPointConvexPolygon } from './closest-point-convex-polygon.ts';
import { squaredGap, writeClosestRounded } from './rounded.ts';

const core = new Float64Array(2);

/**
 * Writes the point `x y` of a solid rounded convex piece closest to a point in the same frame and returns the squared
 * distance. A point inside or on the piece gives itself and 0. The normals are not looked at. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1: the point of the core, moved towards the point by the radius.
 */
export function closestPointConvex(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  piece: ConvexPiece,
): number {
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const squared = closestPointConvexPolygon(core, 0, point, pointOffset, piece.vertices, 0, piece.count);
  return writeClosestRounded(out, outOffset, px, py, core[0], core[1], squared, piece.radius);
}

/**
 * Returns the squared distance from a point to a solid rounded convex piece in the same frame; 0 inside and on the
 * piece.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.1.
 */
export function distanceSquaredPointConvex(point: NumberArray, pointOffset: number, piece: ConvexPiece): number {
  return squaredGap(
    closestPointConvexPolygon(core, 0, point, pointOffset, piece.vertices, 0, piece.count),
    piece.radius,
  );
}

/**
 * Returns whether a point lies inside or on a rounded convex piece in the same frame. Exact where the radius is 0. NaN
 * gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.4.1, with a radius.
 */
export function containsPointConvex(point: NumberArray, pointOffset: number, piece: ConvexPiece): boolean {
  const squared = closestPointConvexPolygon(core, 0, point, pointOffset, piece.vertices, 0, piece.count);
  return squared <= piece.radius * piece.radius;
}
