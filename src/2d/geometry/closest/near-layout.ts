/** How near a point is to a shape: the distance, 0 from inside, and the unit normal from the shape to the point. */
export const NEAR_DISTANCE = 0;
export const NEAR_NORMAL_X = 1;
export const NEAR_NORMAL_Y = 2;
export const NEAR_LENGTH = 3;

/**
 * A point over an edge: its height above the edge's line, how far along that line from the first vertex, the edge's
 * length.
 */
export const OVER_HEIGHT = 0;
export const OVER_ALONG = 1;
export const OVER_LENGTH = 2;
