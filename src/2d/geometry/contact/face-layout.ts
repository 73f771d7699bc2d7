/*
 * The operands of `clipFace`. In a module that imports nothing: only then do bundlers put the numbers in the
 * place of their names.
 */

/**
 * Relative to the coordinates and lengths involved: what separates "rounding" from "apart". A few thousand roundings,
 * yet far below the 1e-9 of the size that the answers are good for.
 */
export const ROUNDING = 1e-12;
/**
 * An edge that rises by less than this per length along the reference edge lies flat on it, as a body at rest or about to
 * rest does. Less than between the sides of any regular shape of up to 25 sides that stands on a corner: none sits at the limit.
 */
export const FLAT = 0.125;
/** Unit normal of the reference edge, outward. The tangent is its quarter turn to the left. */
export const FACE_NORMAL_X = 0;
export const FACE_NORMAL_Y = 1;
/** Length of the reference edge; along it, its start is at 0. */
export const FACE_LENGTH = 2;
/** The deepest incident vertex, and where it is along the reference edge. */
export const FACE_X = 3;
export const FACE_Y = 4;
export const FACE_ALONG = 5;
/** From the deepest vertex to the other end of the incident edge; zero for a single point. */
export const FACE_STEP_X = 6;
export const FACE_STEP_Y = 7;
/** Signed separation of the cores along the normal. */
export const FACE_SEPARATION = 8;
/** Largest separation of the cores that counts as contact: margin plus both radii. */
export const FACE_LIMIT = 9;
/** Sum of the radii, and half of reference minus incident radius: from the core's middle to the surfaces' middle. */
export const FACE_RADIUS = 10;
export const FACE_SHIFT = 11;
/** A length below which nothing is meant to be told apart. */
export const FACE_TOLERANCE = 12;
/** Free for what a search or a measurement hands over. */
export const FACE_SEARCH = 13;
/**
 * How much the reference edge falls away per length along it. Zero but where two corners face each other: then the normal
 * is the line between them, and not that of a face.
 */
export const FACE_FALL = 14;
