import { FLAG_SENSOR } from '../../core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  contactSeparation,
  featureOrExtraOf,
  refuseContact,
} from '../../core/contact-list.ts';
import { createIndexList, reserveIndices } from '../../core/index-list.ts';
import { SettledContacts } from '../../core/settled-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_MAX_POINTS, CONTACT_POINT_STRIDE, CONTACT_POINTS } from '../geometry/contact/contact-layout.ts';
import { bodyA, bodyB } from '../geometry/convex/convex-body.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';
import { EXTRA_STRIDE, features, manifold, ROW_STRIDE, rewriteContact } from './emit-contact.ts';
import { slotBox } from './find-children.ts';
import { pairOrigin, setPairOrigin } from './pair-origin.ts';
import { loadPiece, type Seams } from './seams.ts';
import { settlePiece, UNCHANGED } from './settle-piece.ts';

const NONE = -1;
const margin = new Float64Array(1);
const found = { fraction: 1, exitFraction: 1 };

/**
 * The contacts of a tick with the convex pieces of seamless colliders. The narrow phase has collided each piece alone;
 * `filter` removes contacts that the union of all pieces does not have, and gives others a normal that the union has.
 * Surfaces of triangles need none of this: adjoining colliders are taken into account while they are collided.
 */
export class SeamlessContacts {
  readonly #seams: Seams;
  readonly #set: ColliderSet;
  /** Which contacts `filter` has to look at, and which of them it replaces by others. */
  readonly settled = new SettledContacts();
  /** By slot: the first row of a body with something seamless; `NONE` for none. By row: the next of the same body. */
  #first = new Int32Array(0);
  #next = new Int32Array(0);
  readonly #bodies = createIndexList(64);
  /** Rows of the current body with pieces that it does not meet, because their neighbours cover them. */
  readonly #covered = createIndexList(16);

  constructor(set: ColliderSet, seams: Seams) {
    this.#set = set;
    this.#seams = seams;
  }

  /** Returns whether there is anything seamless. */
  prepare(): boolean {
    return this.#seams.prepare();
  }

