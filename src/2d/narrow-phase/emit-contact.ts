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
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  FEATURE_SHIFT,
} from '../geometry/contact/contact-layout.ts';
import { frameOrigin } from './load-collider.ts';

/** How many numbers a row of the list's `manifolds` has: the normal, then x, y and separation of the first point. */
export const ROW_STRIDE = 5;
/** How many numbers of `extraPoints` a contact of two points has: x, y and separation of the second. */
export const EXTRA_STRIDE = 3;

/** The manifold that a collide routine has just written, and its feature ids. */
export const manifold = new Float64Array(CONTACT_STRIDE);
export const features = new Uint32Array(CONTACT_MAX_POINTS);

/** Returns whether any of the first `points` points of the current manifold touches. */
function isTouching(points: number): boolean {
  const at = CONTACT_POINTS + CONTACT_SEPARATION;
  return manifold[at] <= 0 || (points > 1 && manifold[at + CONTACT_POINT_STRIDE] <= 0);
}

/** Turns the current manifold round: from "B against A" to "A against B". */
export function flipManifold(points: number): void {
  manifold[CONTACT_NORMAL_X] = 0 - manifold[CONTACT_NORMAL_X];
  manifold[CONTACT_NORMAL_Y] = 0 - manifold[CONTACT_NORMAL_Y];
  for (let i = 0; i < points; i++) features[i] = (features[i] >>> FEATURE_SHIFT) | (features[i] << FEATURE_SHIFT);
}

/**
 * Appends the current manifold as a contact, its points moved from the frame to the world. A pair
 * with a sensor gets a row without points, and only if it touches.
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
  const row = addPairContact(list, slots, slotA, slotB, childA, childB, points, isTouching(points));
  if (row >= 0) writeManifold(list, row, points);
}

/** Makes a row that has been emitted one of the current manifold. */
export function emitAgain(list: ContactList, row: number, points: number): void {
  setPoints(list, row, points, isTouching(points));
  writeManifold(list, row, points);
}

function writeManifold(list: ContactList, row: number, points: number): void {
  const originX = frameOrigin[0];
  const originY = frameOrigin[1];
  const { manifolds } = list;
  const to = row * ROW_STRIDE;
  // The numbers are copied from array to array: V8 allocates fractions that are passed to a call which it does not
  // inline.
  manifolds[to + CONTACT_NORMAL_X] = manifold[CONTACT_NORMAL_X];
  manifolds[to + CONTACT_NORMAL_Y] = manifold[CONTACT_NORMAL_Y];
  manifolds[to + CONTACT_POINTS] = manifold[CONTACT_POINTS] + originX;
  manifolds[to + CONTACT_POINTS + 1] = manifold[CONTACT_POINTS + 1] + originY;
  manifolds[to + CONTACT_POINTS + CONTACT_SEPARATION] = manifold[CONTACT_POINTS + CONTACT_SEPARATION];
  if (points > 1) {
    const index = addExtraPoints(list, row);
    const { extraPoints, extraFeatures } = list;
    const at = index * EXTRA_STRIDE;
    const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
    extraPoints[at] = manifold[second] + originX;
    extraPoints[at + 1] = manifold[second + 1] + originY;
    extraPoints[at + CONTACT_SEPARATION] = manifold[second + CONTACT_SEPARATION];
    extraFeatures[index * CONTACT_MAX_POINTS] = features[0];
    extraFeatures[index * CONTACT_MAX_POINTS + 1] = features[1];
    // The line does what `setFeatureOrExtra` does: a number beyond 2^31 is put on the heap where V8 does not inline the
    // call.
  } else if ((list.flags[row] & CONTACT_CHILDREN) === 0) list.featureOrExtra[row] = features[0];
  else list.childFeatureOrExtra[list.featureOrExtra[row]] = features[0];
}
