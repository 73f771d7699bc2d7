import type { NumberArray } from '../../../core/number-array.ts';
import { heightAt, sphereExtent } from './axis-heights.ts';

const CAPSULE_RADIUS = 6;

/**
 * Returns whether a solid capsule (a, b, radius) has a point on a plane (n·x = d, normal of any length); touching
 * counts. NaN gives false.
 *
 * Derived here: the capsule's extent along the normal.
 */
export function overlapsCapsulePlane(
  capsule: NumberArray,
  capsuleOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const extent = sphereExtent(capsule[capsuleOffset + CAPSULE_RADIUS], plane, planeOffset);
  const a = heightAt(capsule, capsuleOffset, plane, planeOffset);
  const b = heightAt(capsule, capsuleOffset + 3, plane, planeOffset);
  return Math.min(a, b) - extent <= 0 && Math.max(a, b) + extent >= 0;
}

/**
 * Returns whether a solid capsule (a, b, radius) lies entirely behind a plane, in the half-space n·x ≤ d (normal of any
 * length); touching the plane from behind counts. NaN gives false.
 *
 * Derived here: the capsule's extent along the normal.
 */
export function containsCapsuleHalfSpace(
  capsule: NumberArray,
  capsuleOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const extent = sphereExtent(capsule[capsuleOffset + CAPSULE_RADIUS], plane, planeOffset);
  const a = heightAt(capsule, capsuleOffset, plane, planeOffset);
  return Math.max(a, heightAt(capsule, capsuleOffset + 3, plane, planeOffset)) + extent <= 0;
}

/**
 * Returns whether a solid capsule (a, b, radius) has a point in the half-space behind a plane, n·x ≤ d (normal of any
 * length); touching counts. NaN gives false.
 *
 * Derived here: the capsule's extent along the normal.
 */
export function overlapsCapsuleHalfSpace(
  capsule: NumberArray,
  capsuleOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const extent = sphereExtent(capsule[capsuleOffset + CAPSULE_RADIUS], plane, planeOffset);
  const a = heightAt(capsule, capsuleOffset, plane, planeOffset);
  return Math.min(a, heightAt(capsule, capsuleOffset + 3, plane, planeOffset)) - extent <= 0;
}
