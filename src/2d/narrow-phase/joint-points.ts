import { registeredOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { ANGLE_SLACK, type ChainLinks, neighbourOf } from './joint-rays.ts';
import { type SegmentContact, segmentContacts } from './segment-contacts.ts';

/** Drops the points at joints that two segments have in common. */
export function dropJointPoints(set: ColliderSet, start: number, end: number, links: ChainLinks | undefined): void {
  for (let i = start; i < end; i++) segmentContacts[i].dropped = 0;
  let any = false;
  for (let i = start; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.points === 0) continue;
    const shape = registeredOf(set, contact.slot);
    if (links !== undefined || shape.joins !== undefined) {
      // Any two segments of joined chains may share a joint. Across the seam of a closed chain the last segment comes
      // before the first, as it does in a chain that is not joined.
      for (let k = i + 1; k < end; k++) {
        const other = segmentContacts[k];
        const isSeam = other.slot === contact.slot && neighbourOf(shape, other.child, true) === contact.child;
        if (isSeam ? dropPairPoints(other, contact) : dropPairPoints(contact, other)) any = true;
      }
      continue;
    }
    const next = segmentContacts[i + 1 < end ? i + 1 : start];
    if (next.child === neighbourOf(shape, contact.child, true) && dropPairPoints(contact, next)) any = true;
  }
  if (!any) return;
  // Chains that lie on each other may each leave a point to the next chain: then all of the contacts stay.
  let isAnyLeft = false;
  for (let i = start; i < end; i++) {
    const { points, dropped } = segmentContacts[i];
    if (dropped !== (1 << points) - 1 && points > 0) isAnyLeft = true;
  }
  for (let i = start; i < end && isAnyLeft; i++) if (segmentContacts[i].dropped !== 0) dropPoints(segmentContacts[i]);
}

/** Marks the points that two contacts have in common if these have one normal. Returns whether there are any. */
function dropPairPoints(contact: SegmentContact, next: SegmentContact): boolean {
  if (contact.points === 0 || next.points === 0 || !shareNormal(contact.manifold, next.manifold)) return false;
  return dropShared(contact, next);
}

/** Returns whether two manifolds have the same normal, up to rounding. */
function shareNormal(a: Float64Array, b: Float64Array): boolean {
  return Math.abs(a[0] * b[1] - a[1] * b[0]) <= ANGLE_SLACK && a[0] * b[0] + a[1] * b[1] > 0;
}

/** Returns whether two segments are parallel: the chains of both may be drawn in opposite directions. */
function areLevel(a: Float64Array, b: Float64Array): boolean {
  return Math.abs(a[0] * b[1] - a[1] * b[0]) <= ANGLE_SLACK;
}

/**
 * Returns whether the point that two contacts of two points share, by its bit in each, lies between the other two
 * points. It does not where a chain folds back along itself: there the shared point is an end of the support.
 */
function isBetween(contact: SegmentContact, own: number, next: SegmentContact, other: number): boolean {
  const a = contact.manifold;
  const b = next.manifold;
  const shared = own === 1 ? FIRST_POINT : SECOND_POINT;
  const p = own === 1 ? SECOND_POINT : FIRST_POINT;
  const q = other === 1 ? SECOND_POINT : FIRST_POINT;
  const x = a[shared];
  const y = a[shared + 1];
  return (a[p] - x) * (b[q] - x) + (a[p + 1] - y) * (b[q + 1] - y) < 0;
}

/** The distance within which points at a joint count as one: in an array, as fractions travel in scratch arrays. */
const slack = new Float64Array(1);

/**
 * Marks the points that the contacts of a segment and the next one have in common: each is kept for one of the two. A
 * point at a flat joint that both contacts go beyond lies between their other two points and adds nothing to them: it
 * is marked for both. Returns whether there is any.
 */
function dropShared(contact: SegmentContact, next: SegmentContact): boolean {
  const s = contact.segment.vertices;
  const v = next.segment.vertices;
  const size = Math.abs(s[2] - s[0]) + Math.abs(s[3] - s[1]) + Math.abs(v[2] - v[0]) + Math.abs(v[3] - v[1]);
  slack[0] = ANGLE_SLACK * size;
  let shared = 0;
  let own = 0;
  let other = 0;
  for (let i = 0; i < contact.points; i++) {
    for (let k = 0; k < next.points; k++) {
      if (!isSamePoint(contact.manifold, i, next.manifold, k)) continue;
      shared++;
      own |= 1 << i;
      other |= 1 << k;
    }
  }
  if (shared === 0) return false;
  const isCut = shared === 1 && contact.points > 1 && next.points > 1;
  if (
    isCut &&
    areLevel(contact.segment.normals, next.segment.normals) &&
    isBetween(contact, own, next, other) &&
    !isDeepest(contact, own, next, other)
  ) {
    contact.dropped |= own;
    next.dropped |= other;
  } else if (contact.points < next.points) {
    contact.dropped |= own;
  } else {
    next.dropped |= other;
  }
  return true;
}

/** Returns whether point i of one manifold and point k of another are the same, up to rounding. */
function isSamePoint(a: Float64Array, i: number, b: Float64Array, k: number): boolean {
  const p = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
  const q = CONTACT_POINTS + k * CONTACT_POINT_STRIDE;
  for (let axis = 0; axis < CONTACT_POINT_STRIDE; axis++) {
    if (!(Math.abs(a[p + axis] - b[q + axis]) <= slack[0])) return false;
  }
  return true;
}

/**
 * Returns whether the point that two contacts of two points share, by its bit in each, is deeper than the other ones.
 */
function isDeepest(contact: SegmentContact, own: number, next: SegmentContact, other: number): boolean {
  const { manifold } = contact;
  const separation = manifold[own === 1 ? FIRST_SEPARATION : SECOND_SEPARATION];
  return (
    separation < manifold[own === 1 ? SECOND_SEPARATION : FIRST_SEPARATION] - slack[0] &&
    separation < next.manifold[other === 1 ? SECOND_SEPARATION : FIRST_SEPARATION] - slack[0]
  );
}

const FIRST_POINT = CONTACT_POINTS;
const SECOND_POINT = FIRST_POINT + CONTACT_POINT_STRIDE;
const FIRST_SEPARATION = FIRST_POINT + CONTACT_SEPARATION;
const SECOND_SEPARATION = SECOND_POINT + CONTACT_SEPARATION;

/** Takes the marked points out of a contact. */
function dropPoints(contact: SegmentContact): void {
  const { manifold, features, points, dropped } = contact;
  contact.points = 0;
  for (let i = 0; i < points; i++) {
    if ((dropped & (1 << i)) !== 0) continue;
    const from = CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
    const to = CONTACT_POINTS + contact.points * CONTACT_POINT_STRIDE;
    for (let k = 0; k < CONTACT_POINT_STRIDE; k++) manifold[to + k] = manifold[from + k];
    features[contact.points] = features[i];
    contact.points++;
  }
}
