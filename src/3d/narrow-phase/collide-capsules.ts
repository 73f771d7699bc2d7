import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_HALF_Y, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { collideEdges } from '../geometry/contact/collide-edges.ts';
import { collideSegmentBox } from '../geometry/contact/collide-segment-box.ts';
import { writePerpendicular } from '../geometry/vector.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { sphereWay, WAY_LENGTH, writeSphereContact } from './write-sphere-contact.ts';

/** Collides two capsules. */
export function collideCapsuleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const points = collideEdges(manifold, features, set.poses, a, b, 0, contactMargin);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/** Collides a capsule A with a box B. */
export function collideCapsuleBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  let points = collideSegmentBox(manifold, features, set.poses, a, b, contactMargin, 1);
  if (points < 0) points = collideEdges(manifold, features, set.poses, a, b, 2, contactMargin);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/** Collides a box A with a capsule B. */
export function collideBoxCapsuleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  let points = collideSegmentBox(manifold, features, set.poses, b, a, contactMargin, -1);
  if (points < 0) points = collideEdges(manifold, features, set.poses, a, b, 1, contactMargin);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/** Collides a sphere A with a capsule B. */
export function collideSphereCapsuleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (writeSphereCapsule(set.poses, BODY_STRIDE * slotA, BODY_STRIDE * slotB, 1)) {
    emitContact(list, set.slots, slotA, slotB, 0, 0, 1);
  }
}

/** Collides a capsule A with a sphere B. */
export function collideCapsuleSphereColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (writeSphereCapsule(set.poses, BODY_STRIDE * slotB, BODY_STRIDE * slotA, -1)) {
    emitContact(list, set.slots, slotA, slotB, 0, 0, 1);
  }
}

const perpendicular = new Float64Array(3);

/**
 * Writes the contact of a sphere and a capsule, its normal from the sphere to the capsule times `sign`; false where
 * they are farther apart than the margin. For a centre on the segment the normal is perpendicular to the capsule's
 * axis.
 */
function writeSphereCapsule(poses: Float64Array, sphere: number, capsule: number, sign: number): boolean {
  const up = capsule + BODY_AXES + 3;
  const half = poses[capsule + BODY_HALF_Y];
  let x = poses[capsule + BODY_X] - poses[sphere + BODY_X];
  let y = poses[capsule + BODY_X + 1] - poses[sphere + BODY_X + 1];
  let z = poses[capsule + BODY_X + 2] - poses[sphere + BODY_X + 2];
  const height = -(x * poses[up] + y * poses[up + 1] + z * poses[up + 2]);
  const t = Math.max(-half, Math.min(half, height));
  x += t * poses[up];
  y += t * poses[up + 1];
  z += t * poses[up + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (!(distance - (poses[sphere + BODY_RADIUS] + poses[capsule + BODY_RADIUS]) <= contactMargin[0])) return false;
  if (distance > 0) {
    x /= distance;
    y /= distance;
    z /= distance;
  } else {
    writePerpendicular(perpendicular, 0, poses[up], poses[up + 1], poses[up + 2]);
    x = perpendicular[0];
    y = perpendicular[1];
    z = perpendicular[2];
  }
  sphereWay[0] = x;
  sphereWay[1] = y;
  sphereWay[2] = z;
  sphereWay[WAY_LENGTH] = distance;
  writeSphereContact(poses, sphere, capsule, sign, 0);
  return true;
}
