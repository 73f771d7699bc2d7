/*
 * The layout of `circle`, see place-circle.ts. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

export const CIRCLE_X = 0;
export const CIRCLE_Y = 1;
export const CIRCLE_RADIUS = 2;
export const CIRCLE_NORMAL_X = 3;
export const CIRCLE_NORMAL_Y = 4;
export const CIRCLE_DISTANCE = 5;
