import { NO_MARGIN } from '../../core/narrow-phase/contact-margin.ts';
import { type ContactRoutines, ShapeCollider, type TakeContact } from '../../core/queries/collide-shape.ts';
import type { QueryShape } from '../../core/queries/query-shape.ts';
import type { ShapeContacts } from '../../core/shape-contacts.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS, CONTACT_POINT_STRIDE, CONTACT_POINTS } from '../geometry/contact/contact-layout.ts';
import { bodyB } from '../geometry/convex/convex-body.ts';
import { manifold as pairManifold } from '../narrow-phase/emit-contact.ts';
import { worldBox } from '../narrow-phase/find-children.ts';
import { pairOrigin, wholeMiddle } from '../narrow-phase/pair-origin.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { collideQueryBodies } from './body-pairs.ts';
import { copyBody, FRAME_ORIGIN, type QueryBody, spacePieces } from './query-body.ts';
import { seamlessOf } from './seamless-of.ts';

const spaceContacts: ContactRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collideQueryBodies,
  surfaces: { isSurface: ({ record }) => record.contacts !== undefined, collide: collideSurface, filterSeamless },
};

/** See `ContactSurfaces.filterSeamless`. */
function filterSeamless(out: ShapeContacts, set: ColliderSet, shape: QueryShape<QueryBody>, take: TakeContact): void {
  seamlessOf(set)?.filterPlaced(out, shape, take);
}

/** See `ContactSurfaces.collide`. */
function collideSurface(
  out: ShapeContacts,
  set: ColliderSet,
  slot: number,
  composite: RegisteredShape,
  shape: QueryShape<QueryBody>,
  take: TakeContact,
): void {
  const contacts = composite.record.contacts!;
  for (let axis = 0; axis < 3; axis++) {
    wholeMiddle[axis] = 0.5 * (shape.box[axis] + shape.box[3 + axis]) - pairOrigin[axis];
  }
  for (let k = 0; k < shape.count; k++) {
    const piece = shape.pieces[k];
    copyBody(bodyB, piece.body, FRAME_ORIGIN);
    for (let side = 0; side < 6; side++) worldBox[side] = shape.box[side];
    const count = contacts.find(set, slot, composite, piece.isHalfSpace, NO_MARGIN);
    for (let i = 0; i < count; i++) {
      const points = contacts.load(i);
      // These manifolds are in the world; those of queries are relative to the frame of pairs.
      for (let k = 0; k < points; k++) {
        const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * k;
        for (let axis = 0; axis < 3; axis++) pairManifold[at + axis] -= pairOrigin[axis];
      }
      take(out, slot, contacts.triangleOf(i), pairManifold, points);
    }
  }
}

/** Finds where placed shapes touch colliders in space. */
export const shapeCollider = /* @__PURE__ */ new ShapeCollider(spaceContacts);
