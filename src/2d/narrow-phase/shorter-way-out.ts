import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../geometry/contact/contact-layout.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { findLowest, LOWEST, support } from './lowest-point.ts';
import { LEAST_SEPARATION, LENGTH_ROUNDING, type SegmentContact, segmentContacts } from './segment-contacts.ts';
import { ANGLE_SLACK, local, OF_OPEN_EDGE, OF_SURFACE, tile } from './surface-tile.ts';

/**
 * Drops contacts along open edges where the contact of another tile leads out by a shorter way: a piece that is half in
 * a wall is pushed out of the wall, not up from the tiles that lie behind its face.
 */
export function leaveToShorter(shape: RegisteredShape, piece: PlacedPiece, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.verdict !== OF_OPEN_EDGE || !contact.overlaps) continue;
    for (let k = start; k < end; k++) {
      const other = segmentContacts[k];
      if (other.verdict !== OF_SURFACE || other.points === 0) continue;
      if (!(other.manifold[LEAST_SEPARATION] > contact.manifold[LEAST_SEPARATION])) continue;
      if (!leadsClear(shape, contact, other, piece)) continue;
      contact.points = 0;
      break;
    }
  }
}

/**
 * Returns whether moving the piece out by another contact also takes it out of the tile of a contact. Not asked of a
 * contact with the same normal: both then say the same.
 */
function leadsClear(
  shape: RegisteredShape,
  contact: SegmentContact,
  { manifold }: SegmentContact,
  piece: PlacedPiece,
): boolean {
  const own = contact.manifold;
  local[0] = manifold[CONTACT_NORMAL_X];
  local[1] = manifold[CONTACT_NORMAL_Y];
  const cross = local[0] * own[CONTACT_NORMAL_Y] - local[1] * own[CONTACT_NORMAL_X];
  const dot = local[0] * own[CONTACT_NORMAL_X] + local[1] * own[CONTACT_NORMAL_Y];
  if (Math.abs(cross) <= ANGLE_SLACK && dot > 0) return false;
  shape.record.load(tile, shape, contact.child);
  findLowest(piece, local);
  let highest = -Infinity;
  for (let i = 0; i < tile.count; i++) {
    highest = Math.max(highest, tile.vertices[2 * i] * local[0] + tile.vertices[2 * i + 1] * local[1]);
  }
  const separation = support[LOWEST] - piece.radius - highest - tile.radius;
  return separation >= manifold[LEAST_SEPARATION] - own[LENGTH_ROUNDING];
}
