import type { ContactList } from '../../core/contact-list.ts';
import { type ColliderSet, POSE_RADIUS, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { contactMargin } from './contact-margin.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { frameOrigin } from './load-piece.ts';

/** Two circles, straight from the stores: half of all games collide nothing else. Concentric circles get the normal (1, 0). */
export function collideCircleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses, slots } = set;
  const a = slotA * POSE_STRIDE;
  const b = slotB * POSE_STRIDE;
  const x = poses[a + POSE_X]!;
  const y = poses[a + POSE_Y]!;
  const dx = poses[b + POSE_X]! - x;
  const dy = poses[b + POSE_Y]! - y;
  const radiusA = poses[a + POSE_RADIUS]!;
  const radiusB = poses[b + POSE_RADIUS]!;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const separation = distance - radiusA - radiusB;
  if (!(separation <= contactMargin)) return;
  const normalX = distance > 0 ? dx / distance : 1;
  const normalY = distance > 0 ? dy / distance : 0;
  const along = radiusA + separation / 2;
  manifold[0] = normalX;
  manifold[1] = normalY;
  manifold[2] = normalX * along;
  manifold[3] = normalY * along;
  manifold[4] = separation;
  features[0] = 0;
  frameOrigin[0] = x;
  frameOrigin[1] = y;
  emitContact(list, slots, slotA, slotB, 0, 0, 1);
}
