import type { ColliderSet } from '../collider-set.ts';
import { frameOrigin, loadChild } from '../narrow-phase/load-collider.ts';
import { smoothSurface } from '../narrow-phase/smooth-contacts.ts';
import { createPlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import type { QueryShape } from './query-shape.ts';
import { settleSurfaceHit } from './surface-hit.ts';

const piece = createPlacedPiece(16);

/** See `SurfaceCasts.settle`: for smooth compounds. */
export function settleSmoothHit(
  hit: Float64Array,
  mover: QueryShape,
  ray: Float64Array,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
): boolean {
  if (shape.pieceCount[child] < 3) return true;
  frameOrigin[0] = mover.x;
  frameOrigin[1] = mover.y;
  loadChild(piece, set, slot, shape, child);
  return settleSurfaceHit(hit, ray, mover.isPoint, smoothSurface, shape, child, piece);
}
