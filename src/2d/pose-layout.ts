/*
 * Layouts stand in modules that import nothing: only then do bundlers put the numbers in the place of their names.
 */

/** Numbers a pose takes in `ColliderSet.poses`. */
export const POSE_STRIDE = 6;
export const POSE_X = 0;
export const POSE_Y = 1;
/** `Collider.radius`, scaled: the one size that nearly every collide routine needs, next to its position. */
export const POSE_RADIUS = 2;
export const POSE_COS = 3;
export const POSE_SIN = 4;
export const POSE_SCALE = 5;

/** minX, minY, maxX, maxY. */
export const BOUNDS_STRIDE = 4;
