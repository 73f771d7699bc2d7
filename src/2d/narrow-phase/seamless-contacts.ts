import {
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  refuseContact,
} from '../../core/contact-list.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { type ShapeContacts, swapRows } from '../../core/shape-contacts.ts';
import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y } from '../geometry/contact/contact-layout.ts';
import type { InitialOverlap } from '../queries/cast-piece.ts';
import { findInAabb } from '../queries/overlap.ts';
import type { QueryScope, SlotFilter } from '../queries/query-scope.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import { settleSurfaceHit } from '../queries/surface-hit.ts';
import {
  beginStarts,
  createSurfaceStarts,
  readStart,
  type SurfaceStarts,
  takeStart,
  useStartMargin,
} from '../queries/surface-starts.ts';
import { createPieceCursor, findPiecesInBox } from '../queries/visit-pieces.ts';
import { createPlacedPiece, type PlacedPiece, placeAtOrigin } from '../shapes/placed-piece.ts';
import { makeRegisteredShape, type RegisteredShape } from '../shapes/registered-shape.ts';
import { childContains } from '../shapes/seams.ts';
import { SHAPE_COMPOUND } from '../shapes/shape-kind.ts';
import { rewriteSegmentContact } from './collide-chain.ts';
import { contactMargin } from './contact-margin.ts';
import { ROW_STRIDE } from './emit-contact.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-collider.ts';
import { compositeOf } from './registered-of.ts';
import { isSolid, type SeamlessMembers, type SeamlessPiece, SeamlessPieces } from './seamless-pieces.ts';
import { type SegmentContact, segmentContacts } from './segment-contacts.ts';
import { collectSurfaceContacts, isOfSurface, type SurfaceRoutines } from './surface-contacts.ts';

const NONE = -1;
const place = new Float64Array(2);
const searched = new Float64Array(BOUNDS_STRIDE);
const cursor = createPieceCursor();
/** The normal of a contact, from the tile to the body. */
const direction = new Float64Array(2);

/**
 * Seamless colliders as one solid. Its tiles are their pieces near the body in hand, and its frame is the current one:
 * to the routines that collide a body with it, it is a shape like any other.
 */
class SeamlessSolid implements SurfaceRoutines {
  readonly set: ColliderSet;
  readonly members: SeamlessMembers;
  readonly pieces: SeamlessPieces;
  /** The pieces near the body in hand. */
  readonly near: SeamlessPiece[] = [];
  count = 0;
  readonly shape: RegisteredShape;

  constructor(set: ColliderSet, members: SeamlessMembers) {
    this.set = set;
    this.members = members;
    this.pieces = new SeamlessPieces(set, members);
    this.shape = makeRegisteredShape(
      {
        kind: SHAPE_COMPOUND,
        isComposite: true,
        writeExtent: unused,
        load: (piece, _shape, child) => this.load(piece, child),
        curve: undefined,
        collect: undefined,
        casts: undefined,
        grid: undefined,
        enter: unused,
        addRoutines: unused,
      },
      { pieces: 0, vertices: new Float64Array(0), bounds: new Float64Array(4) },
    );
  }

  /** Begins a list for another body. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.near[i].place = NONE;
    this.count = 0;
  }

  /** Adds a piece of a seamless collider to the list and returns its place; −1 for one that is not solid. */
  add(slot: number, child: number): number {
    const piece = this.pieces.find(slot, child);
    if (piece === undefined) return NONE;
    if (piece.place !== NONE) return piece.place;
    if (this.count === this.near.length) this.near.push(piece);
    else this.near[this.count] = piece;
    piece.place = this.count++;
    return piece.place;
  }

  load(piece: PlacedPiece, child: number): void {
    const { slot, child: own } = this.near[child];
    loadSolid(piece, this.set, slot, own);
    placeAtOrigin();
  }

