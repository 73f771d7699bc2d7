import { requireSize } from '../../../core/limits.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { allocateHull, connectHull } from './connect-hull.ts';
import { type ConvexHull, PLANE_STRIDE, VERTEX_STRIDE } from './convex-hull.ts';

const VERTEX_COUNT = 8;
const FACE_COUNT = 6;
const FACE_SIZE = 4;

/**
 * The corners of the faces −x, +x, −y, +y, −z, +z, counterclockwise seen from outside. Corner i lies on the positive
 * side of axis k where bit k of i is set.
 */
const FACES = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];

/**
 * The rounding error of the hull's corners after a pose has moved them, relative to the largest coordinate: 8 EPSILON.
 */
const COORDINATE_NOISE = 2 ** -49;

/**
 * Builds the convex hull of a box from its half extents (3 numbers; an OBB keeps them at its offset 3). The box lies
 * about the origin of the hull's frame, along its axes; a pose places it. Corner i is on the positive side of axis k
 * where bit k of i is set; the faces are −x, +x, −y, +y, −z, +z. It is the same hull as that of the eight corners,
 * without the search for it.
 *
 * Throws `invalid-number` for half extents that are not finite and greater than 0.
 *
 * Derived here: the layout of ConvexHull written out for a box.
 */
export function buildBoxHull(halfExtents: NumberArray, halfExtentsOffset = 0): ConvexHull {
  let largest = 0;
  for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
    const half = requireSize(`half extent ${axis} of the box`, halfExtents[halfExtentsOffset + axis]);
    largest = Math.max(largest, half);
  }
  const hull = allocateHull(VERTEX_COUNT, FACE_COUNT, FACES.length, COORDINATE_NOISE * largest);
  for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
    const half = halfExtents[halfExtentsOffset + axis];
    for (let i = 0; i < VERTEX_COUNT; i++) hull.vertices[VERTEX_STRIDE * i + axis] = (i >> axis) & 1 ? half : -half;
    for (let side = 0; side < 2; side++) {
      const plane = PLANE_STRIDE * (2 * axis + side);
      hull.planes[plane + axis] = side === 0 ? -1 : 1;
      hull.planes[plane + 3] = half;
    }
  }
  for (let i = 0; i < VERTEX_COUNT; i++) hull.sourceIndices[i] = i;
  for (let face = 0; face <= FACE_COUNT; face++) hull.faceStarts[face] = FACE_SIZE * face;
  for (let h = 0; h < FACES.length; h++) {
    hull.halfEdgeVertices[h] = FACES[h];
    hull.halfEdgeFaces[h] = Math.floor(h / FACE_SIZE);
  }
  connectHull(hull);
  // The centre is exactly 0; a mean of the corners may be off by rounding.
  hull.centre.fill(0);
  return hull;
}
