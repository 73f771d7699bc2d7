import { refuse } from '../../core/errors.ts';
import { createIndexList } from '../../core/index-list.ts';
import { writeFieldCorners } from '../geometry/tree/height-field.ts';
import {
  findFieldTriangles,
  nextFieldCast,
  nextFieldClosest,
  startFieldCast,
  startFieldClosest,
} from '../geometry/tree/walk-height-field.ts';
import { addPlaced, castRayCorners, closestPointCorners, placeTriangle, reservePlaced } from './load-triangle.ts';
import type { PieceRoutines, TriangleQueries } from './piece-routines.ts';
import type { RegisteredShape } from './registered-shape.ts';

const corners = new Float64Array(9);
const found = /* @__PURE__ */ createIndexList(64);

/** The triangles over a grid of heights. No walk finds one with a corner in a hole. */
export const fieldPieces: PieceRoutines<RegisteredShape> = {
  count: () => refuse('invalid-shape', 'query shape', 'another shape than a heightfield', 'a heightfield'),
  find: (out, { surface }, box) => findFieldTriangles(out, surface!.field!, box),
  load(body, { surface }, child, poses, at, origin) {
    writeFieldCorners(body.corners, surface!.field!, child);
    placeTriangle(body, poses, at, origin);
  },
  encloses: () => false,
};

/** How queries ask the triangles over a grid of heights. */
export const fieldQueries: TriangleQueries<RegisteredShape> = {
  corners(out, { surface }, child) {
    writeFieldCorners(out, surface!.field!, child);
  },
  gather(out, { surface }, box, poses, at, origin, most) {
    findFieldTriangles(found, surface!.field!, box);
    if (found.count > most) return false;
    reservePlaced(out, found.count);
    for (let i = 0; i < found.count; i++) {
      writeFieldCorners(corners, surface!.field!, found.items[i]);
      addPlaced(out, found.items[i], corners, poses, at, origin);
    }
    return true;
  },
  startCast: (walk, { surface }) => startFieldCast(walk, surface!.field!),
  nextCast: (walk, { surface }) => nextFieldCast(walk, surface!.field!),
  startClosest: (walk, { surface }) => startFieldClosest(walk, surface!.field!),
  nextClosest: (walk, { surface }) => nextFieldClosest(walk, surface!.field!),
  castRay(hit, ray, { surface }, child) {
    writeFieldCorners(corners, surface!.field!, child);
    return castRayCorners(hit, ray, corners, surface!.oneSided);
  },
  closestPoint(out, point, { surface }, child) {
    writeFieldCorners(corners, surface!.field!, child);
    closestPointCorners(out, point, corners);
  },
};
