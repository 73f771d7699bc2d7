import { POSE_STRIDE, POSE_X, POSE_Y } from '../../src/2d/collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../../src/2d/geometry/contact/contact-layout.ts';
import { ROW_STRIDE } from '../../src/2d/narrow-phase/emit-contact.ts';
import { type ContactList, contactSeparation } from '../../src/core/contact-list.ts';
import { createIndexList, reserveIndices } from '../../src/core/index-list.ts';
import { reserve } from '../../src/core/typed-array.ts';

const NONE = -1;

/** Of the way out of a floor: how far it still is, negative, and the direction. */
const way = new Float64Array(3);
const deepest = new Float64Array(3);

/** The contacts of bodies with floors that they are in, and the way out of these. */
export class FloorContacts {
  /** The contacts, as rows of the list, and for each the next one of the same body. */
  readonly #rows = createIndexList();
  #next = new Int32Array(0);
  /** By slot: the first contact of a body, of those in `bodies`. */
  #first = new Int32Array(0);
  readonly #bodies = createIndexList();

  /** Notes that a body, by its slot, is in a floor, by its contact with it. */
  add(row: number, body: number): void {
    if (body >= this.#first.length) {
      const known = this.#first.length;
      this.#first = reserve(this.#first, body + 1).fill(NONE, known);
    }
    const at = this.#rows.count;
    reserveIndices(this.#rows, 1)[this.#rows.count++] = row;
    this.#next = reserve(this.#next, at + 1);
    if (this.#first[body] === NONE) reserveIndices(this.#bodies, 1)[this.#bodies.count++] = body;
    this.#next[at] = this.#first[body];
    this.#first[body] = at;
  }

  /** Moves all bodies out of their floors, from where they are `now` to where `poses` has them, and forgets them. */
  leave(contacts: ContactList, now: Float64Array, poses: Float64Array): void {
    for (let i = 0; i < this.#bodies.count; i++) {
      const body = this.#bodies.items[i];
      const at = body * POSE_STRIDE;
      while (this.#takeDeepest(contacts, body, now, poses)) {
        poses[at + POSE_X] -= deepest[0] * deepest[1];
        poses[at + POSE_Y] -= deepest[0] * deepest[2];
      }
      this.#first[body] = NONE;
    }
    this.#bodies.count = this.#rows.count = 0;
  }

  /**
   * Takes the contact with the floor that a body is deepest in by now; false when it is in none any more. In the order
   * of contacts, where a body ends would depend on which of its floors was added first.
   */
  #takeDeepest(contacts: ContactList, body: number, now: Float64Array, poses: Float64Array): boolean {
    const next = this.#next;
    let found = NONE;
    let beforeFound = NONE;
    deepest.fill(0);
    let before = NONE;
    for (let at = this.#first[body]; at !== NONE; at = next[at]) {
      writeWay(contacts, this.#rows.items[at], body, now, poses);
      if (isDeeper()) {
        deepest.set(way);
        found = at;
        beforeFound = before;
      }
      before = at;
    }
    if (found === NONE) return false;
    if (beforeFound === NONE) this.#first[body] = next[found];
    else next[beforeFound] = next[found];
    return true;
  }
}

/** Writes the way out of the floor of a contact, less what the body has been moved that way already. */
function writeWay(contacts: ContactList, row: number, body: number, now: Float64Array, poses: Float64Array): void {
  const { manifolds, slotB } = contacts;
  // Normals lead from A to B.
  const sign = slotB[row] === body ? 1 : -1;
  const x = sign * manifolds[row * ROW_STRIDE + CONTACT_NORMAL_X];
  const y = sign * manifolds[row * ROW_STRIDE + CONTACT_NORMAL_Y];
  const at = body * POSE_STRIDE;
  const moved = (poses[at + POSE_X] - now[at + POSE_X]) * x + (poses[at + POSE_Y] - now[at + POSE_Y]) * y;
  way[0] = contactSeparation(contacts, row) + moved;
  way[1] = x;
  way[2] = y;
}

/** Whether a way is longer than the longest yet; of two as long, that to the right and up comes first. */
function isDeeper(): boolean {
  if (way[0] !== deepest[0]) return way[0] < deepest[0];
  if (way[0] === 0) return false;
  return way[1] !== deepest[1] ? way[1] > deepest[1] : way[2] > deepest[2];
}
