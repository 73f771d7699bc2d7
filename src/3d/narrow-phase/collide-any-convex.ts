import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { collideBodies } from '../geometry/contact/collide-bodies.ts';
import { bodyA, bodyB } from '../geometry/convex/convex-body.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { loadBody } from './load-body.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';

/** Collides any two convex colliders. */
export function collideAnyConvex(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  setPairOrigin(set, slotA);
  loadBody(bodyA, set, slotA);
  loadBody(bodyB, set, slotB);
  const points = collideBodies(manifold, features, pairOrigin, contactMargin);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}
