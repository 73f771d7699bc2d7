/*
 * How one-way colliders measure where others are. The result of a measurement, `found`, holds the direction of the
 * surface that a shape is farthest beyond, coordinate by coordinate; the distance of the shape beyond it, negative when
 * the shape is in the collider; the extent of the shape along that direction; and the shape's first point along it.
 */

/** The child of a collider that stands for all its pieces. */
export const WHOLE = -1;

/** Cosine: surfaces that face away from a one-way collider's side by more than this are not of that side. */
export const LEAST_FACING = 0.1;

/**
 * How deep a shape may be in a one-way collider and still count as being on its side, as a part of the shape's extent.
 * SLACK is room for rounding. SLACK_OF_NEW, for a collider in its first tick, is larger: a game may have placed it on
 * the platform and let it fall for a tick before its first contact.
 */
export const SLACK = 1e-3;
export const SLACK_OF_NEW = 0.25;

/** Returns the index of the distance in `found`, for vectors of `axes` coordinates. */
export const sideGapAt = (axes: number): number => axes;
/** Returns the index of the extent in `found`. */
const sideExtentAt = (axes: number): number => axes + 1;
/** Returns the index in `found` at which the point begins. */
export const sidePointAt = (axes: number): number => axes + 2;
/** Returns the length of `found`. */
export const sideLength = (axes: number): number => axes + 2 + axes;

/** Returns whether the measured shape is on the side, or no deeper than a part of its extent. */
export function isOnSide(found: Float64Array, axes: number, slack: typeof SLACK | typeof SLACK_OF_NEW): boolean {
  return found[sideGapAt(axes)] >= -slack * found[sideExtentAt(axes)];
}
