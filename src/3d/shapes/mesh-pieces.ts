import { requireInteger } from '../../core/errors.ts';
import { closestPointTriangle } from '../geometry/closest/closest-point-triangle.ts';
import { castRayTriangle, castRayTriangleSingleSided } from '../geometry/ray/cast-ray-triangle.ts';
import { enclosesPoint } from '../geometry/tree/encloses-point.ts';
import { writeCorners } from '../geometry/tree/triangle-mesh.ts';
import {
  findTriangles,
  nextTriangleCast,
  nextTriangleClosest,
  startTriangleCast,
  startTriangleClosest,
} from '../geometry/tree/walk-triangle-tree.ts';
import { placeTriangle } from './load-triangle.ts';
import type { PieceRoutines } from './piece-routines.ts';
import type { RegisteredShape } from './registered-shape.ts';

/** The largest number of triangles that a query places one by one, as each takes a body of its own. */
const MOST_PLACED = 65_536;
const PLACED = 'the number of triangles of a mesh that a query places';

const corners = new Float64Array(9);
/** The result of `closestPointTriangle`: the point, three weights and the region. */
const nearest = new Float64Array(7);

/** The triangles of a mesh. */
export const meshPieces: PieceRoutines<RegisteredShape> = {
  count: ({ surface }) => requireInteger(PLACED, surface!.tree.mesh.triangleCount, 0, MOST_PLACED),
  find: (out, { surface }, box) => findTriangles(out, surface!.tree, box),
  startCast: (walk, { surface }) => startTriangleCast(walk, surface!.tree),
  nextCast: (walk, { surface }) => nextTriangleCast(walk, surface!.tree),
  startClosest: (walk, { surface }) => startTriangleClosest(walk, surface!.tree),
  nextClosest: (walk, { surface }) => nextTriangleClosest(walk, surface!.tree),
  load(body, { surface }, child, poses, at, origin) {
    writeCorners(body.corners, 0, surface!.tree.mesh, child);
    placeTriangle(body, poses, at, origin);
  },
  castRay(hit, ray, { surface }, child) {
    writeCorners(corners, 0, surface!.tree.mesh, child);
    const cast = surface!.oneSided ? castRayTriangleSingleSided : castRayTriangle;
    return cast(hit, 0, ray, 0, Infinity, corners, 0);
  },
  closestPoint(out, point, { surface }, child) {
    writeCorners(corners, 0, surface!.tree.mesh, child);
    closestPointTriangle(nearest, 0, point, 0, corners, 0);
    for (let axis = 0; axis < 3; axis++) out[axis] = nearest[axis];
  },
  encloses: ({ surface }, point) => surface!.solid && enclosesPoint(surface!.tree, point),
};
