import type { IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { placeCollider } from './load-collider.ts';
import { collectSmoothContacts } from './smooth-contacts.ts';
import { leadOut, middleIsInside } from './way-out.ts';

/**
 * See `CollectRoutine`: collects the contacts of a solid that is cut into convex pieces. A body with its middle outside
 * is collided as with a smooth compound. A body with its middle inside may be nowhere near the outline, or near a part
 * of the outline that belongs to another piece than those it overlaps; it gets one contact, along the shortest way out
 * over the outline.
 */
export function collectConcaveContacts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
): number {
  placeCollider(set, slot);
  if (middleIsInside(shape, children, piece) && leadOut(shape, piece, pieceIndex, start)) return start + 1;
  return collectSmoothContacts(set, slot, shape, children, piece, pieceIndex, start);
}
