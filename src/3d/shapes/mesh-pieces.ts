import { nextTriangleClosest, startTriangleClosest } from '../geometry/tree/closest-triangle-walk.ts';
import { enclosesPoint } from '../geometry/tree/encloses-point.ts';
import { findTriangles } from '../geometry/tree/find-triangles.ts';
import { writeCorners } from '../geometry/tree/triangle-mesh.ts';
import { nextTriangleCast, startTriangleCast } from '../geometry/tree/walk-triangle-tree.ts';
import { castRayCorners, closestPointCorners, placeTriangle, requirePlaced } from './load-triangle.ts';
import type { PieceRoutines, TriangleQueries } from './piece-routines.ts';
import type { RegisteredShape } from './registered-shape.ts';

const corners = new Float64Array(9);

/** The triangles of a mesh. */
export const meshPieces: PieceRoutines<RegisteredShape> = {
  count: ({ surface }) => requirePlaced(surface!.tree!.mesh.triangleCount),
  find: (out, { surface }, box) => findTriangles(out, surface!.tree!, box),
  load(body, { surface }, child, poses, at, origin) {
    writeCorners(body.corners, 0, surface!.tree!.mesh, child);
    placeTriangle(body, poses, at, origin);
  },
  encloses: ({ surface }, point) => surface!.solid && enclosesPoint(surface!.tree!, point),
};

/** The routines by which queries walk the triangles of a mesh, in its tree. */
export const meshQueries: TriangleQueries<RegisteredShape> = {
  corners: (out, { surface }, child) => writeCorners(out, 0, surface!.tree!.mesh, child),
  startCast: (walk, { surface }) => startTriangleCast(walk, surface!.tree!),
  nextCast: (walk, { surface }) => nextTriangleCast(walk, surface!.tree!),
  startClosest: (walk, { surface }) => startTriangleClosest(walk, surface!.tree!),
  nextClosest: (walk, { surface }) => nextTriangleClosest(walk, surface!.tree!),
  castRay(hit, ray, { surface }, child) {
    writeCorners(corners, 0, surface!.tree!.mesh, child);
    return castRayCorners(hit, ray, corners, surface!.oneSided);
  },
  closestPoint(out, point, { surface }, child) {
    writeCorners(corners, 0, surface!.tree!.mesh, child);
    closestPointCorners(out, point, corners);
  },
};
