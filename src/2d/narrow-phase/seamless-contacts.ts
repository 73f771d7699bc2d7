import {
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  refuseContact,
} from '../../core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../geometry/contact/contact-layout.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import { rewriteSegmentContact } from './collide-chain.ts';
import { ROW_STRIDE } from './emit-contact.ts';
import { centreFrame } from './load-collider.ts';
import { loadPieceOf, type SeamlessSolid } from './seamless-solid.ts';
import { type SegmentContact, segmentContacts } from './segment-contacts.ts';
import { OF_SURFACE } from './surface-tile.ts';

const NONE = -1;
/** The normal of a contact, from the tile to the body. */
const direction = new Float64Array(2);

/**
 * The contacts of a tick with seamless colliders. The narrow phase has collided each piece by itself; `filter` takes
 * out the contacts of edges and corners that lie inside the common surface, and gives others a normal that the surface
 * has. A body ends up with the contacts that one smooth compound of all pieces would have had, see surface-contacts.ts.
 */
export class SeamlessContacts {
  readonly #solid: SeamlessSolid;
  readonly #set: ColliderSet;
  /** What is not seamless and has contacts with what is. */
  readonly #bodies = createIndexList(64);
  /** By slot: whether it is one of `#bodies`, and the first row of those that are. */
  #isBody = new Uint8Array(0);
  #first = new Int32Array(0);
  /** By row: the next row of the same body; NONE for the last. */
  #next = new Int32Array(0);
  /** Of the body at hand: its rows with solid pieces; the place of each piece in the solid; the body's own child. */
  readonly #rows = createIndexList(16);
  readonly #places = createIndexList(16);
  readonly #children = createIndexList(16);
  /** By row: whether `filter` has replaced the contact by another. */
  #isRewritten = new Uint8Array(0);
  /** Places of the pieces that one child of the body meets, ascending. */
  readonly #tiles = createIndexList(16);
  readonly #piece = createPlacedPiece(16);

  constructor(set: ColliderSet, solid: SeamlessSolid) {
    this.#set = set;
    this.#solid = solid;
  }

  /** Filters the contacts of a tick. The solid has been prepared. */
  filter(list: ContactList): void {
    this.#isRewritten = reserve(this.#isRewritten, list.count);
    this.#isRewritten.fill(0, 0, list.count);
    this.#sortByBody(list);
    for (let i = 0; i < this.#bodies.count; i++) {
      const body = this.#bodies.items[i];
      this.#isBody[body] = 0;
      this.#filterBody(list, body);
    }
    this.#bodies.count = 0;
  }

  /** Whether `filter` has replaced the contact of a row by another. */
  isRewritten(row: number): boolean {
    return this.#isRewritten[row] === 1;
  }

