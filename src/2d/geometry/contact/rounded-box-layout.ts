/*
 * Layouts stand in modules that import nothing: only then do bundlers put the numbers in the place of their names.
 */

/** Offsets in a rounded box: an OBB (centre, half extents, cosine and sine) and the radius around it. */
export const BOX_CENTER_X = 0;
export const BOX_CENTER_Y = 1;
export const BOX_HALF_X = 2;
export const BOX_HALF_Y = 3;
export const BOX_COSINE = 4;
export const BOX_SINE = 5;
export const BOX_RADIUS = 6;
export const BOX_STRIDE = 7;
