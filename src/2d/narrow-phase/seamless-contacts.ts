import { FLAG_SENSOR } from '../../core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  refuseContact,
} from '../../core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import { SettledContacts } from '../../core/settled-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import { JOINED_CHAINS, type JoinedChains } from './chain-joining.ts';
import { rewriteSegmentContact } from './collide-chain.ts';
import { ROW_STRIDE } from './emit-contact.ts';
import { childBox, slotBox } from './find-children.ts';
import { centreFrame } from './load-collider.ts';
import { loadPieceOf, type SeamlessSolid } from './seamless-solid.ts';
import { type SegmentContact, segmentContacts } from './segment-contacts.ts';
import { OF_SURFACE } from './surface-tile.ts';

const NONE = -1;
/** The normal of a contact, from the tile to the body. */
const direction = new Float64Array(2);

/**
 * The contacts of a tick with seamless colliders. The narrow phase has collided each piece alone; `filter` takes
 * out the contacts of edges and corners that lie inside the common surface, and gives others a normal that the surface
 * has. A body ends up with the contacts that one smooth compound of all pieces would have had, see surface-contacts.ts.
 */
export class SeamlessContacts implements JoinedChains {
  readonly #solid: SeamlessSolid;
  readonly #set: ColliderSet;
  /** The colliders that are not seamless and have contacts with seamless ones. */
  readonly #bodies = createIndexList(64);
  /** By slot: whether the collider is in `#bodies`, and the first of its rows. */
  #isBody = new Uint8Array(0);
  #first = new Int32Array(0);
  /** By row: the next row of the same body; NONE for the last. */
  #next = new Int32Array(0);
  /**
   * The rows of the current body with solid pieces, the place of each row's piece in the solid, and the child of the
   * body that the row is about.
   */
  readonly #rows = createIndexList(16);
  readonly #places = createIndexList(16);
  readonly #children = createIndexList(16);
  /** The contacts that `filter` has to look at, and those among them that it replaces. */
  readonly settled = new SettledContacts();
  /** Places of the pieces that one child of the body meets, ascending. */
  readonly #tiles = createIndexList(16);
  readonly #piece = createPlacedPiece(16);
  /** The rows of the current body with chains, and these chains. */
  readonly #lines = createIndexList(16);
  readonly #chains = createIndexList(4);

  constructor(set: ColliderSet, solid: SeamlessSolid) {
    this.#set = set;
    this.#solid = solid;
    set.features.set(JOINED_CHAINS, this);
  }

  /** Reads how the seamless colliders lie in this tick. Returns whether there are any. */
  prepare(): boolean {
    return this.#solid.prepare();
  }

