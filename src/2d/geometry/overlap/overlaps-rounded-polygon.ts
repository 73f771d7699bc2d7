import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointSegment } from '../closest/closest-point-segment.ts';
import { distanceSquaredSegmentSegment } from '../closest/closest-points-segment-segment.ts';
import { containsPointPolygon } from './contains-point-polygon.ts';

// A shape that is not inside a polygon, and does not cross its boundary, is as far from it as from the nearest side.

const POINT_STRIDE = 2;
const CAPSULE_RADIUS = 4;
const CIRCLE_RADIUS = 2;

const side = new Float64Array(2 * POINT_STRIDE);

/** Copies the side of a polygon that ends at vertex `i` to `side`. */
function loadSide(vertices: NumberArray, verticesOffset: number, count: number, i: number): void {
  const start = verticesOffset + (i === 0 ? count - 1 : i - 1) * POINT_STRIDE;
  const end = verticesOffset + i * POINT_STRIDE;
  side[0] = vertices[start];
  side[1] = vertices[start + 1];
  side[2] = vertices[end];
  side[3] = vertices[end + 1];
}

/**
 * Returns whether a solid circle (centre, radius) and a solid polygon (`vertices`, offset, count) have a point in
 * common; touching counts. Any polygon, convex or not, of either winding; inside is what containsPointPolygon says.
 * One or two vertices are a point or a segment. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.8, in the plane.
 */
export function overlapsCirclePolygon(
  circle: NumberArray,
  circleOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): boolean {
  const radius = circle[circleOffset + CIRCLE_RADIUS];
  let nearest = Infinity;
  for (let i = 0; i < count; i++) {
    loadSide(vertices, verticesOffset, count, i);
    nearest = Math.min(nearest, distanceSquaredPointSegment(circle, circleOffset, side, 0));
  }
  // A NaN makes `nearest` or `radius` NaN, so that both statements below give false.
  if (nearest <= radius * radius) return true;
  return nearest >= 0 && radius >= 0 && containsPointPolygon(circle, circleOffset, vertices, verticesOffset, count);
}

/**
 * Returns whether a solid capsule (a, b, radius) and a solid polygon (`vertices`, offset, count) have a point in
 * common; touching counts. Any polygon, convex or not, of either winding; inside is what containsPointPolygon says.
 * One or two vertices are a point or a segment. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.8, in the plane and with a segment for the centre.
 */
export function overlapsCapsulePolygon(
  capsule: NumberArray,
  capsuleOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): boolean {
  const radius = capsule[capsuleOffset + CAPSULE_RADIUS];
  let nearest = Infinity;
  for (let i = 0; i < count; i++) {
    loadSide(vertices, verticesOffset, count, i);
    nearest = Math.min(nearest, distanceSquaredSegmentSegment(capsule, capsuleOffset, side, 0));
  }
  // A NaN makes `nearest` or `radius` NaN, so that both statements below give false.
  if (nearest <= radius * radius) return true;
  return nearest >= 0 && radius >= 0 && containsPointPolygon(capsule, capsuleOffset, vertices, verticesOffset, count);
}
