import { requirePositive } from '../../../core/errors.ts';
import type { NumberArray } from '../../../core/number-array.ts';
import { findTwins, listEdges, listNeighbours, locate } from './build-convex-hull.ts';
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
  const vertices = new Float64Array(VERTEX_STRIDE * VERTEX_COUNT);
  const planes = new Float64Array(PLANE_STRIDE * FACE_COUNT);
  let largest = 0;
  for (let axis = 0; axis < VERTEX_STRIDE; axis++) {
    const half = requirePositive(`half extent ${axis} of the box`, halfExtents[halfExtentsOffset + axis]);
    largest = Math.max(largest, half);
    for (let i = 0; i < VERTEX_COUNT; i++) vertices[VERTEX_STRIDE * i + axis] = (i >> axis) & 1 ? half : -half;
    for (let side = 0; side < 2; side++) {
      const plane = PLANE_STRIDE * (2 * axis + side);
      planes[plane + axis] = side === 0 ? -1 : 1;
      planes[plane + 3] = half;
    }
  }
  const faceStarts = Int32Array.from({ length: FACE_COUNT + 1 }, (_, face) => FACE_SIZE * face);
  const halfEdgeVertices = Int32Array.from(FACES);
  const halfEdgeFaces = halfEdgeVertices.map((_, halfEdge) => Math.floor(halfEdge / FACE_SIZE));
  const halfEdgeTwins = findTwins(VERTEX_COUNT, faceStarts, halfEdgeVertices);
  return {
    vertexCount: VERTEX_COUNT,
    faceCount: FACE_COUNT,
    edgeCount: FACES.length / 2,
    vertices,
    sourceIndices: Int32Array.from({ length: VERTEX_COUNT }, (_, i) => i),
    planes,
    faceStarts,
    halfEdgeVertices,
    halfEdgeTwins,
    halfEdgeFaces,
    edges: listEdges(halfEdgeVertices, halfEdgeTwins, halfEdgeFaces),
    ...listNeighbours(VERTEX_COUNT, halfEdgeVertices, halfEdgeTwins),
    ...locate(vertices, VERTEX_COUNT),
    // Exactly, where a mean may be off by rounding.
    centre: new Float64Array(VERTEX_STRIDE),
    tolerance: COORDINATE_NOISE * largest,
  };
}
