import { type ContactRoutines, ShapeCollider } from '../../core/queries/collide-shape.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS } from '../geometry/contact/contact-layout.ts';
import { collideQueryBodies } from './body-pairs.ts';
import { type QueryBody, spacePieces } from './query-body.ts';

const spaceContacts: ContactRoutines<ColliderSet, QueryBody> = {
  loader: spacePieces,
  maxPoints: CONTACT_MAX_POINTS,
  collide: collideQueryBodies,
  surfaces: undefined,
};

/** Finds where placed shapes touch colliders in space. */
export const shapeCollider = /* @__PURE__ */ new ShapeCollider(spaceContacts);
