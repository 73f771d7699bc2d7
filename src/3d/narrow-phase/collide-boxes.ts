import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { collideBoxBox } from '../geometry/contact/collide-box-box.ts';
import { collideBoxEdges } from '../geometry/contact/collide-box-edges.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';
import { roundManifold } from './round-manifold.ts';

/** Collides two boxes. */
export function collideBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const radiusA = poses[a + BODY_RADIUS];
  const radiusB = poses[b + BODY_RADIUS];
  let points = collideBoxBox(manifold, features, poses, a, b, contactMargin[0] + (radiusA + radiusB));
  if (points < 0) {
    setPairOrigin(set, slotA);
    points = collideBoxEdges(manifold, features, poses, a, b, pairOrigin, contactMargin);
  } else roundManifold(points, radiusA, radiusB);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}
