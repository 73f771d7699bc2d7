import type { ContactList } from '../../core/contact-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import { collidePlaced } from './collide-placed.ts';
import { contactMargin } from './contact-margin.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { centreFrame, loadCollider } from './load-collider.ts';

const pieceA = createPlacedPiece(64);
const pieceB = createPlacedPiece(64);

/** Any two colliders of one convex piece each. */
export function collideConvexColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  centreFrame(set, slotA);
  loadCollider(pieceA, set, slotA);
  loadCollider(pieceB, set, slotB);
  const points = collidePlaced(manifold, features, pieceA, pieceB, contactMargin);
  if (points > 0) emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}
