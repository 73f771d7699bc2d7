import { addPairContact, type ContactList } from '../../core/contact-list.ts';
import { type ColliderSet, POSE_COS, POSE_RADIUS, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { packFeatures, writePoint } from '../geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from './emit-contact.ts';

/**
 * A circle against another shape is worked out in that shape's own frame, where the shape is simple: the centre turns
 * instead of all its vertices. In: the circle's centre there, and its radius in world units. Out: the unit normal in
 * that frame from the circle to the shape, and the signed distance of the centre from the surface. An array, see
 * placed-piece.ts.
 */
export const circle = new Float64Array(6);
export const CIRCLE_X = 0;
export const CIRCLE_Y = 1;
export const CIRCLE_RADIUS = 2;
export const CIRCLE_NORMAL_X = 3;
export const CIRCLE_NORMAL_Y = 4;
export const CIRCLE_DISTANCE = 5;

/** Writes where the circle of one slot is in the turned frame of another, unscaled, and its radius. */
export function placeCircle(set: ColliderSet, slot: number, otherSlot: number): void {
  const { poses } = set;
  const at = slot * POSE_STRIDE;
  const other = otherSlot * POSE_STRIDE;
  const x = poses[at + POSE_X] - poses[other + POSE_X];
  const y = poses[at + POSE_Y] - poses[other + POSE_Y];
  const c = poses[other + POSE_COS];
  const s = poses[other + POSE_SIN];
  circle[CIRCLE_X] = c * x + s * y;
  circle[CIRCLE_Y] = c * y - s * x;
  circle[CIRCLE_RADIUS] = poses[at + POSE_RADIUS];
}

/**
 * Appends the contact that was found in the frame of the other shape, straight into its row. With `flip` set, the
 * normal leads from the other shape to the circle.
 */
export function emitCircleContact(
  set: ColliderSet,
  list: ContactList,
  slot: number,
  otherSlot: number,
  feature: number,
  flip: boolean,
): void {
  const { poses, slots } = set;
  const separation = circle[CIRCLE_DISTANCE] - circle[CIRCLE_RADIUS];
  const row = addPairContact(list, slots, flip ? otherSlot : slot, flip ? slot : otherSlot, 0, 0, 1, separation <= 0);
  if (row < 0) return;
  const other = otherSlot * POSE_STRIDE;
  const c = poses[other + POSE_COS];
  const s = poses[other + POSE_SIN];
  const x = circle[CIRCLE_NORMAL_X];
  const y = circle[CIRCLE_NORMAL_Y];
  // Adding to 0 keeps a zero positive.
  const normalX = 0 + (c * x - s * y);
  const normalY = 0 + (s * x + c * y);
  const along = circle[CIRCLE_RADIUS] + 0.5 * separation;
  writePoint(
    list.manifolds,
    row * ROW_STRIDE,
    flip ? 0 - normalX : normalX,
    flip ? 0 - normalY : normalY,
    along * normalX + poses[slot * POSE_STRIDE + POSE_X],
    along * normalY + poses[slot * POSE_STRIDE + POSE_Y],
    separation,
  );
  list.featureOrExtra[row] = flip ? packFeatures(feature, 0) : packFeatures(0, feature);
}
