/**
 * A pose: `x y cos sin`, the position and then the rotation. A point of the body's frame goes to rotation · point +
 * position.
 */
export const POSE_STRIDE = 4;

/** The pose that leaves everything where it is. */
export const IDENTITY_POSE: readonly number[] = [0, 0, 1, 0];
