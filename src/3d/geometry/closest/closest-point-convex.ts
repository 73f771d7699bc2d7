import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import type { ConvexHull } from '../convex/convex-hull.ts';
import { closestPointConvexHull, containsPointConvexHull } from './closest-point-convex-hull.ts';
import { squareBeyond, writeNearestOfBall } from './closest-point-sphere.ts';

/** The point of the unrounded hull closest to the point of the query. */
const core = new Float64Array(3);

/**
 * Writes the point `x y z` of a solid convex hull, rounded by a radius if one is given (all that lies within it of the
 * hull), closest to a point, both in the hull's frame, and returns the squared distance. A point inside or on it gives
 * itself and 0. NaN gives NaN.
 *
 * Source: van den Bergen, Collision Detection in Interactive 3D Environments, 2003, on cores and margins.
 */
export function closestPointConvex(
  out: WritableNumberArray,
  outOffset: number,
  point: NumberArray,
  pointOffset: number,
  hull: ConvexHull,
  radius = 0,
): number {
  if (radius === 0) return closestPointConvexHull(out, outOffset, point, pointOffset, hull);
  const px = point[pointOffset];
  const py = point[pointOffset + 1];
  const pz = point[pointOffset + 2];
  const square = closestPointConvexHull(core, 0, point, pointOffset, hull);
  return writeNearestOfBall(out, outOffset, px, py, pz, core[0], core[1], core[2], square, radius);
}

/**
 * Returns the squared distance from a point to a solid convex hull, rounded by a radius if one is given, both in the
 * hull's frame; 0 inside and on it. NaN gives NaN.
 *
 * Source: van den Bergen, Collision Detection in Interactive 3D Environments, 2003, on cores and margins.
 */
export function distanceSquaredPointConvex(
  point: NumberArray,
  pointOffset: number,
  hull: ConvexHull,
  radius = 0,
): number {
  const square = closestPointConvexHull(core, 0, point, pointOffset, hull);
  return radius === 0 ? square : squareBeyond(square, radius);
}

/**
 * Returns whether a point lies inside or on a convex hull, rounded by a radius if one is given, both in the hull's
 * frame. NaN gives false.
 *
 * Source: van den Bergen, Collision Detection in Interactive 3D Environments, 2003, on cores and margins.
 */
export function containsPointConvex(point: NumberArray, pointOffset: number, hull: ConvexHull, radius = 0): boolean {
  if (radius === 0) return containsPointConvexHull(point, pointOffset, hull);
  return distanceSquaredPointConvex(point, pointOffset, hull, radius) === 0;
}