  openParts(out: Float64Array, _shape: RegisteredShape, child: number, edge: number): number {
    const { firstPart, parts } = this.near[child];
    const first = firstPart[edge];
    const count = firstPart[edge + 1] - first;
    for (let i = 0; i < 2 * count; i++) out[i] = parts[2 * first + i];
    return count;
  }

  isFreeAtVertex(_shape: RegisteredShape, child: number, vertex: number, normal: Float64Array): boolean {
    return this.near[child].isFreeAt(vertex, normal);
  }

  contains(_shape: RegisteredShape, point: Float64Array): boolean {
    for (let i = 0; i < this.count; i++) {
      const piece = this.near[i];
      place[0] = point[0] + (frameOrigin[0] - piece.origin[0]);
      place[1] = point[1] + (frameOrigin[1] - piece.origin[1]);
      if (childContains(piece, 0, place)) return true;
    }
    return false;
  }

  readOneWay(): boolean {
    return false;
  }

  // By the shortest way out of the piece that it is deepest in.
  leadOut(): void {}

  /** See `CollectRoutine`; `body` is any slot. */
  collect(body: number, tiles: IndexList, piece: PlacedPiece, pieceIndex: number, start: number): number {
    return collectSurfaceContacts(this, this.set, body, this.shape, tiles, piece, pieceIndex, start);
  }
}

/** Adds a contact of a piece of a collider to those of a query. */
type TakeContact = (out: ShapeContacts, slot: number, child: number, from: Float64Array, points: number) => void;

function unused(): never {
  throw new Error('a solid of several colliders is no shape of one');
}

function loadSolid(piece: PlacedPiece, set: ColliderSet, slot: number, child: number): void {
  const composite = compositeOf(set, slot);
  if (composite === undefined) loadCollider(piece, set, slot);
  else loadChild(piece, set, slot, composite, child);
}

/**
 * Takes the contacts of edges and corners that lie inside the common surface of seamless colliders out of a list: as
 * the narrow phase leaves it, each piece has collided by itself. What follows for a body is what a smooth compound of
 * all pieces would have said, see surface-contacts.ts.
 */
export class SeamlessContacts {
  readonly solid: SeamlessSolid;
  readonly #set: ColliderSet;
  readonly #bodies = createIndexList(64);
  /** By slot: the first row of a body in hand, if the other says that it is one. By row: the next of the same body. */
  #first = new Int32Array(0);
  #isBody = new Uint8Array(0);
  #next = new Int32Array(0);
  /** The rows of the body in hand with a solid piece; for each its place in the list, and the body's own child. */
  readonly #rows = createIndexList(16);
  readonly #places = createIndexList(16);
  readonly #children = createIndexList(16);
  /** By row: whether the contact is another one than its collider has by itself. */
  #isRewritten = new Uint8Array(0);
  /** Places of the pieces near one child of the body, ascending. */
  readonly #tiles = createIndexList(16);
  readonly #piece = createPlacedPiece(16);

  constructor(set: ColliderSet, members: SeamlessMembers) {
    this.#set = set;
    this.solid = new SeamlessSolid(set, members);
  }

  /** Forgets who lies beside whom, if any may have moved. Returns whether there is anything seamless. */
  prepare(): boolean {
    const { members, pieces } = this.solid;
    if (members.count === 0) return false;
    if (members.areOutdated()) {
      this.solid.clear();
      pieces.forget();
    }
    return true;
  }

  /** Takes out of the contacts of a tick, as `prepare` left it. */
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

  /** Whether `filter` has made another contact of a row. */
  isRewritten(row: number): boolean {
    return this.#isRewritten[row] === 1;
  }

