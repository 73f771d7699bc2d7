import { type ContactList, reserveContact } from '../../core/contact-list.ts';
import { type ColliderSet, POSE_STRIDE, POSE_X } from '../collider-set.ts';
import { writeCircleContact } from '../geometry/contact/collide-circles.ts';
import { contactMargin } from './contact-margin.ts';
import { ROW_STRIDE } from './contact-row.ts';
import { emitPoint } from './emit-contact.ts';

/**
 * Two circles, straight from the poses, whose first numbers are a circle, into the contact's row: half of all games collide nothing
 * else, and by way of the manifold that other routines share it took twice as long.
 */
export function collideCircleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  const at = reserveContact(list) * ROW_STRIDE;
  const a = slotA * POSE_STRIDE + POSE_X;
  const b = slotB * POSE_STRIDE + POSE_X;
  if (writeCircleContact(list.manifolds, at, poses, a, poses, b, contactMargin))
    emitPoint(list, set.slots, slotA, slotB, 0);
}
