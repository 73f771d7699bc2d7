import type { ContactList } from '../../core/contact-list.ts';
import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { collideCapsules } from '../geometry/collide-capsules.ts';
import { contactMargin } from './contact-margin.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { centreFrame, frameOrigin } from './load-piece.ts';

const capsuleA = new Float64Array(5);
const capsuleB = new Float64Array(5);

/** Two capsules, straight from the stores. */
export function collideCapsuleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  centreFrame(set, slotA);
  fillCapsule(capsuleA, set, slotA);
  fillCapsule(capsuleB, set, slotB);
  const points = collideCapsules(manifold, features, capsuleA, 0, capsuleB, 0, contactMargin);
  if (points > 0) emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

function fillCapsule(out: Float64Array, set: ColliderSet, slot: number): void {
  const { poses, shape } = set;
  const index = set.slots.index[slot]!;
  const at = slot * POSE_STRIDE;
  const scale = poses[at + POSE_SCALE]!;
  const x = poses[at + POSE_X]! - frameOrigin[0]!;
  const y = poses[at + POSE_Y]! - frameOrigin[1]!;
  const alongX = -poses[at + POSE_SIN]! * shape.halfHeight[index]! * scale;
  const alongY = poses[at + POSE_COS]! * shape.halfHeight[index]! * scale;
  out[0] = x - alongX;
  out[1] = y - alongY;
  out[2] = x + alongX;
  out[3] = y + alongY;
  out[4] = shape.radius[index]! * scale;
}
