import { type ColliderSlots, FLAG_SENSOR } from '../../core/collider-slots.ts';
import {
  addContact,
  addExtraPoints,
  CONTACT_CHILDREN,
  CONTACT_TOUCHING,
  type ContactList,
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

/** Numbers a row of the list's `manifolds`: the normal, then x, y and separation of the first point. */
export const ROW_STRIDE = 5;
/** Numbers of its `extraPoints` a contact of two points: x, y and separation of the second. */
export const EXTRA_STRIDE = 3;

/** The manifold that a collide routine has just written, and its feature ids. */
export const manifold = new Float64Array(CONTACT_STRIDE);
export const features = new Uint32Array(CONTACT_MAX_POINTS);

/** Whether any of the first `points` points of the current manifold touches. */
function isTouching(points: number): boolean {
  const at = CONTACT_POINTS + CONTACT_SEPARATION;
  return manifold[at] <= 0 || (points > 1 && manifold[at + CONTACT_POINT_STRIDE] <= 0);
}

/**
 * Appends the contact of two simple shapes that meet in one point and returns its row, of which the caller writes the
 * manifold and the features; −1 for a pair with a sensor, which has a row without points, and only if it touches.
 */
export function addPointContact(
  list: ContactList,
  slots: ColliderSlots,
  slotA: number,
  slotB: number,
  touching: boolean,
): number {
  if (((slots.flags[slotA] | slots.flags[slotB]) & FLAG_SENSOR) !== 0) {
    if (touching) addContact(list, slotA, slotB, 0, 0, CONTACT_TOUCHING);
    return -1;
  }
  return addContact(list, slotA, slotB, 0, 0, touching ? 1 | CONTACT_TOUCHING : 1);
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
  const touching = isTouching(points);
  if (((slots.flags[slotA] | slots.flags[slotB]) & FLAG_SENSOR) !== 0) {
    if (touching) addContact(list, slotA, slotB, childA, childB, CONTACT_TOUCHING);
    return;
  }
  const row = addContact(list, slotA, slotB, childA, childB, touching ? points | CONTACT_TOUCHING : points);
  writeManifold(list, row, points);
}

/** Makes a row that has been emitted one of the current manifold. */
export function emitAgain(list: ContactList, row: number, points: number): void {
  const kept = list.flags[row] & CONTACT_CHILDREN;
  list.flags[row] = isTouching(points) ? kept | points | CONTACT_TOUCHING : kept | points;
  writeManifold(list, row, points);
}

function writeManifold(list: ContactList, row: number, points: number): void {
  const originX = frameOrigin[0];
  const originY = frameOrigin[1];
  const { manifolds } = list;
  const to = row * ROW_STRIDE;
  // From array to array: fractions handed to a call are allocated wherever V8 does not inline it.
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