  /** Links the rows of each body, in their order. Contacts between two seamless colliders stay as they are. */
  #sortByBody(list: ContactList): void {
    const { members } = this.#solid;
    const { slots } = this.#set;
    this.#first = reserve(this.#first, slots.end);
    this.#isBody = reserve(this.#isBody, slots.end);
    this.#next = reserve(this.#next, list.count);
    for (let row = list.count - 1; row >= 0; row--) {
      const isA = members.has(list.slotA[row]);
      if (isA === members.has(list.slotB[row])) continue;
      // A sensor only says whether it touches.
      if ((list.flags[row] & CONTACT_POINT_COUNT_MASK) === 0 || isOnTheWay(list, row)) continue;
      const body = isA ? list.slotB[row] : list.slotA[row];
      if (this.#isBody[body] === 0) {
        // What is made of tiles itself has filtered its contacts by its own seams already.
        if (compositeOf(this.#set, body)?.record.makesSurface === true) continue;
        this.#isBody[body] = 1;
        this.#first[body] = NONE;
        reserveIndices(this.#bodies, 1)[this.#bodies.count++] = body;
      }
      this.#next[row] = this.#first[body];
      this.#first[body] = row;
    }
  }

  /** Filters the rows of one body. */
  #filterBody(list: ContactList, body: number): void {
    const solid = this.#solid;
    const rows = this.#rows;
    rows.count = this.#places.count = this.#children.count = 0;
    solid.clear();
    const { slotMargins } = this.#set;
    let ownMargin = 0;
    for (let row = this.#first[body]; row !== NONE; row = this.#next[row]) {
      // The widest margin of all rows, so that the solid finds each of these contacts again.
      if (slotMargins.length > 0) {
        ownMargin = Math.max(ownMargin, slotMargins[list.slotA[row]] + slotMargins[list.slotB[row]]);
      }
      const isA = list.slotA[row] === body;
      const at = solid.add(isA ? list.slotB[row] : list.slotA[row], isA ? childBOf(list, row) : childAOf(list, row));
      if (at === NONE) continue;
      reserveIndices(rows, 1)[rows.count++] = row;
      reserveIndices(this.#places, 1)[this.#places.count++] = at;
      reserveIndices(this.#children, 1)[this.#children.count++] = isA ? childAOf(list, row) : childBOf(list, row);
    }
    if (this.#areOfSurface(list, body)) return;
    contactMargin[0] = this.#set.margin + ownMargin;
    centreFrame(this.#set, body);
    // The rows of each child of the body by themselves, whichever comes first.
    for (let i = 0; i < rows.count; i++) {
      let isFirst = true;
      for (let k = 0; k < i && isFirst; k++) isFirst = this.#children.items[k] !== this.#children.items[i];
      if (isFirst) this.#filterChild(list, body, this.#children.items[i], i);
    }
  }

  /**
   * Whether all contacts of the body are along edges that no neighbour covers, as those of what stands on flat ground.
   * The solid would say the same then.
   */
  #areOfSurface(list: ContactList, body: number): boolean {
    const { near } = this.#solid;
    for (let i = 0; i < this.#rows.count; i++) {
      const row = this.#rows.items[i];
      const sign = list.slotA[row] === body ? -1 : 1;
      direction[0] = sign * list.manifolds[row * ROW_STRIDE + CONTACT_NORMAL_X];
      direction[1] = sign * list.manifolds[row * ROW_STRIDE + CONTACT_NORMAL_Y];
      if (!near[this.#places.items[i]].isOpenAlong(direction)) return false;
    }
    return true;
  }

  /** Collides one child of the body with the solid; refuses or replaces those of its rows that the solid has not. */
  #filterChild(list: ContactList, body: number, child: number, first: number): void {
    const solid = this.#solid;
    const tiles = this.#tiles;
    tiles.count = 0;
    for (let i = first; i < this.#rows.count; i++) {
      if (this.#children.items[i] === child) insert(tiles, this.#places.items[i]);
    }
    loadPieceOf(this.#piece, this.#set, body, child);
    const end = solid.collect(body, tiles, this.#piece, child, 0);
    for (let i = first; i < this.#rows.count; i++) {
      if (this.#children.items[i] !== child) continue;
      const row = this.#rows.items[i];
      const contact = findContact(this.#places.items[i], end);
      if (contact === undefined) refuseContact(list, row);
      else if (contact.verdict !== OF_SURFACE) {
        rewriteSegmentContact(list, row, list.slotA[row] !== body, contact);
        this.#isRewritten[row] = 1;
      }
    }
  }
}

const found = { fraction: 1, exitFraction: 1 };

/** Whether the two of a row met on their way, before the end of the tick. The sweep has settled such a row. */
function isOnTheWay({ swept }: ContactList, row: number): boolean {
  if (swept === undefined) return false;
  found.fraction = 1;
  swept.show(row, found);
  return found.fraction < 1;
}

/** The contact of a tile, if it has any. */
function findContact(tile: number, end: number): SegmentContact | undefined {
  for (let i = 0; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.child === tile && contact.points > 0) return contact;
  }
  return undefined;
}

/** Adds a number to an ascending list. */
function insert(list: IndexList, value: number): void {
  const items = reserveIndices(list, 1);
  let at = list.count++;
  for (; at > 0 && items[at - 1] > value; at--) items[at] = items[at - 1];
  items[at] = value;
}
