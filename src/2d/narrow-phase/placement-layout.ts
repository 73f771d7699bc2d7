/*
 * The layout of `placement`, see load-piece.ts. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

export const PLACE_X = 0;
export const PLACE_Y = 1;
export const PLACE_COS = 2;
export const PLACE_SIN = 3;
export const PLACE_SCALE = 4;
export const PLACE_RADIUS = 5;
export const PLACE_HALF_WIDTH = 6;
export const PLACE_HALF_HEIGHT = 7;
