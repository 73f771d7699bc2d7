/* Constants and scratch that the routines share which collide segments, boxes and hulls by separating axes. */

/**
 * The result for bodies that are apart and whose nearest features are neither a face and a corner nor two edges that
 * pass each other: the gap that was found is less than their distance.
 */
export const ASK_DISTANCE = -1;

/**
 * Squared sine below which two edges count as parallel: the axis across them could then beat the faces' axes by no more
 * than the length of an edge times the sine, 1e-9 of the bodies' size.
 */
export const PARALLEL = 1e-18;
/** Share of the bodies' size by which an axis across two edges has to beat that of a face, which gives more points. */
export const FACE_PREFERENCE = 1e-12;
/** Rounding may put a corner beyond a side, or a gap off its features, by this share of the bodies' size. */
export const SLACK = 1e-12;
export const CONFIRM_SLACK = 1e-10;

/**
 * Squared sine between two edges seen along the normal, below which they run alongside each other and share a stretch:
 * its ends lie off the one or the other by no more than the angle times the length.
 */
export const ALONGSIDE = 1e-12;
/**
 * Squared sine of the angle to the normal below which an end stands for a segment: seen along the normal, both ends are
 * at one point.
 */
export const UPRIGHT = 1e-6;
