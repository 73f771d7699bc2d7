import type { IndexList } from '../../core/index-list.ts';
import { type ColliderSet, POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_X, POSE_Y } from '../collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_EDGE,
  packFeatures,
} from '../geometry/contact/contact-layout.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isFreeAtVertex, isInTile, openParts, stepsToOpen, tileKindOf } from '../shapes/tile-grid.ts';
import { SIDE_COLUMN, SIDE_ROW, SIDES } from '../shapes/tile-kinds.ts';
import { findLowest, LOWEST, support } from './lowest-point.ts';
import { LEAST_SEPARATION, type SegmentContact } from './segment-contacts.ts';
import { collectSurfaceContacts } from './surface-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';

const local = new Float64Array(2);

/** The surface of maps of tiles, made of their cells. */
const tileSurface: SurfaceRoutines = {
  openParts(out, shape, child, edge) {
    const grid = shape.grid!;
    const column = child % grid.columns;
    const row = (child - column) / grid.columns;
    return openParts(out, grid, column, row, tileKindOf(grid, child)!, edge);
  },
  isFreeAtVertex(shape, child, vertex, normal) {
    const grid = shape.grid!;
    const column = child % grid.columns;
    const row = (child - column) / grid.columns;
    return isFreeAtVertex(grid, column, row, tileKindOf(grid, child)!, vertex, normal);
  },
  contains: (shape, point) => isInTile(shape.grid!, point),
  readOneWay(out, shape, child) {
    const grid = shape.grid!;
    out[0] = grid.oneWayDepth;
    return tileKindOf(grid, child)!.isOneWay;
  },
  leadOut,
};

/** See `CollectRoutine`. */
export function collectTileContacts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  return collectSurfaceContacts(tileSurface, set, slot, shape, children, piece, pieceIndex, start);
}

/**
 * Gives a contact the shortest way out of the tiles along a row or a column. Where neither has an end nearby, the
 * contact stays as it is.
 */
function leadOut(contact: SegmentContact, shape: RegisteredShape, piece: PlacedPiece): void {
  const { manifold, child } = contact;
  const grid = shape.grid!;
  const column = child % grid.columns;
  const row = (child - column) / grid.columns;
  const c = placement[POSE_COS];
  const s = placement[POSE_SIN];
  const scale = placement[POSE_SCALE];
  let best = -Infinity;
  for (let side = 0; side < SIDES; side++) {
    const steps = stepsToOpen(grid, column, row, side);
    if (steps < 0) continue;
    const x = SIDE_COLUMN[side];
    const y = SIDE_ROW[side];
    // A point of the side that is open at last.
    const faceX = (column + steps * x + (x > 0 ? 1 : 0)) * grid.width * scale;
    const faceY = (row + steps * y + (y > 0 ? 1 : 0)) * grid.height * scale;
    local[0] = c * x - s * y;
    local[1] = s * x + c * y;
    const face =
      local[0] * (placement[POSE_X] + c * faceX - s * faceY) + local[1] * (placement[POSE_Y] + s * faceX + c * faceY);
    findLowest(piece, local);
    const separation = support[LOWEST] - piece.radius - face - placement[POSE_RADIUS];
    if (!(separation > best)) continue;
    best = separation;
    // Midway between the two surfaces.
    const off = piece.radius + separation / 2;
    manifold[CONTACT_NORMAL_X] = 0 + local[0];
    manifold[CONTACT_NORMAL_Y] = 0 + local[1];
    manifold[CONTACT_POINTS] = support[0] - off * local[0];
    manifold[CONTACT_POINTS + 1] = support[1] - off * local[1];
    manifold[CONTACT_POINTS + CONTACT_SEPARATION] = separation;
    manifold[LEAST_SEPARATION] = separation;
    contact.points = 1;
    contact.features[0] = packFeatures(side | FEATURE_EDGE, 0);
  }
}
