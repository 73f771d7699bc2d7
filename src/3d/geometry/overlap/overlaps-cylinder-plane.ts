import type { NumberArray } from '../../../core/number-array.ts';
import { diskReach, heightAt } from './axis-heights.ts';

const CYLINDER_RADIUS = 6;

/**
 * Returns whether a solid cylinder (a, b, radius) has a point on a plane (n·x = d, normal of any length); touching
 * counts. An axis of zero length makes it its point a. NaN gives false.
 *
 * Derived here: the cylinder's extent along the normal.
 */
export function overlapsCylinderPlane(
  cylinder: NumberArray,
  cylinderOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const extent = diskReach(cylinder[cylinderOffset + CYLINDER_RADIUS], cylinder, cylinderOffset, plane, planeOffset);
  const a = heightAt(cylinder, cylinderOffset, plane, planeOffset);
  const b = heightAt(cylinder, cylinderOffset + 3, plane, planeOffset);
  return Math.min(a, b) - extent <= 0 && Math.max(a, b) + extent >= 0;
}

/**
 * Returns whether a solid cylinder (a, b, radius) lies entirely behind a plane, in the half-space n·x ≤ d (normal of
 * any length); touching the plane from behind counts. An axis of zero length makes it its point a. NaN gives false.
 *
 * Derived here: the cylinder's extent along the normal.
 */
export function containsCylinderHalfSpace(
  cylinder: NumberArray,
  cylinderOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const extent = diskReach(cylinder[cylinderOffset + CYLINDER_RADIUS], cylinder, cylinderOffset, plane, planeOffset);
  const a = heightAt(cylinder, cylinderOffset, plane, planeOffset);
  return Math.max(a, heightAt(cylinder, cylinderOffset + 3, plane, planeOffset)) + extent <= 0;
}

/**
 * Returns whether a solid cylinder (a, b, radius) has a point in the half-space behind a plane, n·x ≤ d (normal of any
 * length); touching counts. An axis of zero length makes it its point a. NaN gives false.
 *
 * Derived here: the cylinder's extent along the normal.
 */
export function overlapsCylinderHalfSpace(
  cylinder: NumberArray,
  cylinderOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const extent = diskReach(cylinder[cylinderOffset + CYLINDER_RADIUS], cylinder, cylinderOffset, plane, planeOffset);
  const a = heightAt(cylinder, cylinderOffset, plane, planeOffset);
  return Math.min(a, heightAt(cylinder, cylinderOffset + 3, plane, planeOffset)) - extent <= 0;
}
