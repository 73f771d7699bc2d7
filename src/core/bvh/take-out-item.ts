import { type Bvh, FRAME_VOIDS, QUANTISED_MAX } from './bvh.ts';

/**
 * Removes the item at a position from a tree: an item whose box is NaN, which nothing overlaps, takes its place. The
 * volumes above stay as large as they were.
 */
export function takeOutItem({ order, itemBoxes, routines, frame }: Bvh, position: number, empty: number): void {
  order[position] = empty;
  // A box that is inside out meets nothing. A sphere cannot be marked so, but the item's bounds are tested after it.
  if (itemBoxes.length === 0) return;
  frame[FRAME_VOIDS] = 1;
  const at = 2 * routines.axes * position;
  itemBoxes.fill(QUANTISED_MAX, at, at + routines.axes);
  itemBoxes.fill(0, at + routines.axes, at + 2 * routines.axes);
}
