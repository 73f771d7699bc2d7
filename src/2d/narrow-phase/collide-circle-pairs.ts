import { addPairContact, type ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { type ColliderSet, POSE_RADIUS, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from './emit-contact.ts';

/**
 * Collides two circles, as `collideCircles` does but from the stores straight into the contact's row: half of all games
 * collide nothing else, and a routine that writes before it is known whether there is a row makes their whole tick 7 %
 * slower.
 */
export function collideCircleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses, slots } = set;
  const a = slotA * POSE_STRIDE;
  const b = slotB * POSE_STRIDE;
  const x = poses[a + POSE_X];
  const y = poses[a + POSE_Y];
  const dx = poses[b + POSE_X] - x;
  const dy = poses[b + POSE_Y] - y;
  const radiusA = poses[a + POSE_RADIUS];
  const distance = Math.sqrt(dx * dx + dy * dy);
  const separation = distance - radiusA - poses[b + POSE_RADIUS];
  if (!(separation <= contactMargin[0])) return;
  const row = addPairContact(list, slots, slotA, slotB, 0, 0, 1, separation <= 0);
  if (row < 0) return;
  const normalX = distance > 0 ? dx / distance : 1;
  const normalY = distance > 0 ? dy / distance : 0;
  const along = radiusA + separation / 2;
  // These lines do what `writePoint` does: V8 does not always inline that call here, and numbers that are handed over
  // are put on the heap then.
  const { manifolds } = list;
  const at = row * ROW_STRIDE;
  manifolds[at + CONTACT_NORMAL_X] = normalX;
  manifolds[at + CONTACT_NORMAL_Y] = normalY;
  manifolds[at + CONTACT_POINTS] = normalX * along + x;
  manifolds[at + CONTACT_POINTS + 1] = normalY * along + y;
  manifolds[at + CONTACT_POINTS + CONTACT_SEPARATION] = separation;
  list.featureOrExtra[row] = 0;
}
