import type { ColliderSet } from '../collider-set.ts';
import type { CastRoutines } from '../queries/cast-routines.ts';
import { ShapeCast } from '../queries/shape-cast.ts';
import { isRefusedPiece, type RefusedPieces } from './refused-pieces.ts';

/** The routines of a dimension that the casts of movers call. */
export interface MoverCastRoutines<Set extends ColliderSet, Piece extends { radius: number }> {
  readonly casts: CastRoutines<Set, Piece>;
  /** Returns whether a piece stops a mover that meets it with a hit: a one-sided surface is passed from behind. */
  stops(met: Float64Array, set: Set, slot: number, child: number): boolean;
}

/**
 * A cast of a mover, which passes through refused pieces, and through one-sided surfaces from behind. A crushed
 * mover overlaps several colliders, and in a corner a mover meets several at the same fraction. Which of them counts as
 * met first depends on their normals, not on the numbers of entities: else the mover would go another way in a level
 * whose colliders were added in another order.
 */
export class MoverCast<Set extends ColliderSet, Piece extends { radius: number }> extends ShapeCast<Set, Piece> {
  override readonly prefersOpposed = true;
  readonly #refused: RefusedPieces;
  readonly #routines: MoverCastRoutines<Set, Piece>;
  set: Set | undefined;
  /** The slot of the collider that is hidden from the mover, −1 for none. */
  hidden = -1;

  constructor(routines: MoverCastRoutines<Set, Piece>, refused: RefusedPieces) {
    super(routines.casts);
    this.#routines = routines;
    this.#refused = refused;
  }

  override forget(): void {
    super.forget();
    this.set = undefined;
  }

  /** Returns whether a piece is neither hidden nor refused. */
  sees(slot: number, child: number): boolean {
    return slot !== this.hidden && !(this.#refused.count > 0 && isRefusedPiece(this.#refused, slot, child));
  }

  override admits(slot: number, child: number, met: Float64Array): boolean {
    return this.sees(slot, child) && this.#routines.stops(met, this.set!, slot, child);
  }
}
