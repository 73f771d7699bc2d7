import { SHAPE_NONE } from '../../core/collider-set.ts';
import type { PieceLoader } from '../../core/queries/pieces.ts';
import type { ColliderSet } from '../collider-set.ts';
import { ConvexBody } from '../geometry/convex/convex-body.ts';
import { loadBody, pairOrigin } from '../narrow-phase/load-body.ts';
import { SHAPE_HALF_SPACE } from '../shapes/shape-kind.ts';

/** A shape in space as queries see it: a convex body in the current frame, or a half-space in that pose. */
export class QueryBody {
  readonly body = new ConvexBody();
  kind = SHAPE_NONE;

  /** The radius around the core. */
  get radius(): number {
    return this.body.rounding;
  }

  set radius(radius: number) {
    this.body.rounding = radius;
  }

  get isHalfSpace(): boolean {
    return this.kind === SHAPE_HALF_SPACE;
  }
}

/** How the pieces of colliders in space are loaded. The frame is that of pairs: see load-body.ts. */
export const spacePieces: PieceLoader<ColliderSet, QueryBody> = {
  axes: 3,
  createPiece: () => new QueryBody(),
  frameOrigin: pairOrigin,
  loadCollider(piece, set, slot) {
    piece.kind = set.kinds[slot];
    loadBody(piece.body, set, slot);
  },
  children: undefined,
};

/** Makes a body a copy of another, as seen from the place (x, y, z) in the frame of that one. */
export function copyBody(to: ConvexBody, from: ConvexBody, x: number, y: number, z: number): void {
  to.core = from.core;
  to.hull = from.hull;
  to.scale = from.scale;
  to.halfX = from.halfX;
  to.halfY = from.halfY;
  to.halfZ = from.halfZ;
  to.rounding = from.rounding;
  for (let i = 0; i < 9; i++) to.axes[i] = from.axes[i];
  to.x = from.x - x;
  to.y = from.y - y;
  to.z = from.z - z;
  to.vertex = 0;
}
