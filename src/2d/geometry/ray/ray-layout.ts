/** A ray in an array: origin, direction of any length, and the radius by which the piece in question is rounded. */
export const RAY_X = 0;
export const RAY_Y = 1;
export const RAY_DIRECTION_X = 2;
export const RAY_DIRECTION_Y = 3;
export const RAY_RADIUS = 4;
export const RAY_LENGTH = 5;

/** What a ray meets: the fraction of its direction, Infinity for nothing, and the outward unit normal there. */
export const MET_FRACTION = 0;
export const MET_NORMAL_X = 1;
export const MET_NORMAL_Y = 2;
export const MET_LENGTH = 3;
