import type { BoxColumn } from './bvh.ts';
/**
 * Returns whether the boxes of two items overlap, touching included. A box that is NaN or inside out overlaps nothing.
 */
export function boundsOverlap(bounds: BoxColumn, axes: number, itemA: number, itemB: number): boolean {
  const a = 2 * axes * itemA;
  const b = 2 * axes * itemB;
  for (let axis = 0; axis < axes; axis++) {
    const minA = bounds[a + axis];
    const minB = bounds[b + axis];
    const maxA = bounds[a + axes + axis];
    const maxB = bounds[b + axes + axis];
    if (!(minA <= maxB && minB <= maxA && minA <= maxA && minB <= maxB)) return false;
  }
  return true;
}

/** Returns whether bounds are those of a box: no NaN, nothing inside out. */
export function isValidBox(bounds: BoxColumn, axes: number, at: number): boolean {
  for (let axis = 0; axis < axes; axis++) if (!(bounds[at + axis] <= bounds[at + axes + axis])) return false;
  return true;
}
