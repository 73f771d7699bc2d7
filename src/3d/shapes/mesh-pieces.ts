import { createIndexList } from '../../core/index-list.ts';
import { nextTriangleClosest, startTriangleClosest } from '../geometry/tree/closest-triangle-walk.ts';
import { enclosesPoint } from '../geometry/tree/encloses-point.ts';
import { findPlaces, findTriangles, PLACE_STRIDE } from '../geometry/tree/find-triangles.ts';
import { writeCorners } from '../geometry/tree/triangle-mesh.ts';
import { CORNER_BITS, CORNER_MASK } from '../geometry/tree/triangle-tree.ts';
import { nextTriangleCast, startTriangleCast } from '../geometry/tree/walk-triangle-tree.ts';
import {
  addPlaced,
  castRayCorners,
  closestPointCorners,
  placeTriangle,
  requirePlaceable,
  reservePlaced,
} from './load-triangle.ts';
import type { PieceRoutines, TriangleQueries } from './piece-routines.ts';
import type { RegisteredShape } from './registered-shape.ts';

const corners = new Float64Array(9);
const places = /* @__PURE__ */ createIndexList(64);

/** The triangles of a mesh. */
export const meshPieces: PieceRoutines<RegisteredShape> = {
  count: ({ surface }) => requirePlaceable(surface!.tree!.mesh.triangleCount),
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
  gather(out, { surface }, box, poses, at, origin, most) {
    const { order, corners: packs, vertices } = surface!.tree!;
    findPlaces(places, surface!.tree!, box);
    const { items, count } = places;
    if (count > PLACE_STRIDE * most) return false;
    reservePlaced(out, count / PLACE_STRIDE);
    for (let i = 0; i < count; i += PLACE_STRIDE) {
      const place = items[i];
      const first = items[i + 1];
      const packed = packs[place];
      const a = 3 * (first + (packed & CORNER_MASK));
      const b = 3 * (first + ((packed >> CORNER_BITS) & CORNER_MASK));
      const c = 3 * (first + (packed >> (2 * CORNER_BITS)));
      for (let axis = 0; axis < 3; axis++) {
        corners[axis] = vertices[a + axis];
        corners[3 + axis] = vertices[b + axis];
        corners[6 + axis] = vertices[c + axis];
      }
      addPlaced(out, order[place], corners, poses, at, origin);
    }
    return true;
  },
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
