import type { NumberArray } from './number-array.ts';

// A box is the intersection of slabs, min ≤ x ≤ max, one an axis. The line o + t·d is in a slab for t between
// (min − o)/d and (max − o)/d, and in the box for t in all intervals: from the latest entry to the earliest exit.
//
// A line parallel to a slab is in it for all t or for none, the faces included; deciding that by comparison instead of
// by dividing by zero keeps a ray that runs exactly in a face from meeting 0 · ∞.
// Subtraction and division round monotonically, so near ≤ far holds whenever min ≤ max, and two boxes that share a
// face compute the same number for it: no ray slips between them. `near <= far` also turns NaN and empty boxes away.

/** Where the line of the last {@link meetSlabs} enters and leaves, and the axis it enters through, −1 for none. */
export const slabs = { entry: 0, exit: 0, axis: -1 };

/**
 * Returns whether a line (origin, direction) meets an AABB (minima, maxima) of as many dimensions; sets {@link slabs}.
 */
export function meetSlabs(
  line: NumberArray,
  lineOffset: number,
  aabb: NumberArray,
  aabbOffset: number,
  dimensions: number,
): boolean {
  let entry = -Infinity;
  let exit = Infinity;
  slabs.axis = -1;
  for (let axis = 0; axis < dimensions; axis++) {
    const origin = line[lineOffset + axis];
    const direction = line[lineOffset + dimensions + axis];
    const min = aabb[aabbOffset + axis];
    const max = aabb[aabbOffset + dimensions + axis];
    if (direction === 0) {
      if (!(origin >= min && origin <= max)) return false;
      continue;
    }
    const near = ((direction > 0 ? min : max) - origin) / direction;
    const far = ((direction > 0 ? max : min) - origin) / direction;
    if (!(near <= far)) return false;
    if (near > entry) {
      entry = near;
      slabs.axis = axis;
    }
    if (far < exit) exit = far;
  }
  slabs.entry = entry;
  slabs.exit = exit;
  return entry <= exit;
}
