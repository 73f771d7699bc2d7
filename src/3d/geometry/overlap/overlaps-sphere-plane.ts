import type { NumberArray } from '../../../core/number-array.ts';

// For a normal of any length, h = n·c − d is the centre's height times |n|, so it is compared with r·|n|.

const SPHERE_RADIUS = 3;

/** The height of the centre above the plane, times |n|. */
function centerHeight(sphere: NumberArray, sphereOffset: number, plane: NumberArray, planeOffset: number): number {
  return (
    plane[planeOffset] * sphere[sphereOffset] +
    plane[planeOffset + 1] * sphere[sphereOffset + 1] +
    plane[planeOffset + 2] * sphere[sphereOffset + 2] -
    plane[planeOffset + 3]
  );
}

/** The radius times |n|. */
function scaledRadius(sphere: NumberArray, sphereOffset: number, plane: NumberArray, planeOffset: number): number {
  const nx = plane[planeOffset];
  const ny = plane[planeOffset + 1];
  const nz = plane[planeOffset + 2];
  return sphere[sphereOffset + SPHERE_RADIUS] * Math.sqrt(nx * nx + ny * ny + nz * nz);
}

/**
 * Returns whether a sphere has a point on a plane (n·x = d, normal of any length); touching counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.2.
 */
export function overlapsSpherePlane(
  sphere: NumberArray,
  sphereOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = centerHeight(sphere, sphereOffset, plane, planeOffset);
  return Math.abs(height) <= scaledRadius(sphere, sphereOffset, plane, planeOffset);
}

/**
 * Returns whether a sphere lies entirely behind a plane, in the half-space n·x ≤ d (normal of any length); touching the
 * plane from behind counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.2.
 */
export function containsSphereHalfSpace(
  sphere: NumberArray,
  sphereOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = centerHeight(sphere, sphereOffset, plane, planeOffset);
  return height <= -scaledRadius(sphere, sphereOffset, plane, planeOffset);
}

/**
 * Returns whether a sphere has a point in the half-space behind a plane, n·x ≤ d (normal of any length); touching
 * counts. NaN gives false.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.2.
 */
export function overlapsSphereHalfSpace(
  sphere: NumberArray,
  sphereOffset: number,
  plane: NumberArray,
  planeOffset: number,
): boolean {
  const height = centerHeight(sphere, sphereOffset, plane, planeOffset);
  return height <= scaledRadius(sphere, sphereOffset, plane, planeOffset);
}
