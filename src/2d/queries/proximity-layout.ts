/*
 * The layout of `proximity`, see closest-points.ts: signed separation, normal, then the point on A and the point on B, in world units.
 * In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

export const NEAR_SEPARATION = 0;
export const NEAR_NORMAL_X = 1;
export const NEAR_NORMAL_Y = 2;
export const NEAR_POINT_A = 3;
export const NEAR_POINT_B = 5;
