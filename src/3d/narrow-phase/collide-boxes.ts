import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_RADIUS, BODY_STRIDE } from '../geometry/body-pose.ts';
import { collideBoxBox } from '../geometry/contact/collide-box-box.ts';
import { collideEdges } from '../geometry/contact/collide-edges.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { roundManifold } from './round-manifold.ts';

const limit = new Float64Array(1);

/** Collides two boxes. */
export function collideBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const radiusA = poses[a + BODY_RADIUS];
  const radiusB = poses[b + BODY_RADIUS];
  limit[0] = contactMargin[0] + (radiusA + radiusB);
  let points = collideBoxBox(manifold, features, poses, a, b, limit);
  if (points < 0) points = collideEdges(manifold, features, poses, a, b, 3, contactMargin);
  else roundManifold(points, poses, a, b);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}
