import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';

/** How many numbers a prepared ray has: origin 2, direction 2, inverse direction 2. */
export const PREPARED_RAY_SIZE = 6;

const PREPARED_DIRECTION = 2;
const PREPARED_INVERSE = 4;

/**
 * Prepares a ray (4) for tests against many boxes: writes `PREPARED_RAY_SIZE` numbers to `out`, the ray itself and the
 * inverse of each component of its direction (`Infinity` for 0), so that the tests multiply instead of divide.
 *
 * Source: Williams, Barrus, Morley, Shirley, An Efficient and Robust Ray-Box Intersection Algorithm, 2005.
 */
export function prepareRay(out: WritableNumberArray, outOffset: number, ray: NumberArray, rayOffset: number): void {
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const dx = ray[rayOffset + 2];
  const dy = ray[rayOffset + 3];
  out[outOffset] = ox;
  out[outOffset + 1] = oy;
  out[outOffset + PREPARED_DIRECTION] = dx;
  out[outOffset + PREPARED_DIRECTION + 1] = dy;
  // + 0 turns −0 into 0.
  out[outOffset + PREPARED_INVERSE] = 1 / (dx + 0);
  out[outOffset + PREPARED_INVERSE + 1] = 1 / (dy + 0);
}

// Multiplying by the inverse rounds three times where dividing rounds twice; each side of the interval is within
// 1.5 EPSILON of the exact one, so widening the exit by 4 EPSILON of itself keeps every box that the exact ray meets.
/** 1 + 4 EPSILON. */
const WIDEN = 1.0000000000000009;

/**
 * Finds the fraction at which a prepared ray enters an AABB (4): 0 when it starts inside, `Infinity` on a miss, for NaN
 * and for an empty box. Never misses a box that `castRayAabb` hits; may report one that the ray passes at a few units
 * of the last place, which is what a hierarchy needs. Use `castRayAabb` for the exact verdict, the point and the
 * normal.
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
  for (let axis = 0; axis < 2; axis++) {
    const origin = prepared[preparedOffset + axis];
    const inverse = prepared[preparedOffset + PREPARED_INVERSE + axis];
    const min = aabb[aabbOffset + axis];
    const max = aabb[aabbOffset + 2 + axis];
    if (!(min <= max)) {
      return Infinity;
    }
    if (inverse === Infinity || inverse === -Infinity) {
      if (!(origin >= min && origin <= max)) {
        return Infinity;
      }
      continue;
    }
    const near = ((inverse > 0 ? min : max) - origin) * inverse;
    const far = ((inverse > 0 ? max : min) - origin) * inverse * WIDEN;
    if (near > entry) {
      entry = near;
    }
    // The comparison lets NaN pass as well, which the final comparison refuses.
    if (!(far >= exit)) {
      exit = far;
    }
  }
  return entry <= exit ? Math.min(entry, maxFraction) : Infinity;
}
