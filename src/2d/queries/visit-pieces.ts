import { createIndexList, type IndexList } from '../../core/index-list.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { loadChild, loadCollider } from '../narrow-phase/load-collider.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';

/** The pieces of one collider that lie near a box, loaded one after another into the same piece. */
export interface PieceCursor {
  readonly piece: PlacedPiece;
  readonly children: IndexList;
  /** Pieces to visit. */
  count: number;
}

export function createPieceCursor(): PieceCursor {
  return { piece: createPlacedPiece(8), children: createIndexList(8), count: 0 };
}

/**
 * Finds the pieces of a collider whose boxes meet the given world box; one for a collider that is a single piece. The
 * box comes in an array, which puts nothing on the heap.
 */
export function findPiecesInBox(cursor: PieceCursor, set: ColliderSet, slot: number, box: Float64Array): void {
  const composite = compositeOf(set, slot);
  if (composite === undefined) {
    cursor.count = 1;
    return;
  }
  for (let side = 0; side < 4; side++) worldBox[side] = box[side];
  findChildren(set, slot, composite, cursor.children);
  cursor.count = cursor.children.count;
}

/** Loads piece number i of those found, in the current frame, and returns which child it is. */
export function loadPiece(cursor: PieceCursor, set: ColliderSet, slot: number, i: number): number {
  const composite = compositeOf(set, slot);
  if (composite === undefined) {
    loadCollider(cursor.piece, set, slot);
    return 0;
  }
  const child = cursor.children.items[i];
  loadChild(cursor.piece, set, slot, composite, child);
  return child;
}