  /** Filters the contacts of a tick. Contacts of two seamless colliders stay as they are. */
  filter(list: ContactList): void {
    this.settled.begin(list, this.#seams.members);
    this.#linkRows(list);
    const bodies = this.#bodies;
    for (let i = 0; i < bodies.count; i++) this.#filterBody(list, bodies.items[i]);
    bodies.count = 0;
  }

  #linkRows(list: ContactList): void {
    const { members } = this.#seams;
    const { slots, kinds } = this.#set;
    const bodies = this.#bodies;
    this.#first = reserve(this.#first, slots.end);
    this.#first.fill(NONE, 0, slots.end);
    this.#next = reserve(this.#next, list.count);
    for (let row = list.count - 1; row >= 0; row--) {
      const isA = members.has(list.slotA[row]);
      if (isA === members.has(list.slotB[row])) continue;
      // A sensor only says whether it touches. The normal of a half-space is its own, whatever it meets.
      if ((list.flags[row] & CONTACT_POINT_COUNT_MASK) === 0 || isOnTheWay(list, row)) continue;
      const body = isA ? list.slotB[row] : list.slotA[row];
      if (!this.settled.isOpen(list, body)) continue;
      const piece = isA ? list.slotA[row] : list.slotB[row];
      if (((slots.flags[body] | slots.flags[piece]) & FLAG_SENSOR) !== 0 || kinds[body] === SHAPE_HALF_SPACE) continue;
      if (this.#first[body] === NONE) reserveIndices(bodies, 1)[bodies.count++] = body;
      this.#next[row] = this.#first[body];
      this.#first[body] = row;
    }
  }

  #filterBody(list: ContactList, body: number): void {
    const covered = this.#covered;
    covered.count = 0;
    let met = 0;
    for (let row = this.#first[body]; row !== NONE; row = this.#next[row]) {
      if (this.#isMet(list, row, body)) met++;
      else reserveIndices(covered, 1)[covered.count++] = row;
    }
    let spared = NONE;
    // A body so deep that no face is in the open gets out along the deepest of its contacts with single pieces.
    for (let i = 0; i < covered.count && met === 0; i++) {
      if (spared === NONE || contactSeparation(list, covered.items[i]) < contactSeparation(list, spared)) {
        spared = covered.items[i];
      }
    }
    for (let i = 0; i < covered.count; i++) if (covered.items[i] !== spared) refuseContact(list, covered.items[i]);
  }

  /** Returns whether the union has the contact of a row. Writes it anew where the union has another one there. */
  #isMet(list: ContactList, row: number, body: number): boolean {
    const set = this.#set;
    const isA = list.slotB[row] === body;
    const slot = isA ? list.slotA[row] : list.slotB[row];
    const shape = compositeOf(set, slot);
    // The only normal of a half-space is right everywhere on it.
    if (set.kinds[slot] === SHAPE_HALF_SPACE) return true;
    if (shape?.surface !== undefined) {
      // Contacts with surfaces are left as they are: surfaces have asked for adjoining colliders already. The contact
      // therefore depends on colliders beside the pair, and counts as one that the seamless surface has written.
      if (this.#seams.members.count > 1) this.settled.isRewritten[row] = 1;
      return true;
    }
    const childOfPiece = isA ? childAOf(list, row) : childBOf(list, row);
    const childOfBody = isA ? childBOf(list, row) : childAOf(list, row);
    slotBox(set, body);
    setPairOrigin(set, slot);
    if (!this.#seams.begin(slot, childOfPiece, pairOrigin)) return true;
    loadPiece(bodyA, set, slot, shape, childOfPiece, pairOrigin);
    loadPiece(bodyB, set, body, compositeOf(set, body), childOfBody, pairOrigin);
    const points = readContact(list, row, isA ? 1 : -1);
    const { slotMargins } = set;
    margin[0] = set.margin + (slotMargins.length > 0 ? slotMargins[slot] + slotMargins[body] : 0);
    const settled = settlePiece(this.#seams, points, pairOrigin, margin);
    if (settled === UNCHANGED) return true;
    if (settled === 0) return false;
    if (!isA) turnManifold(settled);
    rewriteContact(list, row, settled);
    this.settled.isRewritten[row] = 1;
    return true;
  }
}

/** Returns whether the two of a row met on their way, before the end of the tick. The sweep has settled such a row. */
function isOnTheWay({ swept }: ContactList, row: number): boolean {
  if (swept === undefined) return false;
  found.fraction = 1;
  swept.show(row, found);
  return found.fraction < 1;
}

/** Makes a row the current manifold, its normal times `sign`; returns how many points it has. */
function readContact(list: ContactList, row: number, sign: number): number {
  const { manifolds, extraPoints, extraFeatures } = list;
  const points = list.flags[row] & CONTACT_POINT_COUNT_MASK;
  const at = ROW_STRIDE * row;
  for (let axis = 0; axis < 3; axis++) manifold[axis] = sign * manifolds[at + axis];
  for (let k = 0; k < CONTACT_POINT_STRIDE; k++) manifold[CONTACT_POINTS + k] = manifolds[at + CONTACT_POINTS + k];
  const detail = featureOrExtraOf(list, row);
  features[0] = detail;
  if (points > 1) {
    const rest = CONTACT_POINTS + CONTACT_POINT_STRIDE;
    for (let k = 0; k < CONTACT_POINT_STRIDE * (points - 1); k++) {
      manifold[rest + k] = extraPoints[EXTRA_STRIDE * detail + k];
    }
    for (let i = 0; i < points; i++) features[i] = extraFeatures[CONTACT_MAX_POINTS * detail + i];
  }
  if (sign < 0) turnFeatures(points);
  return points;
}

/** Turns the current manifold round: from the body to the piece. */
function turnManifold(points: number): void {
  for (let axis = 0; axis < 3; axis++) manifold[axis] = 0 - manifold[axis];
  turnFeatures(points);
}

function turnFeatures(points: number): void {
  for (let i = 0; i < points; i++) features[i] = (features[i] << 16) | (features[i] >>> 16);
}
