import { scratchList } from '../scratch-list.ts';
import { reserve } from '../typed-array.ts';

/**
 * A run of items is sorted along a Morton curve by counting, in a grid of about as many cells as items, numbered along
 * the curve; the cell of an item is the one that contains its centre. One pass over the items counts, one over the
 * cells sums, one over the items moves them. The sums stay, because they are the tree: the cells with a common prefix
 * on the curve lie together, and one look-up tells where the upper half of them begins. Cells that hold more than a
 * leaf's worth are sorted again, in a grid of their own.
 */
export const curveGrid = {
  /**
   * For each cell, the index at which the items of the next cell begin; the grids of nested runs lie one behind the
   * other. As cells in the curve's order are counted from the grid's `base`, cell c's items end at ends[base + c].
   */
  ends: new Int32Array(0),
};

/** More cells than this leave the cache, and items beyond a leaf's worth a cell are sorted again anyway. */
export const MAX_BITS = 20;

/**
 * Offsets in a sort's frame, a number for each axis: the smallest centre and the extent of the centres, doubled (as
 * sums of two bounds).
 */
export const SORT_ORIGIN = 0;
export const SORT_WIDTH = 3;
export const SORT_FRAME_LENGTH = 6;

/** Keeps a scale finite for denormal widths, so that 0 · scale stays 0. */
export const SCALE_MAX = 1e300;

/** Returns the number of curve bits for a run of `count` items; its grid has 2^bits cells. */
export function gridBits(count: number): number {
  return Math.min(MAX_BITS, 31 - Math.clz32(count));
}

/** Returns the number of cells per unit of length along an axis to which `bits` bits of the curve belong. */
export function cellsPer(width: number, bits: number): number {
  return width > 0 ? Math.min((1 << bits) / width, SCALE_MAX) : 0;
}

/** Makes room for the cells of `count` items, in the scratch list. */
export function reserveCells(count: number): void {
  scratchList.items = reserve(scratchList.items, count);
}
