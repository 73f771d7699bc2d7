import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';

// Each bound is rounded to the nearest double: of shapes with a radius or a turn the box may miss a point by half a
// unit in the last place. Boxes that must hold every bit of a shape are grown by the caller.

/**
 * Computes the AABB of `count` points (`x y` each), and so of a polygon or segment. Exact. No point at all gives the
 * box from Infinity to −Infinity, which overlaps nothing; NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.2.
 */
export function computeAabbPoints(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
): void {
  writeBounds(out, outOffset, points, pointsOffset, count, 0);
}

/**
 * Computes the AABB of a triangle (6). Exact. NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.2.
 */
export function computeAabbTriangle(
  out: WritableNumberArray,
  outOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): void {
  writeBounds(out, outOffset, triangle, triangleOffset, 3, 0);
}

/**
 * Computes the AABB of a circle (centre, radius). NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbCircle(
  out: WritableNumberArray,
  outOffset: number,
  circle: NumberArray,
  circleOffset: number,
): void {
  writeBounds(out, outOffset, circle, circleOffset, 1, circle[circleOffset + 2]);
}

/**
 * Computes the AABB of a capsule (a, b, radius). NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.
 */
export function computeAabbCapsule(
  out: WritableNumberArray,
  outOffset: number,
  capsule: NumberArray,
  capsuleOffset: number,
): void {
  writeBounds(out, outOffset, capsule, capsuleOffset, 2, capsule[capsuleOffset + 4]);
}

/**
 * Computes the AABB of a rounded convex piece in its own frame. No vertices at all give the box from Infinity to
 * −Infinity; NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.2.
 */
export function computeAabbConvex(out: WritableNumberArray, outOffset: number, piece: ConvexPiece): void {
  writeBounds(out, outOffset, piece.vertices, 0, piece.count, piece.radius);
}

/**
 * Computes the AABB of an OBB (centre, halfExtents, cos sin). NaN gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.6: half extents times the sizes of the axes' coordinates.
 */
export function computeAabbObb(out: WritableNumberArray, outOffset: number, obb: NumberArray, obbOffset: number): void {
  const x = obb[obbOffset];
  const y = obb[obbOffset + 1];
  const cos = Math.abs(obb[obbOffset + 4]);
  const sin = Math.abs(obb[obbOffset + 5]);
  const halfX = obb[obbOffset + 2] * cos + obb[obbOffset + 3] * sin;
  const halfY = obb[obbOffset + 2] * sin + obb[obbOffset + 3] * cos;
  out[outOffset] = x - halfX;
  out[outOffset + 1] = y - halfY;
  out[outOffset + 2] = x + halfX;
  out[outOffset + 3] = y + halfY;
}

/** Writes the bounds of points that are rounded by a radius. */
function writeBounds(
  out: WritableNumberArray,
  outOffset: number,
  points: NumberArray,
  pointsOffset: number,
  count: number,
  radius: number,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = pointsOffset; i < pointsOffset + count * PIECE_STRIDE; i += PIECE_STRIDE) {
    minX = Math.min(minX, points[i]);
    minY = Math.min(minY, points[i + 1]);
    maxX = Math.max(maxX, points[i]);
    maxY = Math.max(maxY, points[i + 1]);
  }
  out[outOffset] = minX - radius;
  out[outOffset + 1] = minY - radius;
  out[outOffset + 2] = maxX + radius;
  out[outOffset + 3] = maxY + radius;
}
