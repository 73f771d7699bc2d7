import type { Bvh } from '../../core/bvh/bvh.ts';
import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { SHAPE_NONE } from '../../core/collider-set.ts';
import { SLOT_LIVE } from '../../core/collider-slots.ts';
import { createIndexList } from '../../core/index-list.ts';
import type { SeamlessMembers } from '../../core/seamless-members.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import { writePointBounds } from '../bounds/point-bounds.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { childContains, MAX_OPEN_PARTS, reachesBeyond, type SeamColumns, writeOpenParts } from '../shapes/seams.ts';
import { childBox, findChildren, slotBox, worldBox } from './find-children.ts';
import { centreFrame, frameOrigin, loadChild, loadCollider } from './load-collider.ts';
import { ANGLE_SLACK } from './surface-tile.ts';

const NONE = -1;

/** How far apart neighbours may be by rounding, relative to the bounds of a piece. */
const NEAR = 1e-6;

/**
 * One piece of a seamless collider with all pieces that lie beside it, in the form of a compound: the piece is the
 * first child, its neighbours are the others. The axes of the compound are the world's, its origin is the position of
 * the collider.
 */
export class SeamlessPiece implements SeamColumns {
  slot = NONE;
  child = 0;
  /** The next piece of the same collider in the cache; −1 for none. */
  next = NONE;
  /** The place of the piece in the solid near the current body; −1 when the piece is not in the solid. */
  place = NONE;
  readonly origin = new Float64Array(2);
  pieces = 0;
  vertices = new Float64Array(0);
  normals = new Float64Array(0);
  pieceStart = new Uint32Array(0);
  pieceCount = new Uint32Array(0);
  pieceRadius = new Float64Array(0);
  pieceBounds = new Float64Array(0);
  readonly bvh: Bvh | undefined = undefined;
  /** The open parts of its edges, as in `Seams`. */
  firstPart = new Uint32Array(0);
  parts = new Float64Array(0);

  add(piece: PlacedPiece): void {
    const { pieces: i } = this;
    const start = i === 0 ? 0 : this.pieceStart[i - 1] + this.pieceCount[i - 1];
    const end = start + piece.count;
    this.vertices = reserve(this.vertices, 2 * end);
    this.normals = reserve(this.normals, 2 * end);
    this.pieceStart = reserve(this.pieceStart, i + 1);
    this.pieceCount = reserve(this.pieceCount, i + 1);
    this.pieceRadius = reserve(this.pieceRadius, i + 1);
    this.pieceBounds = reserve(this.pieceBounds, BOUNDS_STRIDE * (i + 1));
    for (let k = 0; k < 2 * piece.count; k++) {
      this.vertices[2 * start + k] = piece.vertices[k];
      this.normals[2 * start + k] = piece.normals[k];
    }
    this.pieceStart[i] = start;
    this.pieceCount[i] = piece.count;
    writePointBounds(this.pieceBounds, BOUNDS_STRIDE * i, this.vertices, start, piece.count, 0);
    this.pieces = i + 1;
  }

  /** Works out which parts of its edges no other piece covers. */
  findOpenParts(): void {
    const edges = this.pieceCount[0];
    this.firstPart = reserve(this.firstPart, edges + 1);
    this.parts = reserve(this.parts, 2 * MAX_OPEN_PARTS * edges);
    let count = 0;
    for (let edge = 0; edge < edges; edge++) {
      const open = writeOpenParts(openParts, this, 0, edge, countUpTo(this.pieces), 1, this.pieces);
      for (let i = 0; i < 2 * open; i++) this.parts[2 * count + i] = openParts[i];
      count += open;
      this.firstPart[edge + 1] = count;
    }
  }

  /**
   * Returns whether a direction is the normal of an edge of the piece, no part of which is covered by another piece.
   */
  isOpenAlong(direction: Float64Array): boolean {
    const { normals, firstPart, parts } = this;
    const x = direction[0];
    const y = direction[1];
    for (let edge = 0; edge < this.pieceCount[0]; edge++) {
      const cross = x * normals[2 * edge + 1] - y * normals[2 * edge];
      if (Math.abs(cross) > ANGLE_SLACK || x * normals[2 * edge] + y * normals[2 * edge + 1] <= 0) continue;
      const at = firstPart[edge];
      return firstPart[edge + 1] === at + 1 && parts[2 * at] === 0 && parts[2 * at + 1] === 1;
    }
    return false;
  }

  /**
   * Returns whether no other piece of the solid lies around a vertex and reaches farther along a normal than the
   * vertex.
   */
  isFreeAt(vertex: number, normal: Float64Array): boolean {
    place[0] = this.vertices[2 * vertex];
    place[1] = this.vertices[2 * vertex + 1];
    for (let other = 1; other < this.pieces; other++) {
      if (reachesBeyond(this, other, place, normal) && childContains(this, other, place)) return false;
    }
    return true;
  }
}

