import { BOUNDS_STRIDE } from './layout.ts';

/** Whether the boxes of two items overlap, touching included. What is no box (NaN, inside out) overlaps nothing. */
export function boundsOverlap(bounds: Float64Array, itemA: number, itemB: number): boolean {
  const a = BOUNDS_STRIDE * itemA;
  const b = BOUNDS_STRIDE * itemB;
  return (
    bounds[a] <= bounds[b + 3] &&
    bounds[a + 1] <= bounds[b + 4] &&
    bounds[a + 2] <= bounds[b + 5] &&
    bounds[b] <= bounds[a + 3] &&
    bounds[b + 1] <= bounds[a + 4] &&
    bounds[b + 2] <= bounds[a + 5] &&
    isBox(bounds, a) &&
    isBox(bounds, b)
  );
}

/** Whether an item's bounds are those of a box: no NaN, nothing inside out. */
export function isBox(bounds: Float64Array, at: number): boolean {
  return bounds[at] <= bounds[at + 3] && bounds[at + 1] <= bounds[at + 4] && bounds[at + 2] <= bounds[at + 5];
}
