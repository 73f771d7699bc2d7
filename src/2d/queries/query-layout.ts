/** What a piece meets: as a ray, and then the contact point. */
export const MET_X = 3;
export const MET_Y = 4;
export const MET_WITH_POINT_LENGTH = 5;

/** The way of a cast: a translation, and how much of it may be travelled. */
export const WAY_X = 0;
export const WAY_Y = 1;
export const WAY_LIMIT = 2;
export const WAY_LENGTH = 3;
