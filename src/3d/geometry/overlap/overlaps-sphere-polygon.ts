import type { NumberArray } from '../../../core/number-array.ts';
import { distanceSquaredPointPolygon } from '../closest/closest-point-polygon.ts';

/** A sphere's layout begins with its centre; its radius follows. */
const SPHERE_RADIUS = 3;

/**
 * Returns whether a solid sphere (centre, radius) and a flat polygon in space (`count` vertices in order, convex or
 * concave) have a point in common; touching counts. A polygon without area is the union of its edges. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.8.
 */
export function overlapsSpherePolygon(
  sphere: NumberArray,
  sphereOffset: number,
  vertices: NumberArray,
  verticesOffset: number,
  count: number,
): boolean {
  const radius = sphere[sphereOffset + SPHERE_RADIUS];
  return distanceSquaredPointPolygon(sphere, sphereOffset, vertices, verticesOffset, count) <= radius * radius;
}
