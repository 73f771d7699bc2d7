import type { ColliderSlots } from '../../core/collider-slots.ts';
import {
  addExtraPoints,
  addPairContact,
  CONTACT_CHILDREN,
  type ContactList,
  setPoints,
} from '../../core/contact-list.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
} from '../geometry/contact/contact-layout.ts';

/**
 * Numbers that a contact takes in the list's `manifolds`: the normal, then x, y, z and separation of the first point.
 */
export const ROW_STRIDE = 7;
/** How many numbers a contact of several points takes in the list's `extraPoints`: its second to fourth point. */
export const EXTRA_STRIDE = (CONTACT_MAX_POINTS - 1) * CONTACT_POINT_STRIDE;

/** The manifold that a collide routine has just written, in the world, and its feature ids. */
export const manifold = new Float64Array(CONTACT_STRIDE);
export const features = new Uint32Array(CONTACT_MAX_POINTS);

/** Copies point number `from` of the current manifold to number `to`, for routines that drop some of its points. */
export function movePoint(to: number, from: number): void {
  if (to === from) return;
  const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * to;
  const own = CONTACT_POINTS + CONTACT_POINT_STRIDE * from;
  for (let k = 0; k < CONTACT_POINT_STRIDE; k++) manifold[at + k] = manifold[own + k];
  features[to] = features[from];
}

/** Returns whether any of the first `points` points of the current manifold touches. */
function isTouching(points: number): boolean {
  for (let i = 0; i < points; i++) {
    if (manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + CONTACT_SEPARATION] <= 0) return true;
  }
  return false;
}

/**
 * Appends the current manifold as a contact. A pair with a sensor gets a row without points, and only if it touches.
 */
export function emitContact(
  list: ContactList,
  slots: ColliderSlots,
  slotA: number,
  slotB: number,
  childA: number,
  childB: number,
  points: number,
): void {
  if (points === 0) return;
  const row = addPairContact(list, slots, slotA, slotB, childA, childB, points, isTouching(points));
  if (row >= 0) writeManifold(list, row, points);
}

/** Writes the current manifold over that of a row that has points. */
export function rewriteContact(list: ContactList, row: number, points: number): void {
  setPoints(list, row, points, isTouching(points));
  writeManifold(list, row, points);
}

function writeManifold(list: ContactList, row: number, points: number): void {
  const { manifolds } = list;
  const to = row * ROW_STRIDE;
  for (let i = 0; i < ROW_STRIDE; i++) manifolds[to + i] = manifold[i];
  if (points > 1) {
    const index = addExtraPoints(list, row);
    const { extraPoints, extraFeatures } = list;
    const at = index * EXTRA_STRIDE;
    const from = CONTACT_POINTS + CONTACT_POINT_STRIDE;
    for (let i = 0; i < (points - 1) * CONTACT_POINT_STRIDE; i++) extraPoints[at + i] = manifold[from + i];
    for (let i = 0; i < points; i++) extraFeatures[index * CONTACT_MAX_POINTS + i] = features[i];
    // The line does what `setFeatureOrExtra` does: a number beyond 2^31 is put on the heap where V8 does not inline the
    // call.
  } else if ((list.flags[row] & CONTACT_CHILDREN) === 0) list.featureOrExtra[row] = features[0];
  else list.childFeatureOrExtra[list.featureOrExtra[row]] = features[0];
}
