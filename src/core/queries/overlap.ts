import type { ColliderSet } from '../collider-set.ts';
import type { IndexList } from '../index-list.ts';
import type { SlotFilter } from '../query-filter.ts';
import { compositeOf } from '../shapes/registered-of.ts';
import { findVisible, keepAccepted } from './find-in-aabb.ts';
import { PieceCursor, type PieceLoader, setFrame } from './pieces.ts';
import type { QueryScope } from './query-scope.ts';
import type { QueryShape } from './query-shape.ts';

/** The routines of a dimension that tell which shapes overlap. */
export interface OverlapRoutines<Set extends ColliderSet, Piece> {
  readonly loader: PieceLoader<Set, Piece>;
  /** Returns whether two pieces in one frame touch or overlap. */
  overlaps(a: Piece, b: Piece): boolean;
  /**
   * Returns whether a composite that has an inside contains a piece, in the same frame, that meets none of its own
   * pieces; undefined where no composite has an inside.
   */
  readonly encloses: ((set: Set, slot: number, piece: Piece) => boolean) | undefined;
  /**
   * Tells as `encloses` does, of a placed shape that may be a composite, and a piece of a collider in one frame with
   * it.
   */
  readonly placedSolids:
    | {
        isSolid(shape: QueryShape<Piece>): boolean;
        encloses(shape: QueryShape<Piece>, piece: Piece): boolean;
      }
    | undefined;
}

/** Whether a placed shape touches a collider. */
export type OverlapTest<Set extends ColliderSet, Piece> = (set: Set, slot: number, shape: QueryShape<Piece>) => boolean;

/** Makes the test of a dimension for shapes; points have tests of their own. */
export function createOverlapTest<Set extends ColliderSet, Piece>(
  routines: OverlapRoutines<Set, Piece>,
): OverlapTest<Set, Piece> {
  const { loader, overlaps, encloses, placedSolids } = routines;
  const cursor = new PieceCursor(loader);
  return (set, slot, shape) => {
    cursor.find(set, slot, shape.box);
    setFrame(loader, shape);
    for (let i = 0; i < cursor.count; i++) {
      cursor.load(set, slot, i);
      for (let k = 0; k < shape.count; k++) if (overlaps(shape.pieces[k], cursor.piece)) return true;
    }
    if (encloses !== undefined && compositeOf(set, slot) !== undefined) {
      for (let k = 0; k < shape.count; k++) if (encloses(set, slot, shape.pieces[k])) return true;
    }
    if (placedSolids?.isSolid(shape) === true) {
      for (let i = 0; i < cursor.count; i++) {
        cursor.load(set, slot, i);
        if (placedSolids.encloses(shape, cursor.piece)) return true;
      }
    }
    return false;
  };
}

/**
 * Writes the slots whose colliders a placed shape overlaps, as a test tells, touching included. Their order, and when
 * the filter's predicate is asked, are those of `findInAabb`.
 */
export function findOverlapping<Set extends ColliderSet, Piece>(
  scope: QueryScope<Set>,
  shape: QueryShape<Piece>,
  filter: SlotFilter,
  test: OverlapTest<Set, Piece>,
  out: IndexList,
): void {
  findVisible(scope, shape.box, filter, out);
  let kept = 0;
  for (let i = 0; i < out.count; i++) {
    const slot = out.items[i];
    if (test(scope.set, slot, shape)) out.items[kept++] = slot;
  }
  out.count = kept;
  if (filter.isPicky) keepAccepted(out, filter);
}
