/*
 * The layout of a sort frame. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

/** Offsets in a sort's frame: the smallest centre and the extent of the centres, doubled (as sums of two bounds). */
export const SORT_ORIGIN_X = 0;
export const SORT_ORIGIN_Y = 1;
export const SORT_WIDTH_X = 2;
export const SORT_WIDTH_Y = 3;
export const SORT_FRAME_LENGTH = 4;
/** Keeps `scale` finite for denormal widths, so that 0 · scale stays 0. */
export const SCALE_MAX = 1e300;
