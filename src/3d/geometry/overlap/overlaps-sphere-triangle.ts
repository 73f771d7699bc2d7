import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointTriangle } from '../closest/closest-point-triangle.ts';

/** A sphere's layout begins with its centre; its radius follows. */
const SPHERE_RADIUS = 3;

/**
 * Returns whether a solid sphere (centre, radius) and a triangle have a point in common; touching counts. Triangles of
 * zero area are the segments or points they are. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.7.
 */
export function overlapsSphereTriangle(
  sphere: NumberArray,
  sphereOffset: number,
  triangle: NumberArray,
  triangleOffset: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return distanceSquaredPointTriangle(sphere, sphereOffset, triangle, triangleOffset) <= radius * radius;
}