  /** Filters the contacts of a tick. The solid has been prepared. */
  filter(list: ContactList): void {
    this.settled.begin(list, this.#solid.members);
    this.#sortByBody(list);
    for (let i = 0; i < this.#bodies.count; i++) {
      const body = this.#bodies.items[i];
      this.#isBody[body] = 0;
      this.#filterBody(list, body);
    }
    this.#bodies.count = 0;
  }

  /**
   * Returns whether the contacts of a chain with another collider are filtered here, which holds for the pairs that
   * `#sortByBody` lists.
   */
  joinsContacts(chain: number, other: number): boolean {
    const { flags } = this.#set.slots;
    if (!this.#solid.isChain(chain) || this.#solid.members.has(other)) return false;
    return ((flags[chain] | flags[other]) & FLAG_SENSOR) === 0 && !this.#hasOwnSeams(other);
  }

  /** Returns whether a collider is made of pieces and has filtered its contacts by its own seams already. */
  #hasOwnSeams(slot: number): boolean {
    return compositeOf(this.#set, slot)?.record.makesSurface === true;
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
      if (!this.settled.isOpen(list, body)) continue;
      if (this.#isBody[body] === 0) {
        if (this.#hasOwnSeams(body)) continue;
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
    rows.count = this.#places.count = this.#children.count = this.#lines.count = 0;
    solid.clear();
    const { slotMargins } = this.#set;
    let ownMargin = 0;
    for (let row = this.#first[body]; row !== NONE; row = this.#next[row]) {
      // The body is collided with the largest margin of its rows, so that each of these contacts is found again.
      if (slotMargins.length > 0) {
        ownMargin = Math.max(ownMargin, slotMargins[list.slotA[row]] + slotMargins[list.slotB[row]]);
      }
      const isA = list.slotA[row] === body;
      if (solid.isChain(isA ? list.slotB[row] : list.slotA[row]))
        reserveIndices(this.#lines, 1)[this.#lines.count++] = row;
      const at = solid.add(isA ? list.slotB[row] : list.slotA[row], isA ? childBOf(list, row) : childAOf(list, row));
      if (at === NONE) continue;
      reserveIndices(rows, 1)[rows.count++] = row;
      reserveIndices(this.#places, 1)[this.#places.count++] = at;
      reserveIndices(this.#children, 1)[this.#children.count++] = isA ? childAOf(list, row) : childBOf(list, row);
    }
    contactMargin[0] = this.#set.margin + ownMargin;
    if (this.#lines.count > 0) this.#filterChains(list, body);
    if (this.#areOfSurface(list, body)) return;
    centreFrame(this.#set, body);
    // The rows of each child of the body are filtered separately, in any order.
    for (let i = 0; i < rows.count; i++) {
      let isFirst = true;
      for (let k = 0; k < i && isFirst; k++) isFirst = this.#children.items[k] !== this.#children.items[i];
      if (isFirst) this.#filterChild(list, body, this.#children.items[i], i);
    }
  }

  /** Collides each child of the body that meets chains with these chains as one line. */
  #filterChains(list: ContactList, body: number): void {
    const set = this.#set;
    const lines = this.#lines;
    const composite = compositeOf(set, body);
    for (let i = 0; i < lines.count; i++) {
      const child = childOfBody(list, lines.items[i], body);
      this.#chains.count = 0;
      let isFirst = true;
      for (let k = 0; k < lines.count && isFirst; k++) {
        if (childOfBody(list, lines.items[k], body) !== child) continue;
        if (k < i) isFirst = false;
        else addOnce(this.#chains, otherOf(list, lines.items[k], body));
      }
      if (!isFirst) continue;
      if (composite === undefined) slotBox(set, body);
      else childBox(set, body, composite, child);
      centreFrame(set, body);
      loadPieceOf(this.#piece, set, body, child);
      const end = this.#solid.collectChains(this.#chains, this.#piece, child);
      for (let k = i; k < lines.count; k++) {
        if (childOfBody(list, lines.items[k], body) === child) this.#rewriteLine(list, lines.items[k], body, end);
      }
    }
  }

  /**
   * Compares the contact of a row with that of the whole line: refuses it if the line has none there, replaces it if
   * the line has another one.
   */
  #rewriteLine(list: ContactList, row: number, body: number, end: number): void {
    const isA = list.slotA[row] === body;
    const contact = lineContactOf(list, row, body, end);
    if (contact === undefined) refuseContact(list, row);
    else if (differs(list, row, isA ? -1 : 1, contact)) {
      rewriteSegmentContact(list, row, !isA, contact);
      this.settled.isRewritten[row] = 1;
    }
  }

  /**
   * Returns whether all contacts of the body are along edges that no neighbour covers, as for a body on flat ground.
   * The solid would then give the same contacts, so it need not be asked.
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

  /**
   * Collides one child of the body with the solid, and refuses or replaces the contacts of its rows that the solid does
   * not have.
   */
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
        this.settled.isRewritten[row] = 1;
      }
    }
  }
}

const found = { fraction: 1, exitFraction: 1 };

/**
 * Returns whether the two colliders of a row met on their way, before the end of the tick: then the sweep has settled
 * the row.
 */
function isOnTheWay({ swept }: ContactList, row: number): boolean {
  if (swept === undefined) return false;
  found.fraction = 1;
  swept.show(row, found);
  return found.fraction < 1;
}

/** Returns which of a body's children a row is about, and the other collider of the row. */
function childOfBody(list: ContactList, row: number, body: number): number {
  return list.slotA[row] === body ? childAOf(list, row) : childBOf(list, row);
}

function otherOf({ slotA, slotB }: ContactList, row: number, body: number): number {
  return slotA[row] === body ? slotB[row] : slotA[row];
}

function addOnce(list: IndexList, value: number): void {
  for (let i = 0; i < list.count; i++) if (list.items[i] === value) return;
  reserveIndices(list, 1)[list.count++] = value;
}

/** Returns the contact that the line has with the segment of a row, if any. */
function lineContactOf(list: ContactList, row: number, body: number, end: number): SegmentContact | undefined {
  const slot = otherOf(list, row, body);
  const child = list.slotA[row] === body ? childBOf(list, row) : childAOf(list, row);
  for (let i = 0; i < end; i++) {
    const contact = segmentContacts[i];
    if (contact.child === child && contact.slot === slot && contact.points > 0) return contact;
  }
  return undefined;
}

/**
 * Returns whether a contact has another normal or depth, or other points, than the row, whose normal is `sign` times
 * it.
 */
function differs(list: ContactList, row: number, sign: number, { manifold, points }: SegmentContact): boolean {
  const at = row * ROW_STRIDE;
  const { manifolds } = list;
  return (
    (list.flags[row] & CONTACT_POINT_COUNT_MASK) !== points ||
    manifolds[at + CONTACT_NORMAL_X] !== 0 + sign * manifold[CONTACT_NORMAL_X] ||
    manifolds[at + CONTACT_NORMAL_Y] !== 0 + sign * manifold[CONTACT_NORMAL_Y] ||
    manifolds[at + CONTACT_POINTS + CONTACT_SEPARATION] !== manifold[CONTACT_POINTS + CONTACT_SEPARATION]
  );
}

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