const openParts = new Float64Array(2 * MAX_OPEN_PARTS);
const place = new Float64Array(2);
const tile = createPlacedPiece(16);
const found = createIndexList(64);
const children = createIndexList(16);
const pieceBox = new Float64Array(4);
const ownChild = new Uint32Array(1);

/** The numbers 0, 1, 2, …, as many as have been needed so far. */
const numbers = createIndexList(16);

function countUpTo(count: number): Uint32Array {
  for (; numbers.count < count; numbers.count++) {
    if (numbers.count === numbers.items.length) numbers.items = reserve(numbers.items, numbers.count + 1);
    numbers.items[numbers.count] = numbers.count;
  }
  return numbers.items;
}

/**
 * The pieces of seamless colliders that something has been near to, with their neighbours. These are looked for once,
 * until `forget` is called because one of the colliders may have moved.
 */
export class SeamlessPieces {
  readonly #set: ColliderSet;
  readonly #members: SeamlessMembers;
  /** The first `#count` are in use. */
  readonly #pieces: SeamlessPiece[] = [];
  #count = 0;
  /** By slot: the number of its first piece, which is valid if `#round` has the current value of `#now`. */
  #first = new Int32Array(0);
  #round = new Uint32Array(0);
  #now = 1;

  constructor(set: ColliderSet, members: SeamlessMembers) {
    this.#set = set;
    this.#members = members;
  }

  forget(): void {
    this.#count = 0;
    this.#now++;
  }

  /** Returns a piece that is solid; undefined for others. Sets the frame. */
  find(slot: number, child: number): SeamlessPiece | undefined {
    const { end } = this.#set.slots;
    if (end > this.#first.length) {
      this.#first = reserve(this.#first, end);
      this.#round = reserve(this.#round, end);
    }
    if (this.#round[slot] !== this.#now) {
      this.#round[slot] = this.#now;
      this.#first[slot] = NONE;
    }
    for (let i = this.#first[slot]; i !== NONE; i = this.#pieces[i].next) {
      if (this.#pieces[i].child === child) return solid(this.#pieces[i]);
    }
    if (this.#count === this.#pieces.length) this.#pieces.push(new SeamlessPiece());
    const piece = this.#pieces[this.#count];
    piece.next = this.#first[slot];
    this.#first[slot] = this.#count++;
    this.#fill(piece, slot, child);
    return solid(piece);
  }

  #fill(piece: SeamlessPiece, slot: number, child: number): void {
    const set = this.#set;
    piece.slot = slot;
    piece.child = child;
    piece.place = NONE;
    piece.pieces = 0;
    centreFrame(set, slot);
    piece.origin[0] = frameOrigin[0];
    piece.origin[1] = frameOrigin[1];
    const composite = compositeOf(set, slot);
    if (composite === undefined) {
      slotBox(set, slot);
      loadCollider(tile, set, slot);
    } else {
      childBox(set, slot, composite, child);
      loadChild(tile, set, slot, composite, child);
    }
    if (!isSolid(tile)) return;
    piece.add(tile);
    const slack = NEAR * (worldBox[2] - worldBox[0] + worldBox[3] - worldBox[1]);
    for (let side = 0; side < 4; side++) pieceBox[side] = side < 2 ? worldBox[side] - slack : worldBox[side] + slack;
    const hierarchies = this.#members.hierarchies();
    found.count = 0;
    for (let i = 0; i < hierarchies.length; i++) queryBvhAabb(found, hierarchies[i], set.bounds, pieceBox, 0);
    for (let i = 0; i < found.count; i++) this.#addNeighbours(piece, found.items[i]);
    piece.findOpenParts();
  }

  #addNeighbours(piece: SeamlessPiece, slot: number): void {
    const set = this.#set;
    const { state, index } = set.slots;
    if (state[slot] !== SLOT_LIVE || set.shape.kind[index[slot]] === SHAPE_NONE || !this.#members.has(slot)) return;
    if (slot !== piece.slot && !this.#members.join(piece.slot, slot)) return;
    const composite = compositeOf(set, slot);
    if (composite !== undefined) {
      for (let side = 0; side < 4; side++) worldBox[side] = pieceBox[side];
      findChildren(set, slot, composite, children);
    }
    const items = composite === undefined ? ownChild : children.items;
    const count = composite === undefined ? 1 : children.count;
    for (let i = 0; i < count; i++) {
      if (slot === piece.slot && items[i] === piece.child) continue;
      if (composite === undefined) loadCollider(tile, set, slot);
      else loadChild(tile, set, slot, composite, items[i]);
      if (isSolid(tile)) piece.add(tile);
    }
  }
}

function solid(piece: SeamlessPiece): SeamlessPiece | undefined {
  return piece.pieces > 0 ? piece : undefined;
}

/** Rounded pieces leave notches between them, and a line has no inside: they have no part in a surface. */
export function isSolid(piece: PlacedPiece): boolean {
  return piece.count > 2 && piece.radius === 0 && piece.curve === undefined;
}
