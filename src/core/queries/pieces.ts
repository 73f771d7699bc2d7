import type { ColliderSet } from '../collider-set.ts';
import { createIndexList, type IndexList } from '../index-list.ts';
import { compositeOf, type ShapeOf } from '../shapes/registered-of.ts';

/**
 * The routines that load the convex pieces of colliders for queries, one at a time. Each dimension gives one record.
 */
export interface PieceLoader<Set extends ColliderSet, Piece> {
  readonly axes: number;
  createPiece(): Piece;
  /**
   * The origin, in the world, of the frame that pieces are loaded into. The axes of the frame are those of the world.
   */
  readonly frameOrigin: Float64Array;
  /** Writes a collider that is a single piece, in the current frame. */
  loadCollider(piece: Piece, set: Set, slot: number): void;
  /** Undefined where colliders are single pieces. */
  readonly children: ChildLoader<Set, Piece> | undefined;
}

/** How the pieces of composites are found and loaded, one at a time. */
export interface ChildLoader<Set extends ColliderSet, Piece> {
  /** The box in the world that `find` looks in, which the caller fills: the least coordinates, then the largest. */
  readonly worldBox: Float64Array;
  /** Finds the pieces whose boxes meet `worldBox`, ascending. */
  find(set: Set, slot: number, shape: ShapeOf<Set>, out: IndexList): void;
  /** Writes a piece in the current frame. */
  load(piece: Piece, set: Set, slot: number, shape: ShapeOf<Set>, child: number): void;
}

/**
 * Sets the frame's origin to where a placed shape stands. The frame is shared by everything that loads pieces, a query
 * in a predicate included: it has to be set before each load.
 */
export function setFrame(
  { frameOrigin, axes }: Pick<PieceLoader<ColliderSet, unknown>, 'frameOrigin' | 'axes'>,
  place: { readonly x: number; readonly y: number; readonly z: number },
): void {
  frameOrigin[0] = place.x;
  frameOrigin[1] = place.y;
  if (axes === 3) frameOrigin[2] = place.z;
}

/** The pieces of one collider that lie near a box, loaded one after another into the same piece. */
export class PieceCursor<Set extends ColliderSet, Piece> {
  readonly piece: Piece;
  readonly children: IndexList = createIndexList(8);
  /** Pieces to visit. */
  count = 0;
  readonly #loader: PieceLoader<Set, Piece>;

  constructor(loader: PieceLoader<Set, Piece>) {
    this.#loader = loader;
    this.piece = loader.createPiece();
  }

  /**
   * Finds the pieces of a collider whose boxes meet the given world box; one for a collider that is a single piece. The
   * box comes in an array, which puts nothing on the heap.
   */
  find(set: Set, slot: number, box: Float64Array): void {
    const composite = compositeOf(set, slot);
    if (composite === undefined) {
      this.count = 1;
      return;
    }
    const { worldBox, find } = this.#loader.children!;
    for (let side = 0; side < worldBox.length; side++) worldBox[side] = box[side];
    find(set, slot, composite, this.children);
    this.count = this.children.count;
  }

  /** Loads the i-th of the pieces found, in the current frame, and returns its child index. */
  load(set: Set, slot: number, i: number): number {
    const composite = compositeOf(set, slot);
    if (composite === undefined) {
      this.#loader.loadCollider(this.piece, set, slot);
      return 0;
    }
    const child = this.children.items[i];
    this.#loader.children!.load(this.piece, set, slot, composite, child);
    return child;
  }
}
