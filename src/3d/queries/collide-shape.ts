import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { type ContactRoutines, ShapeCollider, type TakeContact } from '../../core/queries/collide-shape.ts';
import { PieceCursor } from '../../core/queries/pieces.ts';
import type { QueryShape } from '../../core/queries/query-shape.ts';
import type { ShapeContacts } from '../../core/shape-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS } from '../geometry/body-pose.ts';
import { CONTACT_MAX_POINTS, CONTACT_POINT_STRIDE, CONTACT_POINTS } from '../geometry/contact/contact-layout.ts';
import { manifold as pairManifold } from '../narrow-phase/emit-contact.ts';
import { pairOrigin, wholeMiddle } from '../narrow-phase/pair-origin.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import type { SurfaceContacts } from '../shapes/surface.ts';
import { collideQueryBodies } from './body-pairs.ts';
import { loadContactBody, type QueryBody, spacePieces } from './query-body.ts';
import { seamlessOf } from './seamless-of.ts';

const cursor = /* @__PURE__ */ new PieceCursor(spacePieces);

const spaceContacts: ContactRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collideQueryBodies,
  surfaces: {
    isSurface: ({ record }) => record.contacts !== undefined,
    collide: collideSurface,
    collidePlaced,
    filterSeamless,
  },
};

/** See `ContactSurfaces.filterSeamless`. */
function filterSeamless(out: ShapeContacts, set: ColliderSet, shape: QueryShape<QueryBody>, take: TakeContact): void {
  seamlessOf(set)?.filterPlaced(out, shape, take);
}

/** See `ContactSurfaces.collide`. If both are surfaces, the larger one is the ground, as in contacts of a tick. */
function collideSurface(
  out: ShapeContacts,
  set: ColliderSet,
  slot: number,
  composite: RegisteredShape,
  shape: QueryShape<QueryBody>,
  take: TakeContact,
): void {
  if (isGround(shape, set, slot)) {
    collidePlaced(out, set, slot, shape, take);
    return;
  }
  const contacts = composite.record.contacts!;
  for (let axis = 0; axis < 3; axis++) {
    wholeMiddle[axis] = 0.5 * (shape.box[axis] + shape.box[3 + axis]) - pairOrigin[axis];
  }
  for (let k = 0; k < shape.count; k++) {
    const piece = shape.pieces[k];
    loadContactBody(piece, contactMargin);
    const count = contacts.find(set, slot, composite, piece.isHalfSpace, contactMargin);
    for (let i = 0; i < count; i++) {
      const points = loadInFrame(contacts, i);
      take(out, slot, contacts.triangleOf(i), pairManifold, points);
    }
  }
}

/**
 * Returns whether a placed shape is the surface that the triangles of a collider are collided with, rather than the
 * other way round.
 */
export function isGround({ pieces }: QueryShape<QueryBody>, set: ColliderSet, slot: number): boolean {
  const { surface, pose } = pieces[0];
  if (surface === undefined || seamlessOf(set)?.has(slot) === true) return false;
  if (compositeOf(set, slot)?.surface === undefined) return set.kinds[slot] !== SHAPE_HALF_SPACE;
  return surface.record.contacts!.isPlacedLarger(surface, pose!, set, slot);
}

/** Loads contact i, which is in world coordinates, as queries report contacts: relative to the origin of the pair. */
function loadInFrame(contacts: SurfaceContacts<RegisteredShape>, i: number): number {
  const points = contacts.load(i);
  for (let k = 0; k < points; k++) {
    const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * k;
    for (let axis = 0; axis < 3; axis++) pairManifold[at + axis] -= pairOrigin[axis];
  }
  return points;
}

/** See `ContactSurfaces.collidePlaced`. */
function collidePlaced(
  out: ShapeContacts,
  set: ColliderSet,
  slot: number,
  shape: QueryShape<QueryBody>,
  take: TakeContact,
): boolean {
  const { surface, pose } = shape.pieces[0];
  if (surface === undefined || set.kinds[slot] === SHAPE_HALF_SPACE) return false;
  const contacts = surface.record.contacts!;
  // Casts and movers grow the pieces that they are given.
  pose![BODY_RADIUS] = shape.pieces[0].radius;
  if (compositeOf(set, slot)?.surface !== undefined) contacts.writeWholeMiddle(set, slot);
  cursor.find(set, slot, shape.box);
  for (let i = 0; i < cursor.count; i++) {
    const child = cursor.load(set, slot, i);
    loadContactBody(cursor.piece, contactMargin);
    const count = contacts.findPlaced(surface, pose!, shape.box, contactMargin);
    for (let k = 0; k < count; k++) {
      const points = loadInFrame(contacts, k);
      // The normal of a query leads from the collider to the shape.
      for (let axis = 0; axis < 3; axis++) pairManifold[axis] = 0 - pairManifold[axis];
      take(out, slot, child, pairManifold, points);
    }
  }
  return true;
}

/** Finds where placed shapes touch colliders in space. */
export const shapeCollider = /* @__PURE__ */ new ShapeCollider(spaceContacts);
