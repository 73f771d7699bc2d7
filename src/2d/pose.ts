/** How many numbers a pose takes in `ColliderSet.poses`: where a collider was in the last tick, and how large. */
export const POSE_STRIDE = 8;
export const POSE_X = 0;
export const POSE_Y = 1;
/** `Collider.radius`, scaled: the one size that nearly every collide routine needs, next to its position. */
export const POSE_RADIUS = 2;
export const POSE_COS = 3;
export const POSE_SIN = 4;
export const POSE_SCALE = 5;
/** Half extents of a box, or of a capsule's core, which has no width; scaled. Other kinds do not write them. */
export const POSE_HALF_WIDTH = 6;
export const POSE_HALF_HEIGHT = 7;
