/*
 * The result of the search for the axis between a round body and a hull, and numbers that its parts share: see
 * find-round-axis.ts.
 */

/** The kinds of features that may give the best axis. */
export const ROUND_APART = 0;
export const ROUND_CENTRES = 1;
export const ROUND_DISK = 2;
export const ROUND_FACE = 3;
export const ROUND_EDGE = 4;
export const ROUND_SIDE = 5;

/** The best axis: unit normal from the round body to the hull, in the hull's frame, and the separation along it. */
export const roundAxis = new Float64Array(4);
/** The number of the face, edge or vertex of the hull that gave the best axis. */
export const roundFeature = new Int32Array(1);

/** Numbers of `findRoundAxis` for the pair: by how much an axis has to be better, and tolerances of arcs. */
export const tolerances = new Float64Array(3);
/**
 * The unit vector from the middle of the round body to the hull's, one over the distance, and the sum of the radii of
 * the balls inside both.
 */
export const line = new Float64Array(5);
export const BETWEEN = 3;
export const BALLS = 4;

/** How far the normals of the hull's faces, turned round, look along the line between the middles. */
export let facing = new Float64Array(64);

/** Makes room in `facing` for the faces of a hull. */
export function reserveFacing(faceCount: number): void {
  if (facing.length < faceCount) facing = new Float64Array(2 * faceCount);
}
