import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_AXES, BODY_HALF_Y, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../geometry/body-pose.ts';
import { collideSegmentBox } from '../geometry/contact/collide-segment-box.ts';
import {
  collideSegments,
  RADIUS_A,
  RADIUS_B,
  SEGMENT_MARGIN,
  segmentA,
  segmentB,
  segmentNames,
  segmentSizes,
} from '../geometry/contact/collide-segments.ts';
import { FEATURE_FLAG } from '../geometry/contact/contact-layout.ts';
import { emitContact, features, manifold } from './emit-contact.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';

/** Collides two capsules. */
export function collideCapsuleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const { poses } = set;
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  setPairOrigin(set, slotA);
  loadSegment(segmentA, poses, a);
  loadSegment(segmentB, poses, b);
  for (let i = 0; i < 6; i++) segmentNames[i] = i % 3 === 2 ? FEATURE_FLAG : i % 3;
  segmentSizes[RADIUS_A] = poses[a + BODY_RADIUS];
  segmentSizes[RADIUS_B] = poses[b + BODY_RADIUS];
  segmentSizes[SEGMENT_MARGIN] = contactMargin[0];
  emitContact(list, set.slots, slotA, slotB, 0, 0, collideSegments(manifold, features, pairOrigin));
}

/** Writes the ends of a capsule's segment about `pairOrigin`: the lower one first. */
function loadSegment(segment: Float64Array, poses: Float64Array, at: number): void {
  const half = poses[at + BODY_HALF_Y];
  for (let axis = 0; axis < 3; axis++) {
    const middle = poses[at + BODY_X + axis] - pairOrigin[axis];
    const reach = half * poses[at + BODY_AXES + 3 + axis];
    segment[axis] = middle - reach;
    segment[3 + axis] = middle + reach;
  }
}

/** A capsule as A against a box as B. */
export function collideCapsuleBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const points = collideSegmentBox(manifold, features, set.poses, a, b, contactMargin, 1);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}

/** A box as A against a capsule as B. */
export function collideBoxCapsuleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  const a = BODY_STRIDE * slotA;
  const b = BODY_STRIDE * slotB;
  const points = collideSegmentBox(manifold, features, set.poses, b, a, contactMargin, -1);
  emitContact(list, set.slots, slotA, slotB, 0, 0, points);
}
