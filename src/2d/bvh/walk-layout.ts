/*
 * The numbers of an ordered walk's query. In a module that imports nothing: only then do bundlers put them in their places.
 */

/** Beyond this nothing matters: a fraction or a distance. The caller lowers it as it finds something. */
export const WALK_LIMIT = 0;
export const WALK_QUERY_LENGTH = 13;

/** What is cast: centre, direction, half extents (0 for a ray). */
export const CAST_X = 0;
export const CAST_Y = 1;
export const CAST_DIRECTION_X = 2;
export const CAST_DIRECTION_Y = 3;
export const CAST_HALF_X = 4;
export const CAST_HALF_Y = 5;
export const CAST_LENGTH = 6;

/**
 * A cast seen from the items: what to subtract from the near and the far side of a box (the centre, moved out by the half extents and
 * slack), and the inverse direction.
 */
export const ITEM_NEAR_X = 1;
export const ITEM_NEAR_Y = 2;
export const ITEM_FAR_X = 3;
export const ITEM_FAR_Y = 4;
export const ITEM_INVERSE_X = 5;
export const ITEM_INVERSE_Y = 6;

/** The same in the cells of a box tree. */
export const CELL_NEAR_X = 7;
export const CELL_NEAR_Y = 8;
export const CELL_FAR_X = 9;
export const CELL_FAR_Y = 10;
export const CELL_INVERSE_X = 11;
export const CELL_INVERSE_Y = 12;

/** In a sphere tree: centre from the frame's origin, unit direction, 1 / length of the direction, radius to grow circles by. */
export const CIRCLE_X = 7;
export const CIRCLE_Y = 8;
export const CIRCLE_DIRECTION_X = 9;
export const CIRCLE_DIRECTION_Y = 10;
export const CIRCLE_PER_LENGTH = 11;
export const CIRCLE_GROW = 12;

/** A search of what is closest: the point in the world and in the space of the nodes, the size of a cell, slack in cells. */
export const CLOSEST_X = 1;
export const CLOSEST_Y = 2;
export const CLOSEST_NODE_X = 3;
export const CLOSEST_NODE_Y = 4;
export const CLOSEST_CELL_X = 5;
export const CLOSEST_CELL_Y = 6;
export const CLOSEST_SLACK_X = 7;
export const CLOSEST_SLACK_Y = 8;

/** What compares as larger by rounding alone (8 units in the last place) still counts. Last: at a number as long as this, bundlers stop. */
export const WALK_ROUNDING = 1.0000000000000018;
