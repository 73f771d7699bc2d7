/*
 * The layout of GJK's simplex, and how it ends. In a module that imports nothing: only then do bundlers put the numbers
 * in the place of their names.
 */

/** Numbers per simplex point: w, a, b, then the direction its support was asked for. */
export const SIMPLEX_STRIDE = 8;
export const SIMPLEX_W = 0;
export const SIMPLEX_A = 2;
export const SIMPLEX_B = 4;
export const SIMPLEX_DIRECTION = 6;
export const GJK_CONTINUE = -1;
/** The support in the search direction is already in the simplex. */
export const GJK_REPEATED_SUPPORT = 0;
/** The origin lies inside the simplex triangle: the shapes overlap. */
export const GJK_CONTAINMENT = 1;
/** The origin is a vertex of the simplex: two points coincide. */
export const GJK_TOUCHING_VERTEX = 2;
/** The origin lies on an edge of the simplex. */
export const GJK_TOUCHING_EDGE = 3;
/** The support is no farther along the search direction than the simplex, within rounding. */
export const GJK_NO_PROGRESS = 4;
/** The iteration limit was reached (a coordinate is NaN, or the callback does not behave as a support function). */
export const GJK_ITERATION_LIMIT = 5;
export const SEARCH_DISTANCE = 0;
export const SEARCH_X = 1;
export const SEARCH_Y = 2;
