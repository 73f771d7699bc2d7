import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { writeVector } from '../vector.ts';

/** How many numbers a prepared ray has: origin 3, direction 3, inverse direction 3, shear axes 3, shear factors 3. */
export const PREPARED_RAY_SIZE = 15;

/** The indices at which the parts of a prepared ray begin. */
export const PREPARED_ORIGIN = 0;
export const PREPARED_DIRECTION = 3;
export const PREPARED_INVERSE = 6;
export const PREPARED_AXES = 9;
export const PREPARED_SHEAR = 12;

/**
 * Prepares a ray (6) for tests against many boxes and triangles: writes `PREPARED_RAY_SIZE` numbers to `out`.
 *
 * Beside the ray itself these are the inverse of each component of the direction (`Infinity` for 0), and the shear that
 * makes the ray the third axis of space: with z the axis along which the direction is longest and x, y the other two,
 * in cyclic order, a point p relative to the origin becomes (p_x − S_x·p_z, p_y − S_y·p_z, S_z·p_z), where S = (d_x,
 * d_y, 1) / d_z. In those coordinates the ray is x = y = 0 and its fraction is the third coordinate.
 *
 * A zero direction gives NaN shear factors: no triangle is hit, and a box only when it holds the origin.
 *
 * Source: Woop, Benthin, Wald, Watertight Ray/Triangle Intersection, JCGT 2013.
 */
export function prepareRay(out: WritableNumberArray, outOffset: number, ray: NumberArray, rayOffset: number): void {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const dx = ray[rayOffset + 3];
  const dy = ray[rayOffset + 4];
  const dz = ray[rayOffset + 5];
  const sizeX = Math.abs(dx);
  const sizeY = Math.abs(dy);
  const sizeZ = Math.abs(dz);
  const axisZ = sizeX > sizeY ? (sizeX > sizeZ ? 0 : 2) : sizeY > sizeZ ? 1 : 2;
  const axisX = axisZ === 2 ? 0 : axisZ + 1;
  const axisY = axisX === 2 ? 0 : axisX + 1;
  const alongX = ray[rayOffset + 3 + axisX];
  const alongY = ray[rayOffset + 3 + axisY];
  const alongZ = ray[rayOffset + 3 + axisZ];
  writeVector(out, outOffset, ox, oy, oz);
  writeVector(out, outOffset + 3, dx, dy, dz);
  // + 0 turns −0 into 0.
  writeVector(out, outOffset + 6, 1 / (dx + 0), 1 / (dy + 0), 1 / (dz + 0));
  writeVector(out, outOffset + 9, axisX, axisY, axisZ);
  writeVector(out, outOffset + 12, alongX / alongZ, alongY / alongZ, 1 / alongZ);
}

// Multiplying by the inverse rounds three times where dividing rounds twice; each side of the interval is within
// 1.5 EPSILON of the exact one, so widening the exit by 4 EPSILON of itself keeps every box that the exact ray meets.
// A negative exit is widened the wrong way, which does not matter: that box lies behind the ray.
/** 1 + 4 EPSILON. */
const WIDEN = 1.0000000000000009;

/**
 * Finds the fraction at which a prepared ray enters an AABB (6): 0 when it starts inside, `Infinity` on a miss, for NaN
 * and for an empty box. Never misses a box that the ray meets, but may report one that it passes at a few units of the
 * last place, which is what a hierarchy needs. Use `castRayAabb` for the plain verdict, the point and the normal.
 *
 * Source: Ize, Robust BVH Ray Traversal, JCGT 2013.
 */
export function castPreparedRayAabb(
  prepared: NumberArray,
  preparedOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  let entry = 0;
  let exit = maxFraction * WIDEN;
  for (let axis = 0; axis < 3; axis++) {
    const origin = prepared[preparedOffset + axis];
    const inverse = prepared[preparedOffset + PREPARED_INVERSE + axis];
    const min = aabb[aabbOffset + axis];
    const max = aabb[aabbOffset + 3 + axis];
    if (inverse === Infinity || inverse === -Infinity) {
      if (!(origin >= min && origin <= max)) return Infinity;
      continue;
    }
    const near = ((inverse > 0 ? min : max) - origin) * inverse;
    const far = ((inverse > 0 ? max : min) - origin) * inverse * WIDEN;
    if (!(near <= far)) return Infinity;
    if (near > entry) entry = near;
    if (far < exit) exit = far;
  }
  if (!(entry <= exit)) return Infinity;
  return Math.min(entry, maxFraction);
}
