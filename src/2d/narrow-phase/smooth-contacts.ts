import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { createIndexList, type IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { childContains, reachesBeyond } from '../shapes/seams.ts';
import { collectSurfaceContacts } from './surface-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';

const place = new Float64Array(2);
const box = new Float64Array(4);
const found = createIndexList(16);

/** The surface of smooth compounds, made of their children. */
export const smoothSurface: SurfaceRoutines = {
  openParts(out, shape, child, edge) {
    const { firstPart, parts } = shape.seams!;
    const at = shape.pieceStart[child] + edge;
    const count = firstPart[at + 1] - firstPart[at];
    for (let i = 0; i < 2 * count; i++) out[i] = parts[2 * firstPart[at] + i];
    return count;
  },
  isFreeAtVertex(shape, child, vertex, normal) {
    const { firstNeighbour, neighbours } = shape.seams!;
    const at = 2 * (shape.pieceStart[child] + vertex);
    place[0] = shape.vertices[at];
    place[1] = shape.vertices[at + 1];
    for (let i = firstNeighbour[child]; i < firstNeighbour[child + 1]; i++) {
      const other = neighbours[i];
      if (reachesBeyond(shape, other, place, normal) && childContains(shape, other, place)) return false;
    }
    return true;
  },
  contains(shape, point) {
    box[0] = box[2] = point[0];
    box[1] = box[3] = point[1];
    found.count = 0;
    queryBvhAabb(found, shape.bvh!, shape.pieceBounds, box, 0);
    for (let i = 0; i < found.count; i++) {
      const child = found.items[i];
      if (shape.pieceCount[child] > 2 && childContains(shape, child, point)) return true;
    }
    return false;
  },
  readOneWay: () => false,
  // A buried body keeps the contact along the shortest way out of the child that it is deepest in.
  leadOut: () => {},
};

/** See `CollectRoutine`. */
export function collectSmoothContacts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  return collectSurfaceContacts(smoothSurface, set, slot, shape, children, piece, pieceIndex, start);
}
