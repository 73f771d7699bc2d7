import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { type ColliderSet, POSE_HALF_HEIGHT, POSE_HALF_WIDTH, POSE_RADIUS, POSE_STRIDE } from '../collider-set.ts';
import { ROUNDING } from '../geometry/contact/clip-face.ts';
import { FEATURE_EDGE } from '../geometry/contact/contact-layout.ts';
import { SHAPE_CAPSULE } from '../shapes/shape-kind.ts';
import {
  CIRCLE_DISTANCE,
  CIRCLE_NORMAL_X,
  CIRCLE_NORMAL_Y,
  CIRCLE_RADIUS,
  CIRCLE_X,
  CIRCLE_Y,
  circle,
  emitCircleContact,
  placeCircle,
} from './place-circle.ts';

/** Collides a circle with a box or a capsule, rounded boxes included; features are as in the general routine. */
export function collideCircleBoxColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (approachBox(set, slotA, slotB)) emitCircleContact(set, list, slotA, slotB, feature, false);
}

/** Collides a box or capsule, A, and a circle, B. */
export function collideBoxCircleColliders(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (approachBox(set, slotB, slotA)) emitCircleContact(set, list, slotB, slotA, feature, true);
}

/** The edge or vertex of the box that the circle meets. */
let feature = 0;

/**
 * Finds the way from the circle's centre to the core, a rectangle about the origin of its own frame, where the closest
 * point is a clamp. A capsule's core is one of no width: there is no inside, and its ends are points. For a centre
 * inside, or beside a face, the way leads along the normal of the least deep face, the one of the lowest number among
 * equals. Returns whether the core is near enough.
 */
function approachBox(set: ColliderSet, circleSlot: number, boxSlot: number): boolean {
  placeCircle(set, circleSlot, boxSlot);
  const { poses } = set;
  const box = boxSlot * POSE_STRIDE;
  const isCapsule = set.kinds[boxSlot] === SHAPE_CAPSULE;
  const x = circle[CIRCLE_X];
  const y = circle[CIRCLE_Y];
  const halfWidth = poses[box + POSE_HALF_WIDTH];
  const halfHeight = poses[box + POSE_HALF_HEIGHT];
  const radius = poses[box + POSE_RADIUS];
  const outX = Math.abs(x) - halfWidth;
  const outY = Math.abs(y) - halfHeight;
  const limit = radius + circle[CIRCLE_RADIUS] + contactMargin[0];
  if (!(outX <= limit && outY <= limit)) return false;

  if (outX > 0 && outY > 0) {
    const distance = Math.sqrt(outX * outX + outY * outY);
    if (!(distance <= limit)) return false;
    // Closer than rounding, the line to the corner has no direction, and the face's normal serves.
    if (distance > ROUNDING * (halfWidth + halfHeight)) {
      circle[CIRCLE_NORMAL_X] = x > 0 ? -outX / distance : outX / distance;
      circle[CIRCLE_NORMAL_Y] = y > 0 ? -outY / distance : outY / distance;
      circle[CIRCLE_DISTANCE] = distance - radius;
      feature = isCapsule ? (y > 0 ? 1 : 0) : x > 0 ? (y > 0 ? 2 : 1) : y > 0 ? 3 : 0;
      return true;
    }
  }
  const isVertical = isCapsule ? outY > 0 && outY > outX : outY > outX || (outY === outX && (y <= 0 || x < 0));
  if (isVertical) {
    circle[CIRCLE_NORMAL_X] = 0;
    circle[CIRCLE_NORMAL_Y] = y > 0 ? -1 : 1;
    circle[CIRCLE_DISTANCE] = outY - radius;
    feature = isCapsule ? (y > 0 ? 1 : 0) : FEATURE_EDGE | (y > 0 ? 2 : 0);
  } else {
    circle[CIRCLE_NORMAL_X] = x >= 0 ? -1 : 1;
    circle[CIRCLE_NORMAL_Y] = 0;
    circle[CIRCLE_DISTANCE] = outX - radius;
    feature = FEATURE_EDGE | (isCapsule ? (x >= 0 ? 0 : 1) : x >= 0 ? 1 : 3);
  }
  return true;
}
