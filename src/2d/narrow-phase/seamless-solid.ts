import type { IndexList } from '../../core/index-list.ts';
import type { SeamlessMembers } from '../../core/seamless-members.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { type PlacedPiece, placeAtOrigin } from '../shapes/placed-piece.ts';
import { makeRegisteredShape, type RegisteredShape } from '../shapes/registered-shape.ts';
import { childContains } from '../shapes/seams.ts';
import { SHAPE_COMPOUND } from '../shapes/shape-kind.ts';
import { chainJoining, type SeamlessLinks } from './chain-joining.ts';
import type { ChainLinks } from './joint-rays.ts';
import { frameOrigin, loadChild, loadCollider } from './load-collider.ts';
import { type SeamlessPiece, SeamlessPieces } from './seamless-pieces.ts';
import { collectSurfaceContacts } from './surface-contacts.ts';
import type { SurfaceRoutines } from './surface-routines.ts';

const NONE = -1;
const place = new Float64Array(2);

/**
 * Presents seamless colliders as one solid made of tiles, so that the routines of surface-contacts.ts can collide a
 * body with it. The tiles are the pieces that have been added, which are those near the current body. The solid is in
 * the current frame.
 */
export class SeamlessSolid implements SurfaceRoutines {
  readonly set: ColliderSet;
  readonly members: SeamlessMembers;
  readonly pieces: SeamlessPieces;
  #links: SeamlessLinks | undefined;
  /** The pieces near the current body: `count` of them, each of which knows its place here. */
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
        isLine: false,
        makesSurface: false,
        grid: undefined,
        inPlace: undefined,
        enter: unused,
        addRoutines: unused,
      },
      { pieces: 0, vertices: new Float64Array(0), bounds: new Float64Array(4) },
    );
  }

  /**
   * Makes ready for a tick or a query: neighbours are looked for anew if any piece may have moved since. Returns
   * whether there is anything seamless.
   */
  prepare(): boolean {
    if (this.members.count === 0) return false;
    if (this.members.areOutdated()) {
      this.clear();
      this.pieces.forget();
      this.#links?.forget();
    }
    return true;
  }

  /**
   * Collides a piece with some seamless chains as one line, see `ChainJoining.collect`. There must be a chain.
   */
  collectChains(chains: IndexList, piece: PlacedPiece, pieceIndex: number): number {
    return chainJoining()!.collect(this.set, chains, piece, pieceIndex, this.links!);
  }

  /** Where seamless chains meet each other; undefined as long as the game has made no chain. */
  get links(): ChainLinks | undefined {
    this.#links ??= chainJoining()?.createLinks(this.set, this.members);
    return this.#links;
  }

  /** Returns whether a collider is a seamless chain. */
  isChain(slot: number): boolean {
    return compositeOf(this.set, slot)?.record.isLine === true && this.members.has(slot);
  }

  /** Empties the solid, for the next body. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.near[i].place = NONE;
    this.count = 0;
  }

  /** Adds a piece of a seamless collider and returns its place; −1 for a piece that is not solid. */
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
    loadPieceOf(piece, this.set, slot, own);
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

  // A buried body keeps the contact along the shortest way out of the piece that it is deepest in.
  leadOut(): void {}

  /** See `CollectRoutine`; `body` is any slot. */
  collect(body: number, tiles: IndexList, piece: PlacedPiece, pieceIndex: number, start: number): number {
    return collectSurfaceContacts(this, this.set, body, this.shape, tiles, piece, pieceIndex, start);
  }
}

function unused(): never {
  throw new Error('a solid of several colliders is no shape of one');
}

/** Loads a piece of a collider: a child of a composite, or the only piece of any other shape. */
export function loadPieceOf(piece: PlacedPiece, set: ColliderSet, slot: number, child: number): void {
  const composite = compositeOf(set, slot);
  if (composite === undefined) loadCollider(piece, set, slot);
  else loadChild(piece, set, slot, composite, child);
}
