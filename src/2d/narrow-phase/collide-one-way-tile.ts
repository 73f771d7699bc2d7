import { POSE_SCALE } from '../collider-set.ts';
import { type PlacedPiece, placement } from '../shapes/placed-piece.ts';
import { collideAboveSegment } from './collide-above-segment.ts';
import { findLowest, LOWEST, support } from './lowest-point.ts';
import { candidate, setSegment, takeOver } from './open-edges.ts';
import { LEAST_SEPARATION, LENGTH_ROUNDING, type SegmentContact, writeLeastSeparation } from './segment-contacts.ts';
import { local, parts, tile } from './surface-tile.ts';

/** How deep something may be in the tile and still be held up, as `readOneWay` writes it. */
export const oneWayDepth = new Float64Array(1);

/**
 * Collides a piece with the top of a one-way tile: along the normal of the top only, and only where the piece reaches
 * above the top and is no deeper in the tile than the map allows. So the tile supports bodies that come from above. A
 * body that jumps through it from below meets it on the last part of its way, when it is no deeper than that.
 */
export function collideOneWayTile(contact: SegmentContact, piece: PlacedPiece): void {
  parts[0] = 0;
  parts[1] = 1;
  setSegment(0, 0);
  candidate.overlaps = true;
  candidate.manifold[LENGTH_ROUNDING] = 0;
  collideAboveSegment(candidate, piece);
  if (candidate.points === 0) return;
  writeLeastSeparation(candidate);
  const separation = candidate.manifold[LEAST_SEPARATION];
  if (separation < -oneWayDepth[0] * placement[POSE_SCALE]) return;
  const { normals, vertices } = tile;
  local[0] = 0 - normals[0];
  local[1] = 0 - normals[1];
  findLowest(piece, local);
  const isBelow = piece.radius - support[LOWEST] < vertices[0] * normals[0] + vertices[1] * normals[1];
  if (isBelow) return;
  takeOver(contact, 0, tile.count);
  contact.manifold[LEAST_SEPARATION] = separation;
  contact.manifold[LENGTH_ROUNDING] = 0;
}
