import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { meetSlabs, slabs } from '../../../core/slabs.ts';
import { enterAtStart, rayFraction } from './ray-hit.ts';

// castRayAabb multiplies by the inverse of the direction, three divisions for the six of the slabs, which rounds
// monotonically as well. A component 0 gives −∞ and ∞ inside the slab and the same infinity twice outside, so an entry
// at ∞ or an exit before 0; on a face it gives 0 · ∞ = NaN, which no comparison of the form `entry > exit` minds: the
// face is part of the slab.

/**
 * Intersects an infinite line (origin, direction; 6) with an AABB (6): writes the parameters of entry and exit to
 * `out` (2) and returns true, or returns false and writes nothing. A negative entry lies behind the origin: entry < 0 <
 * exit says the origin is inside. A zero direction gives −Infinity and Infinity when the origin is in the box. NaN and
 * empty boxes (min > max) give false.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function intersectLineAabb(
  out: WritableNumberArray,
  outOffset: number,
  line: NumberArray,
  lineOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  if (!meetSlabs(line, lineOffset, aabb, aabbOffset, 3)) return false;
  out[outOffset] = slabs.entry;
  out[outOffset + 1] = slabs.exit;
  return true;
}

/**
 * Clips a ray (6) to an AABB (6): writes the part of [0, maxFraction] that lies in the box to `out` (first and last
 * fraction, 2) and returns true, or returns false and writes nothing. A start inside gives a first fraction of 0; a ray
 * that touches gives equal fractions. NaN and empty boxes give false.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function clipRayAabb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  if (!meetSlabs(ray, rayOffset, aabb, aabbOffset, 3)) return false;
  const first = Math.max(slabs.entry, 0);
  const last = Math.min(slabs.exit, maxFraction);
  if (!(first <= last)) return false;
  out[outOffset] = first;
  out[outOffset + 1] = last;
  return true;
}

/**
 * Casts a ray (6) at a solid AABB (6). Returns the fraction of the direction at which it first meets the box and writes
 * the point and the outward normal of the face (6); the point lies exactly on that face. Starting inside or on the box
 * gives 0, the origin and a zero normal. A miss, an empty box or NaN gives `Infinity` and writes nothing. Entering
 * through an edge or corner, the normal is that of the first of the axes x, y, z.
 *
 * Source: Kay and Kajiya, Ray Tracing Complex Scenes, 1986; Ericson, Real-Time Collision Detection, 5.3.3.
 */
export function castRayAabb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): number {
  return enterRayAabb(out, outOffset, ray, rayOffset, maxFraction, aabb, aabbOffset) ? rayFraction[0] : Infinity;
}

/** Casts as `castRayAabb` does, but returns whether the ray meets the box, with the fraction in `rayFraction`. */
export function enterRayAabb(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  const inverseX = 1 / ray[rayOffset + 3];
  const lowX = (aabb[aabbOffset] - ray[rayOffset]) * inverseX;
  const highX = (aabb[aabbOffset + 3] - ray[rayOffset]) * inverseX;
  const inverseY = 1 / ray[rayOffset + 4];
  const lowY = (aabb[aabbOffset + 1] - ray[rayOffset + 1]) * inverseY;
  const highY = (aabb[aabbOffset + 4] - ray[rayOffset + 1]) * inverseY;
  const nearX = inverseX > 0 ? lowX : highX;
  const farX = inverseX > 0 ? highX : lowX;
  const nearY = inverseY > 0 ? lowY : highY;
  const farY = inverseY > 0 ? highY : lowY;
  if (nearX > farY || nearY > farX) return false;
  return enterBox(out, outOffset, ray, rayOffset, maxFraction, aabb, aabbOffset);
}

/**
 * This part is kept out of `enterRayAabb` so that V8 can inline that function into its callers: two axes suffice to
 * tell that most rays miss.
 */
function enterBox(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  maxFraction: number,
  aabb: NumberArray,
  aabbOffset: number,
): boolean {
  let entry = 0;
  let exit = Infinity;
  let axis = -1;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / ray[rayOffset + 3 + k];
    const low = (aabb[aabbOffset + k] - ray[rayOffset + k]) * inverse;
    const high = (aabb[aabbOffset + 3 + k] - ray[rayOffset + k]) * inverse;
    const near = inverse > 0 ? low : high;
    const far = inverse > 0 ? high : low;
    if (near > entry) {
      entry = near;
      axis = k;
    }
    if (far < exit) exit = far;
  }
  if (entry > exit) return false;
  const ox = ray[rayOffset];
  const oy = ray[rayOffset + 1];
  const oz = ray[rayOffset + 2];
  const minX = aabb[aabbOffset];
  const minY = aabb[aabbOffset + 1];
  const minZ = aabb[aabbOffset + 2];
  const maxX = aabb[aabbOffset + 3];
  const maxY = aabb[aabbOffset + 4];
  const maxZ = aabb[aabbOffset + 5];
  const x = ox + entry * ray[rayOffset + 3];
  const y = oy + entry * ray[rayOffset + 4];
  const z = oz + entry * ray[rayOffset + 5];
  // NaN is turned away here, and an entry at ∞ with it.
  if (!(entry <= maxFraction && Math.abs(x + y + z) < Infinity)) return false;
  if (!(minX <= maxX && minY <= maxY && minZ <= maxZ)) return false;
  if (axis < 0) return enterAtStart(out, outOffset, ray, rayOffset, maxFraction);
  const direction = ray[rayOffset + 3 + axis];
  const face = aabb[aabbOffset + (direction > 0 ? axis : 3 + axis)];
  out[outOffset] = Math.min(Math.max(x, minX), maxX);
  out[outOffset + 1] = Math.min(Math.max(y, minY), maxY);
  out[outOffset + 2] = Math.min(Math.max(z, minZ), maxZ);
  out[outOffset + 3] = 0;
  out[outOffset + 4] = 0;
  out[outOffset + 5] = 0;
  out[outOffset + axis] = face;
  out[outOffset + 3 + axis] = direction > 0 ? -1 : 1;
  rayFraction[0] = entry;
  return true;
}
