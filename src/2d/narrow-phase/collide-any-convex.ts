import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { KIND_STRIDE, setRoutines } from '../../core/narrow-phase/routine-table.ts';
import type { ColliderSet } from '../collider-set.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import { SHAPE_CIRCLE, SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import { collidePlaced } from './collide-placed.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { centreFrame, loadCollider } from './load-collider.ts';
import { routines } from './routine-table.ts';

const pieceA = createPlacedPiece(64);
const pieceB = createPlacedPiece(64);

/** Collides any two colliders of one convex piece each. */
export function collideConvexColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  centreFrame(set, slotA);
  loadCollider(pieceA, set, slotA);
  loadCollider(pieceB, set, slotB);
  const points = collidePlaced(manifold, features, pieceA, pieceB, contactMargin);
  if (points > 0) emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/**
 * Enters the general routine for shapes of one convex piece: for pairs of such shapes, and with all kinds that have no
 * routine for them yet. Closed forms, and the routines of composites, replace it, whichever kind is registered first.
 */
export function addConvexRoutines(convex: number): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    if (routines[kind * KIND_STRIDE + convex] !== undefined) continue;
    setRoutines(routines, kind, convex, collideConvexColliders, collideConvexColliders);
  }
}
