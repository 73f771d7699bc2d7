import { createIndexList } from '../../core/index-list.ts';
import { type ContactRoutines, ShapeCollider, type TakeContact } from '../../core/queries/collide-shape.ts';
import { type ShapeContacts, swapRows } from '../../core/shape-contacts.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { collidePlaced } from '../narrow-phase/collide-placed.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { segmentContacts } from '../narrow-phase/segment-contacts.ts';
import { collectorOf } from '../narrow-phase/surface-table.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { planePieces } from './pieces.ts';
import type { QueryShape } from './query-shape.ts';
import { seamlessOf } from './seamless-of.ts';

const children = createIndexList(64);

/** Contacts of placed shapes in the plane. */
const planeContacts: ContactRoutines<ColliderSet, PlacedPiece> = {
  loader: planePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collidePlaced,
  surfaces: {
    isSurface: ({ record }) => record.makesSurface,
    collide: collideWithSurface,
    collidePlaced: undefined,
    filterSeamless: (out, set, shape, take) => seamlessOf(set)?.filterPlaced(out, shape, take),
  },
};

/** Finds where placed shapes touch colliders in the plane. */
export const shapeCollider = /* @__PURE__ */ new ShapeCollider(planeContacts);

/**
 * Collides a shape with a composite whose pieces make one surface: the contacts are those of the surface, listed by
 * piece.
 */
function collideWithSurface(
  out: ShapeContacts,
  set: ColliderSet,
  slot: number,
  composite: RegisteredShape,
  shape: QueryShape,
  take: TakeContact,
): void {
  for (let side = 0; side < 4; side++) worldBox[side] = shape.box[side];
  findChildren(set, slot, composite, children);
  if (children.count === 0) return;
  const first = out.count;
  for (let k = 0; k < shape.count; k++) {
    const end = collectorOf(composite)!(set, slot, composite, children, shape.pieces[k], k, 0);
    for (let i = 0; i < end; i++) {
      const contact = segmentContacts[i];
      if (contact.points > 0) take(out, slot, contact.child, contact.manifold, contact.points);
    }
  }
  if (shape.count > 1) sortByChild(out, first);
}

/** Sorts the rows of a chain or a grid, which are sorted by piece, by segment and then by piece. */
function sortByChild(out: ShapeContacts, first: number): void {
  for (let i = first + 1; i < out.count; i++) {
    for (let at = i; at > first && out.children[at - 1] > out.children[at]; at--) swapRows(out, at - 1, at);
  }
}
