import type { NumberArray, WritableNumberArray } from '../../core/number-array.ts';
import { writeStartHit } from './ray-hit.ts';

// A box is the intersection of three slabs, min ≤ x ≤ max per axis. The line o + t·d is in a slab for t between
// (min − o)/d and (max − o)/d, and in the box for t in all three intervals: from the latest entry to the earliest exit.
//
// A line parallel to a slab is in it for all t or for none, the faces included; deciding that by comparison instead of
// by dividing by zero keeps a ray that runs exactly in a face from meeting 0 · ∞.
// Subtraction and division round monotonically, so near ≤ far holds whenever min ≤ max, and two boxes that share a
// face compute the same number for it: no ray slips between them. `near <= far` also turns NaN and empty boxes away.

/** What {@link slabs} found: parameters of entry and exit, and the axis whose face the line enters through (−1: none). */
let slabEntry = 0;
let slabExit = 0;
let slabAxis = -1;

function slabs(line: NumberArray, lineOffset: number, aabb: NumberArray, aabbOffset: number): boolean {
  slabEntry = -Infinity;
  slabExit = Infinity;
  slabAxis = -1;
  for (let axis = 0; axis < 3; axis++) {
    const origin = line[lineOffset + axis];
    const direction = line[lineOffset + 3 + axis];
    const min = aabb[aabbOffset + axis];
    const max = aabb[aabbOffset + 3 + axis];
    if (direction === 0) {
      if (!(origin >= min && origin <= max)) return false;
      continue;
    }
    const near = ((direction > 0 ? min : max) - origin) / direction;
    const far = ((direction > 0 ? max : min) - origin) / direction;
    if (!(near <= far)) return false;
    if (near > slabEntry) {
      slabEntry = near;
      slabAxis = axis;
    }
    if (far < slabExit) slabExit = far;
  }
  return slabEntry <= slabExit;
}

/**
 * Intersects an infinite line (origin, direction; 6) with an AABB (6): writes the parameters of entry and exit to
 * `out` (2) and returns true, or returns false and writes nothing. A negative entry lies behind the origin: entry < 0 < exit
 * says the origin is inside. A zero direction gives −Infinity and Infinity when the origin is in the box. NaN and empty
 * boxes (min > max) give false.
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
  if (!slabs(line, lineOffset, aabb, aabbOffset)) return false;
  out[outOffset] = slabEntry;
  out[outOffset + 1] = slabExit;
  return true;
}

/**
 * Clips a ray (6) to an AABB (6): writes the part of [0, maxFraction] that lies in the box to `out` (first and last
 * fraction, 2) and returns true, or returns false and writes nothing. A start inside gives a first fraction of 0; a ray
 * that touches gives equal fractions.
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
  if (!slabs(ray, rayOffset, aabb, aabbOffset)) return false;
  const first = Math.max(slabEntry, 0);
  const last = Math.min(slabExit, maxFraction);
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
  if (!slabs(ray, rayOffset, aabb, aabbOffset) || slabExit < 0) return Infinity;
  if (slabEntry <= 0) {
    return writeStartHit(out, outOffset, ray[rayOffset], ray[rayOffset + 1], ray[rayOffset + 2], maxFraction);
  }
  if (!(slabEntry <= maxFraction)) return Infinity;
  writeFaceHit(out, outOffset, ray, rayOffset, aabb, aabbOffset);
  return slabEntry;
}

const hit = new Float64Array(6);

function writeFaceHit(
  out: WritableNumberArray,
  outOffset: number,
  ray: NumberArray,
  rayOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const direction = ray[rayOffset + 3 + axis];
    const min = aabb[aabbOffset + axis];
    const max = aabb[aabbOffset + 3 + axis];
    if (axis === slabAxis) {
      hit[axis] = direction > 0 ? min : max;
      hit[3 + axis] = direction > 0 ? -1 : 1;
    } else {
      hit[axis] = Math.min(Math.max(ray[rayOffset + axis] + slabEntry * direction, min), max);
      hit[3 + axis] = 0;
    }
  }
  for (let i = 0; i < 6; i++) out[outOffset + i] = hit[i];
}
