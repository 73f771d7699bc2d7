import { type ContactList, contactSeparation } from '../../src/core/contact-list.ts';
import { createIndexList, reserveIndices } from '../../src/core/index-list.ts';
import { reserve } from '../../src/core/typed-array.ts';

const NONE = -1;

/**
 * A way out of a floor, and the longest way found so far: how far it leads, as a negative number, then the direction,
 * by axis.
 */
const way = new Float64Array(4);
const deepest = new Float64Array(4);

/** The layout of a dimension's poses: the numbers of a pose, and the index of the first coordinate of the place. */
export interface PoseLayout {
  readonly poseStride: number;
  readonly placeAt: number;
}

/** The contacts of bodies with floors that they overlap, and the ways out of these floors. */
export class FloorContacts {
  /** The contacts, as rows of the list, and for each the next one of the same body. */
  readonly #rows = createIndexList();
  #next = new Int32Array(0);
  /** By slot: the first contact of a body among those in `bodies`. */
  #first = new Int32Array(0);
  readonly #bodies = createIndexList();
  readonly #layout: PoseLayout;

  constructor(layout: PoseLayout) {
    this.#layout = layout;
  }

  /** Notes that the body in slot `body` penetrates a floor, by the row of their contact. */
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
      const at = body * this.#layout.poseStride + this.#layout.placeAt;
      while (this.#takeDeepest(contacts, body, now, poses)) {
        for (let axis = 0; axis < contacts.dimension; axis++) poses[at + axis] -= deepest[0] * deepest[1 + axis];
      }
      this.#first[body] = NONE;
    }
    this.#bodies.count = this.#rows.count = 0;
  }

  /**
   * Takes the contact with the floor that a body is deepest in by now; false when it is in none any more. If floors
   * were left in the order of contacts, the place of the body would depend on which floor was added first.
   */
  #takeDeepest(contacts: ContactList, body: number, now: Float64Array, poses: Float64Array): boolean {
    const next = this.#next;
    const place = body * this.#layout.poseStride + this.#layout.placeAt;
    let found = NONE;
    let beforeFound = NONE;
    deepest.fill(0);
    let before = NONE;
    for (let at = this.#first[body]; at !== NONE; at = next[at]) {
      writeFloorWay(contacts, this.#rows.items[at], body, place, now, poses);
      if (isDeeper(contacts.dimension)) {
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

/**
 * Writes the way out of the floor of a contact, less the way that the body, whose place is at `at`, has already been
 * moved.
 */
function writeFloorWay(
  contacts: ContactList,
  row: number,
  body: number,
  at: number,
  now: Float64Array,
  poses: Float64Array,
): void {
  const { manifolds, manifoldStride, dimension, slotB } = contacts;
  // Normals lead from A to B.
  const sign = slotB[row] === body ? 1 : -1;
  let moved = 0;
  for (let axis = 0; axis < dimension; axis++) {
    const along = sign * manifolds[row * manifoldStride + axis];
    moved += (poses[at + axis] - now[at + axis]) * along;
    way[1 + axis] = along;
  }
  way[0] = contactSeparation(contacts, row) + moved;
}

/**
 * Returns whether the way is longer than the longest one yet. Of two equally long ways, the one that leads farther
 * along the first axis counts as longer.
 */
function isDeeper(axes: number): boolean {
  if (way[0] !== deepest[0]) return way[0] < deepest[0];
  if (way[0] === 0) return false;
  for (let axis = 1; axis < axes; axis++) if (way[axis] !== deepest[axis]) return way[axis] > deepest[axis];
  return way[axes] > deepest[axes];
}
