import type { IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';

/**
 * Collides a convex piece with the given pieces of a shape, and writes `segmentContacts` from `start` on, ascending by
 * child: contacts that the surface of the shape as a whole has. An entry without points is no contact. Returns the end.
 */
export type CollectRoutine = (
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  children: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  start: number,
) => number;

const collectors: (CollectRoutine | undefined)[] = new Array(SHAPE_KIND_COUNT).fill(undefined);

/** Says how the shapes of a kind whose pieces make one surface are collided. */
export function setCollector(kind: number, collect: CollectRoutine): void {
  collectors[kind] = collect;
}

/** Returns how the surface that the pieces of a shape make is collided; undefined where each piece collides alone. */
export function collectorOf({ record }: RegisteredShape): CollectRoutine | undefined {
  return record.makesSurface ? collectors[record.kind] : undefined;
}
