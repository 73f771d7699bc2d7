import { type ColliderSet, featureOf } from '../../../src/core/collider-set.ts';
import { HIT_FRACTION, HIT_NORMAL } from '../../../src/core/queries/cast-piece.ts';
import type { CastRoutines } from '../../../src/core/queries/cast-routines.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import { ShapeCast } from '../../../src/core/queries/shape-cast.ts';
import type { CollisionState } from '../collision-state.ts';
import { ONE_WAY } from '../one-way.ts';

/** The rule of the one-way colliders of a world, for casts. */
export interface PassRule<Piece> {
  /** The normal of the surface that has been met, which the caller writes; zero for an overlap at the start. */
  readonly met: Float64Array;
  /** Returns whether a piece stops a shape; `caster` is the slot of a collider that casts itself, or −1. */
  stops(mover: QueryShape<Piece>, caster: number, slot: number, child: number): boolean;
}

/** A cast that one-way colliders stop only on their solid side. */
export class GatedCast<Set extends ColliderSet, Piece> extends ShapeCast<Set, Piece> {
  #rule: PassRule<Piece> | undefined;
  readonly #axes: number;

  constructor(routines: CastRoutines<Set, Piece>) {
    super(routines);
    this.#axes = routines.loader.axes;
  }

  /** Makes the cast pass one-way colliders from their open side, if the game has imported them. */
  heedOneWay({ set }: Pick<CollisionState, 'set'>): void {
    this.#rule = featureOf(set, ONE_WAY) as PassRule<Piece> | undefined;
  }

  override forget(): void {
    super.forget();
    this.#rule = undefined;
  }

  override admits(slot: number, child: number, hit: Float64Array): boolean {
    const rule = this.#rule;
    if (rule === undefined) return true;
    const isMoving = hit[HIT_FRACTION] > 0;
    for (let axis = 0; axis < this.#axes; axis++) rule.met[axis] = isMoving ? hit[HIT_NORMAL + axis] : 0;
    return rule.stops(this.mover, this.caster, slot, child);
  }
}
