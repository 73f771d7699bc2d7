import { PieceCursor as PieceCursorOf, type PieceLoader } from '../../core/queries/pieces.ts';
import type { ColliderSet } from '../collider-set.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin, loadChild, loadCollider } from '../narrow-phase/load-collider.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';

/** How the pieces of colliders in the plane are loaded. */
export const planePieces: PieceLoader<ColliderSet, PlacedPiece> = {
  axes: 2,
  createPiece: () => createPlacedPiece(8),
  frameOrigin,
  loadCollider,
  children: { worldBox, find: findChildren, load: loadChild },
};

/** The pieces of one collider near a box. */
export type PieceCursor = PieceCursorOf<ColliderSet, PlacedPiece>;

export function createPieceCursor(): PieceCursor {
  return new PieceCursorOf(planePieces);
}
