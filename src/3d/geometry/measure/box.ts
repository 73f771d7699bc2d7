import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/** The index at which the axes begin within an OBB. */
const AXIS_X = 6;
const AXIS_Y = 9;
const AXIS_Z = 12;

/**
 * Writes the AABB (6 numbers) of an OBB (15). NaN in gives NaN.
 *
 * Source: Ericson, Real-Time Collision Detection, 4.2.6.
 */
export function computeAabbObb(out: WritableNumberArray, outOffset: number, obb: NumberArray, obbOffset: number): void {
  const x = obb[obbOffset];
  const y = obb[obbOffset + 1];
  const z = obb[obbOffset + 2];
  const halfX = extentAlong(obb, obbOffset, 0);
  const halfY = extentAlong(obb, obbOffset, 1);
  const halfZ = extentAlong(obb, obbOffset, 2);
  out[outOffset] = x - halfX;
  out[outOffset + 1] = y - halfY;
  out[outOffset + 2] = z - halfZ;
  out[outOffset + 3] = x + halfX;
  out[outOffset + 4] = y + halfY;
  out[outOffset + 5] = z + halfZ;
}

/** Returns half the width of an OBB along one of the coordinate axes. */
function extentAlong(obb: NumberArray, obbOffset: number, axis: number): number {
  return (
    obb[obbOffset + 3] * Math.abs(obb[obbOffset + AXIS_X + axis]) +
    obb[obbOffset + 4] * Math.abs(obb[obbOffset + AXIS_Y + axis]) +
    obb[obbOffset + 5] * Math.abs(obb[obbOffset + AXIS_Z + axis])
  );
}

/**
 * Returns the volume of an AABB, in cubed units of length; 0 for an empty one (min > max). NaN in gives NaN.
 *
 * Derived here: the product of the three sides.
 */
export function volumeAabb(aabb: NumberArray, aabbOffset: number): number {
  return side(aabb, aabbOffset, 0) * side(aabb, aabbOffset, 1) * side(aabb, aabbOffset, 2);
}

/**
 * Returns the surface area of an AABB, in squared units of length: by which the surface area heuristic of hierarchies
 * weighs nodes. An empty AABB (min > max) gives 0. NaN in gives NaN.
 *
 * Source: Goldsmith and Salmon, Automatic Creation of Object Hierarchies for Ray Tracing, 1987.
 */
export function surfaceAreaAabb(aabb: NumberArray, aabbOffset: number): number {
  const x = side(aabb, aabbOffset, 0);
  const y = side(aabb, aabbOffset, 1);
  const z = side(aabb, aabbOffset, 2);
  const isEmpty = aabb[aabbOffset] > aabb[aabbOffset + 3] || aabb[aabbOffset + 1] > aabb[aabbOffset + 4];
  return isEmpty || aabb[aabbOffset + 2] > aabb[aabbOffset + 5] ? 0 : 2 * (x * y + y * z + z * x);
}

function side(aabb: NumberArray, aabbOffset: number, axis: number): number {
  return Math.max(0, aabb[aabbOffset + 3 + axis] - aabb[aabbOffset + axis]);
}

/**
 * Returns the volume of an OBB (15), in cubed units of length. NaN in gives NaN.
 *
 * Derived here: the product of the three sides.
 */
export function volumeObb(obb: NumberArray, obbOffset: number): number {
  return 8 * obb[obbOffset + 3] * obb[obbOffset + 4] * obb[obbOffset + 5];
}

/**
 * Returns the surface area of an OBB (15), in squared units of length. NaN in gives NaN.
 *
 * Derived here: the sum of the six faces.
 */
export function surfaceAreaObb(obb: NumberArray, obbOffset: number): number {
  const x = obb[obbOffset + 3];
  const y = obb[obbOffset + 4];
  const z = obb[obbOffset + 5];
  return 8 * (x * y + y * z + z * x);
}