  /**
   * Does the same for the contacts of a shape that a query has placed, and leaves them in their order.
   */
  filterPlaced(contacts: ShapeContacts, shape: QueryShape, take: TakeContact): void {
    const { solid } = this;
    const tiles = this.#tiles;
    let kept = 0;
    tiles.count = 0;
    solid.clear();
    for (let row = 0; row < contacts.count; row++) {
      const slot = contacts.slots[row];
      const known = solid.count;
      const at = solid.members.has(slot) ? solid.add(slot, contacts.children[row]) : NONE;
      if (at === NONE) swapRows(contacts, kept++, row);
      else if (at === known) reserveIndices(tiles, 1)[tiles.count++] = at;
    }
    contacts.count = kept;
    frameOrigin[0] = shape.x;
    frameOrigin[1] = shape.y;
    for (let k = 0; k < shape.count; k++) {
      const end = solid.collect(0, tiles, shape.pieces[k], k, 0);
      for (let i = 0; i < end; i++) {
        const { child, manifold, points } = segmentContacts[i];
        const { slot, child: own } = solid.near[child];
        if (points > 0) take(contacts, slot, own, manifold, points);
      }
    }
    sortByCollider(contacts, this.#set.slots.index);
  }

  /**
   * Finds what a shape that is cast meets at the start of all of them as one surface, of those that a filter lets
   * through; returns the list, a new one where none is given. From there on the shape moves as if it overlapped none of
   * the pieces that `joins` tells of.
   */
  findStarts(
    known: SurfaceStarts | undefined,
    scope: QueryScope,
    filter: SlotFilter,
    mover: QueryShape,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts {
    const starts = known ?? createSurfaceStarts();
    beginStarts(starts, searched, mover.box);
    // The filter may run queries itself: what follows asks nobody.
    findInAabb(scope, searched, filter, starts.near);
    return this.findStartsAmong(starts, starts.near, mover, ray, initialOverlap);
  }

  /** The same among some colliders, by ascending entity index. */
  findStartsAmong(
    known: SurfaceStarts | undefined,
    slots: IndexList,
    mover: QueryShape,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts {
    const { solid } = this;
    const starts = known ?? createSurfaceStarts();
    beginStarts(starts, searched, mover.box);
    this.#tiles.count = 0;
    solid.clear();
    for (let i = 0; i < slots.count; i++) if (solid.members.has(slots.items[i])) this.#addPieces(slots.items[i]);
    useStartMargin(mover);
    for (let k = 0; k < mover.count && solid.count > 0; k++) {
      const end = solid.collect(0, this.#tiles, mover.pieces[k], k, 0);
      for (let i = 0; i < end; i++) {
        const contact = segmentContacts[i];
        const { slot, child } = solid.near[contact.child];
        takeStart(starts, contact, slot, child, ray, initialOverlap);
      }
    }
    return starts;
  }

  /** Writes start number i of those that have been found. */
  readStart(hit: Float64Array, starts: SurfaceStarts, i: number): void {
    readStart(hit, starts, i);
  }

  /** Adds the pieces of a collider that are in the box that is searched. */
  #addPieces(slot: number): void {
    const { bounds } = this.#set;
    const at = slot * BOUNDS_STRIDE;
    const isNear =
      bounds[at] <= searched[2] &&
      bounds[at + 1] <= searched[3] &&
      bounds[at + 2] >= searched[0] &&
      bounds[at + 3] >= searched[1];
    if (!isNear) return;
    const isOne = compositeOf(this.#set, slot) === undefined;
    findPiecesInBox(cursor, this.#set, slot, searched);
    for (let i = 0; i < cursor.count; i++) {
      const place = this.solid.add(slot, isOne ? 0 : cursor.children.items[i]);
      if (place !== NONE) reserveIndices(this.#tiles, 1)[this.#tiles.count++] = place;
    }
  }

  /** Whether a collider is one of them. */
  has(slot: number): boolean {
    return this.solid.members.has(slot);
  }

  /** Whether a piece of a collider, as it has been loaded, is one of the surface. */
  joins(slot: number, piece: PlacedPiece): boolean {
    return this.solid.members.has(slot) && isSolid(piece);
  }

  /**
   * Whether a cast, which has hit a collider or a child of it, meets the surface of all of them there; gives the hit a
   * normal that this surface has. See `settleSurfaceHit`.
   */
  settles(hit: Float64Array, ray: Float64Array, mover: QueryShape, slot: number, child: number): boolean {
    const { solid } = this;
    if (!solid.members.has(slot)) return true;
    solid.clear();
    if (solid.add(slot, child) === NONE) return true;
    frameOrigin[0] = mover.x;
    frameOrigin[1] = mover.y;
    solid.load(this.#piece, 0);
    return settleSurfaceHit(hit, ray, mover.isPoint, solid, solid.shape, 0, this.#piece);
  }

  /** Strings the rows of each body together, in their order. Two seamless colliders are no bodies to each other. */
  #sortByBody(list: ContactList): void {
    const { members } = this.solid;
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
        // What is a surface itself has filtered its contacts by its own seams.
        if (compositeOf(this.#set, body)?.record.collect !== undefined) continue;
        this.#isBody[body] = 1;
        this.#first[body] = NONE;
        reserveIndices(this.#bodies, 1)[this.#bodies.count++] = body;
      }
      this.#next[row] = this.#first[body];
      this.#first[body] = row;
    }
  }

  #filterBody(list: ContactList, body: number): void {
    const { solid } = this;
    const rows = this.#rows;
    rows.count = this.#places.count = this.#children.count = 0;
    solid.clear();
    const ownMargins = this.#set.ownMargins?.bySlot;
    let ownMargin = 0;
    for (let row = this.#first[body]; row !== NONE; row = this.#next[row]) {
      // So that each of its contacts is found again.
      if (ownMargins !== undefined) {
        ownMargin = Math.max(ownMargin, ownMargins[list.slotA[row]] + ownMargins[list.slotB[row]]);
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
   * Whether all contacts of a body are along edges in the open, as of one that stands on flat ground: nothing to do.
   */
  #areOfSurface(list: ContactList, body: number): boolean {
    const { near } = this.solid;
    for (let i = 0; i < this.#rows.count; i++) {
      const row = this.#rows.items[i];
      const sign = list.slotA[row] === body ? -1 : 1;
      direction[0] = sign * list.manifolds[row * ROW_STRIDE + CONTACT_NORMAL_X];
      direction[1] = sign * list.manifolds[row * ROW_STRIDE + CONTACT_NORMAL_Y];
      if (!near[this.#places.items[i]].isOpenAlong(direction)) return false;
    }
    return true;
  }

  #filterChild(list: ContactList, body: number, child: number, first: number): void {
    const { solid } = this;
    const tiles = this.#tiles;
    tiles.count = 0;
    for (let i = first; i < this.#rows.count; i++) {
      if (this.#children.items[i] === child) insert(tiles, this.#places.items[i]);
    }
    loadSolid(this.#piece, this.#set, body, child);
    const end = solid.collect(body, tiles, this.#piece, child, 0);
    for (let i = first; i < this.#rows.count; i++) {
      if (this.#children.items[i] !== child) continue;
      const row = this.#rows.items[i];
      const contact = findContact(this.#places.items[i], end);
      if (contact === undefined) refuseContact(list, row);
      else if (!isOfSurface(contact)) {
        rewriteSegmentContact(list, row, list.slotA[row] !== body, contact);
        this.#isRewritten[row] = 1;
      }
    }
  }
}

/** Sorts all rows by collider and then by child, and leaves the order in which a child's came. */
function sortByCollider(out: ShapeContacts, index: Uint32Array): void {
  const { slots, children } = out;
  for (let i = 1; i < out.count; i++) {
    for (let at = i; at > 0; at--) {
      const order = index[slots[at - 1]] - index[slots[at]] || children[at - 1] - children[at];
      if (order <= 0) break;
      swapRows(out, at - 1, at);
    }
  }
}

const found = { fraction: 1, exitFraction: 1 };

/** Whether the two of a row met before the end of the tick: where they are at its end has no part in that. */
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
