import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { InitialOverlap } from '../../core/queries/cast-piece.ts';
import type { TakeContact } from '../../core/queries/collide-shape.ts';
import { findInAabb } from '../../core/queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../../core/queries/query-scope.ts';
import type { SeamlessCasts, SurfaceStarts } from '../../core/queries/surface-casts.ts';
import { createSurfaceStarts, readStart } from '../../core/queries/surface-starts.ts';
import { type ShapeContacts, sortByCollider, swapRows } from '../../core/shape-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../collider-set.ts';
import { worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { isSolid } from '../narrow-phase/seamless-pieces.ts';
import type { SeamlessSolid } from '../narrow-phase/seamless-solid.ts';
import { segmentContacts } from '../narrow-phase/segment-contacts.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { createPieceCursor } from './pieces.ts';
import type { QueryShape } from './query-shape.ts';
import { settleSurfaceHit } from './surface-hit.ts';
import { beginStarts, takeStart, useStartMargin } from './surface-starts.ts';

const NONE = -1;
const searched = new Float64Array(BOUNDS_STRIDE);
const cursor = createPieceCursor();

/** The seamless colliders as queries see them: one solid, without inner edges and corners. */
export class SeamlessQueries implements SeamlessCasts<ColliderSet, PlacedPiece> {
  readonly solid: SeamlessSolid;
  readonly #set: ColliderSet;
  /** Places of the pieces near the shape of the query. */
  readonly #tiles = createIndexList(16);
  /** The seamless chains near the shape of the query. */
  readonly #chains = createIndexList(4);
  readonly #piece = createPlacedPiece(16);

  constructor(set: ColliderSet, solid: SeamlessSolid) {
    this.#set = set;
    this.solid = solid;
  }

  /**
   * Replaces the contacts of a placed shape with the single pieces by its contacts with the solid; `take` adds them.
   * The list is left in its order: by collider, then by child.
   */
  filterPlaced(contacts: ShapeContacts, shape: QueryShape, take: TakeContact): void {
    const { solid } = this;
    const tiles = this.#tiles;
    const chains = this.#chains;
    let kept = 0;
    tiles.count = chains.count = 0;
    solid.clear();
    for (let row = 0; row < contacts.count; row++) {
      const slot = contacts.slots[row];
      if (solid.isChain(slot)) {
        if (chains.count === 0 || chains.items[chains.count - 1] !== slot)
          reserveIndices(chains, 1)[chains.count++] = slot;
        continue;
      }
      const known = solid.count;
      const at = solid.members.has(slot) ? solid.add(slot, contacts.children[row]) : NONE;
      if (at === NONE) swapRows(contacts, kept++, row);
      else if (at === known) reserveIndices(tiles, 1)[tiles.count++] = at;
    }
    contacts.count = kept;
    frameOrigin[0] = shape.x;
    frameOrigin[1] = shape.y;
    for (let k = 0; k < shape.count && chains.count > 0; k++) {
      for (let side = 0; side < BOUNDS_STRIDE; side++) worldBox[side] = shape.box[side];
      const end = solid.collectChains(chains, shape.pieces[k], k);
      for (let i = 0; i < end; i++) {
        const { slot, child, manifold, points } = segmentContacts[i];
        if (points > 0) take(contacts, slot, child, manifold, points);
      }
    }
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
   * Finds the pieces of the solid that a cast shape meets at its start, among the colliders that a filter lets through.
   * Returns the list: the one given, or a new one. From the start on the shape is cast as if it overlapped none of the
   * pieces for which `joins` is true.
   */
  findStarts(
    known: SurfaceStarts | undefined,
    scope: QueryScope<ColliderSet>,
    filter: SlotFilter,
    mover: QueryShape,
    ray: Float64Array,
    initialOverlap: InitialOverlap,
  ): SurfaceStarts {
    const starts = known ?? createSurfaceStarts();
    beginStarts(starts, searched, mover.box);
    // The filter may run queries that use the same scratch: it is asked here, and not after this.
    findInAabb(scope, searched, filter, starts.near);
    return this.findStartsAmong(starts, starts.near, mover, ray, initialOverlap);
  }

  /** Does what `findStarts` does, among given colliders, which come by ascending entity index. */
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
    const chains = this.#chains;
    this.#tiles.count = chains.count = 0;
    solid.clear();
    for (let i = 0; i < slots.count; i++) {
      const slot = slots.items[i];
      if (solid.isChain(slot)) reserveIndices(chains, 1)[chains.count++] = slot;
      else if (solid.members.has(slot)) this.#addPieces(slot);
    }
    useStartMargin(mover);
    for (let k = 0; k < mover.count && chains.count > 0; k++) {
      for (let side = 0; side < BOUNDS_STRIDE; side++) worldBox[side] = searched[side];
      const end = solid.collectChains(chains, mover.pieces[k], k);
      for (let i = 0; i < end; i++) {
        const contact = segmentContacts[i];
        takeStart(starts, contact, contact.slot, contact.child, ray, initialOverlap);
      }
    }
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

  /** Writes the hit of start number i. */
  readStart(hit: Float64Array, starts: SurfaceStarts, i: number): void {
    readStart(hit, starts, i);
  }

  /** Adds the pieces of a collider that are in the searched box to the solid. */
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
    cursor.find(this.#set, slot, searched);
    for (let i = 0; i < cursor.count; i++) {
      const place = this.solid.add(slot, isOne ? 0 : cursor.children.items[i]);
      if (place !== NONE) reserveIndices(this.#tiles, 1)[this.#tiles.count++] = place;
    }
  }

  /** Returns whether a collider is seamless. */
  has(slot: number): boolean {
    return this.solid.members.has(slot);
  }

  /** See `SeamlessCasts`. */
  hasStartsOf(slot: number): boolean {
    return this.solid.isChain(slot);
  }

  /** Returns whether a loaded piece of a collider is part of the solid. */
  joins(slot: number, piece: PlacedPiece): boolean {
    return this.solid.members.has(slot) && isSolid(piece);
  }

  /**
   * Returns whether a cast that has hit a piece meets the surface of the solid there. If so, the hit gets a normal that
   * this surface has. See `settleSurfaceHit`.
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
}
