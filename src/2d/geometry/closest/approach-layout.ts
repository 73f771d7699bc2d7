/*
 * The layout of `approach`, see approach-piece.ts. In a module that imports nothing: only then do bundlers put the
 * numbers in the place of their names.
 */

export const APPROACH_X = 0;
export const APPROACH_Y = 1;
export const APPROACH_LIMIT = 2;
export const APPROACH_NORMAL_X = 3;
export const APPROACH_NORMAL_Y = 4;
export const APPROACH_DISTANCE = 5;
