/** What a piece meets: as a ray, and then the contact point. */
export const MET_X = 3;
export const MET_Y = 4;
export const MET_WITH_POINT_LENGTH = 5;

/** The way of a cast: a ray, of which the translation counts, and how much of it may be travelled. See ray-layout.ts. */
export const WAY_X = 2;
export const WAY_Y = 3;
export const WAY_LIMIT = 5;
export const WAY_LENGTH = 6;
