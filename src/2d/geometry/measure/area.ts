import type { NumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from '../convex/convex-piece.ts';
import { accurateOrientation } from '../ray/ray-side.ts';

// Triangles are measured by orientations whose sign is exact and whose size is right to 2e-13 of itself, slivers far
// from the origin included. A polygon is the sum of the triangles from its first vertex to its sides: those of a
// convex one all have the same sign, so that no digit is lost between them.

/**
 * Returns the area of an AABB; 0 of one whose minimum is above its maximum. NaN gives NaN.
 *
 * Derived here: width times height.
 */
export function areaAabb(aabb: NumberArray, aabbOffset: number): number {
  const width = aabb[aabbOffset + 2] - aabb[aabbOffset];
  const height = aabb[aabbOffset + 3] - aabb[aabbOffset + 1];
  return Math.max(0, width) * Math.max(0, height);
}

/**
 * Returns the area of an OBB (centre, halfExtents, cos sin). NaN in the half extents gives NaN.
 *
 * Derived here: four times the product of the half extents.
 */
export function areaObb(obb: NumberArray, obbOffset: number): number {
  return 4 * obb[obbOffset + 2] * obb[obbOffset + 3];
}

/**
 * Returns the area of a circle (centre, radius). NaN in the radius gives NaN.
 *
 * Source: Archimedes, Measurement of a Circle.
 */
export function areaCircle(circle: NumberArray, circleOffset: number): number {
  const radius = circle[circleOffset + 2];
  return Math.PI * radius * radius;
}

/**
 * Returns the area of a capsule (a, b, radius). NaN gives NaN.
 *
 * Derived here: a rectangle and two half circles.
 */
export function areaCapsule(capsule: NumberArray, capsuleOffset: number): number {
  const dx = capsule[capsuleOffset + 2] - capsule[capsuleOffset];
  const dy = capsule[capsuleOffset + 3] - capsule[capsuleOffset + 1];
  const radius = capsule[capsuleOffset + 4];
  return radius * (2 * Math.sqrt(dx * dx + dy * dy) + Math.PI * radius);
}

/**
 * Returns the area of a triangle (6) of either winding, to 2e-13 of itself; 0 if and only if its corners are on one
 * line. NaN gives NaN.
 *
 * Source: Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997.
 */
export function areaTriangle(triangle: NumberArray, triangleOffset: number): number {
  return areaPolygon(triangle, triangleOffset, 3);
}

/**
 * Returns the area of a simple polygon (`vertices`, offset, count), convex or not, of either winding; 0 for fewer than
 * three vertices. The area of a convex one is right to 1e-12 of itself. For a polygon that crosses itself see
 * signedAreaPolygon. NaN gives NaN.
 *
 * Source: O'Rourke, Computational Geometry in C, 1.3.
 */
export function areaPolygon(vertices: NumberArray, verticesOffset: number, count: number): number {
  return Math.abs(signedAreaPolygon(vertices, verticesOffset, count));
}

/**
 * Returns the area of a simple polygon (`vertices`, offset, count), positive when it is counter-clockwise (y up),
 * negative when it is clockwise; 0 for fewer than three vertices. Each part of a polygon that crosses itself counts as
 * often as the boundary winds around it. NaN gives NaN.
 *
 * Source: O'Rourke, Computational Geometry in C, 1.3.
 */
export function signedAreaPolygon(vertices: NumberArray, verticesOffset: number, count: number): number {
  const x = vertices[verticesOffset];
  const y = vertices[verticesOffset + 1];
  let sum = 0;
  for (let i = 1; i < count - 1; i++) {
    const at = verticesOffset + i * PIECE_STRIDE;
    sum += accurateOrientation(x, y, vertices[at], vertices[at + 1], vertices[at + 2], vertices[at + 3]);
  }
  return sum / 2;
}

/**
 * Returns the area of a rounded convex piece: of its core, of a strip along each side, and of the corners, which
 * together are one circle. The normals are not looked at. NaN gives NaN.
 *
 * Source: Steiner, Über parallele Flächen, 1840.
 */
export function areaConvex(piece: ConvexPiece): number {
  const { vertices, count, radius } = piece;
  let perimeter = 0;
  const last = (count - 1) * PIECE_STRIDE;
  for (let i = 0, h = last; i <= last; h = i, i += PIECE_STRIDE) {
    const dx = vertices[i] - vertices[h];
    const dy = vertices[i + 1] - vertices[h + 1];
    perimeter += Math.sqrt(dx * dx + dy * dy);
  }
  return areaPolygon(vertices, 0, count) + radius * (perimeter + Math.PI * radius);
}
