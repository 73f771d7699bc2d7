import { VERTEX_STRIDE } from '../convex/convex-hull.ts';

/*
 * State that the searches for the axis between a triangle and a body share (find-triangle-axis.ts): the triangle in the
 * body's frame and unit of length, and the best axis so far with the features that gave it.
 */

/** The result for bodies whose axis and contact points are in `bodyContact`. */
export const TRIANGLE_FOUND = 1;
/** The result for bodies that are apart: some axis has a gap of more than the limit. */
export const TRIANGLE_APART = 0;
/** The result for bodies closer than the limit whose distance need not be the separation along the best axis. */
export const TRIANGLE_UNKNOWN = -1;

/** The corners of the triangle in the body's frame; then, if the body is a triangle itself, the corners of the body. */
export const triangleCorners = new Float64Array(9);
/** The triangle's unit normal, on the side of the body's middle, in the same frame. */
export const triangleNormal = new Float64Array(3);
/** The best axis so far: unit vector from the triangle to the body, and the separation along it. */
export const bestAxis = new Float64Array(4);
export const AXIS_SEPARATION = 3;
/** The axis that is being measured, of any length, and how far the body reaches against it. */
export const triedAxis = new Float64Array(3);
/** The point of the triangle that is farthest along the axis, in the body's frame. */
export const deepestPoint = new Float64Array(3);
/**
 * The features of the best axis: the side of the triangle, and a point and the direction of the body's edge; −1 for a
 * face.
 */
export const sideOfAxis = new Int32Array(1);
export const edgeOfAxis = new Float64Array(6);
/** The least gain that counts, the limit in the body's unit, and that unit. */
export const trianglePair = new Float64Array(3);
export const GAIN = 0;
export const LIMIT = 1;
export const UNIT = 2;
export const NO_SIDE = -1;
/**
 * A core that is nearer to the triangle than this share of how far the triangle reaches from the origin touches it: the
 * way between them is a difference of much larger numbers, so that rounding turns its direction.
 */
export const ON_TRIANGLE = 1e-9;

/** Makes an axis the best one if its separation is larger. `triedAxis` has the length 1/`scale`. */
export function takeAxis(separation: number, scale: number): void {
  bestAxis[0] = triedAxis[0] * scale;
  bestAxis[1] = triedAxis[1] * scale;
  bestAxis[2] = triedAxis[2] * scale;
  bestAxis[AXIS_SEPARATION] = separation;
}

/**
 * Measures the reversed normal of the triangle against the corners of a body; `count` is how many numbers these take.
 */
export function measureBehind(vertices: Float64Array, count: number): void {
  const nx = triangleNormal[0];
  const ny = triangleNormal[1];
  const nz = triangleNormal[2];
  let highest = -Infinity;
  for (let v = 0; v < count; v += VERTEX_STRIDE) {
    const height = nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2];
    if (height > highest) highest = height;
  }
  const behind = nx * triangleCorners[0] + ny * triangleCorners[1] + nz * triangleCorners[2] - highest;
  if (!(behind > bestAxis[AXIS_SEPARATION])) return;
  bestAxis[0] = -nx;
  bestAxis[1] = -ny;
  bestAxis[2] = -nz;
  bestAxis[AXIS_SEPARATION] = behind;
}
