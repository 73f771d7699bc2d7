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
  /** Whether two pieces in one frame touch or overlap. */
  overlaps(a: Piece, b: Piece): boolean;
  /**
   * Whether a composite that knows inside from outside holds a piece in one frame with it, which meets none of its own
   * pieces; undefined where none does.
   */
  readonly encloses: ((set: Set, slot: number, piece: Piece) => boolean) | undefined;
  /** Whether a collider contains the point that a box has shrunk to. */
  containsPoint(set: Set, slot: number, box: Float64Array): boolean;
}

/** Finds the colliders that a placed shape overlaps. */
export class OverlapTest<Set extends ColliderSet, Piece> {
  readonly #routines: OverlapRoutines<Set, Piece>;
  readonly #cursor: PieceCursor<Set, Piece>;

  constructor(routines: OverlapRoutines<Set, Piece>) {
    this.#routines = routines;
    this.#cursor = new PieceCursor(routines.loader);
  }

  /**
   * Writes the slots whose shapes overlap a placed shape, touching included. Their order, and when the filter's
   * predicate is asked, are those of `findInAabb`.
   */
  find(scope: QueryScope<Set>, shape: QueryShape<Piece>, filter: SlotFilter, out: IndexList): void {
    findVisible(scope, shape.box, filter, out);
    this.#keepOverlapping(scope.set, shape, out);
    if (filter.isPicky) keepAccepted(out, filter);
  }

  /** Whether a placed shape touches a collider. */
  overlapsCollider(set: Set, slot: number, shape: QueryShape<Piece>): boolean {
    const routines = this.#routines;
    const cursor = this.#cursor;
    if (shape.isPoint) return routines.containsPoint(set, slot, shape.box);
    cursor.find(set, slot, shape.box);
    setFrame(routines.loader, shape);
    for (let i = 0; i < cursor.count; i++) {
      cursor.load(set, slot, i);
      for (let k = 0; k < shape.count; k++) if (routines.overlaps(shape.pieces[k], cursor.piece)) return true;
    }
    const { encloses } = routines;
    if (encloses !== undefined && compositeOf(set, slot) !== undefined) {
      for (let k = 0; k < shape.count; k++) if (encloses(set, slot, shape.pieces[k])) return true;
    }
    return false;
  }

  #keepOverlapping(set: Set, shape: QueryShape<Piece>, list: IndexList): void {
    let kept = 0;
    for (let i = 0; i < list.count; i++) {
      const slot = list.items[i];
      if (this.overlapsCollider(set, slot, shape)) list.items[kept++] = slot;
    }
    list.count = kept;
  }
}
