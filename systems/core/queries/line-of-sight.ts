import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { requireType } from '../../../src/core/errors.ts';
import { directionAt, limitAt } from '../../../src/core/queries/cast-piece.ts';
import type { CastRoutines } from '../../../src/core/queries/cast-routines.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import { scaleWay } from '../../../src/core/queries/scale-way.ts';
import type { CollisionState } from '../collision-state.ts';
import { GatedCast } from './gated-cast.ts';
import { OptionsFilter, type QueryOptions } from './query-options.ts';
import type { WorldScope } from './query-scope.ts';

export interface SightOptions {
  /**
   * Leaves out colliders that are hidden behind something else: with true behind anything that rays find, with options
   * behind what a query with these finds, such as `{ maskBits: WALLS }`. Ignored entities hide nothing. Default false.
   */
  lineOfSight?: boolean | QueryOptions;
}

/** The filter of a line of sight, which passes through the target and through what the watcher ignores. */
class SightFilter extends OptionsFilter {
  target = -1;
  #ignored: QueryOptions['ignore'];
  #state: CollisionState | undefined;

  setSight(state: CollisionState, sight: QueryOptions | undefined, ignored: QueryOptions['ignore']): void {
    this.set(state, sight);
    this.isPicky = true;
    this.#ignored = ignored;
    this.#state = state;
  }

  override forget(): void {
    super.forget();
    this.#ignored = undefined;
    this.#state = undefined;
  }

  override accepts(slot: number): boolean {
    if (slot === this.target) return false;
    const entity = this.#state!.set.slots.entity[slot];
    const ignored = this.#ignored;
    if (typeof ignored === 'number' ? ignored === entity : ignored?.includes(entity)) return false;
    return super.accepts(slot);
  }
}

/** The routines of a dimension that tests of a line of sight need. */
export interface SightRoutines<Set extends ColliderSet, Piece> {
  readonly casts: CastRoutines<Set, Piece>;
  /** `makePoint` and `putPoint` are those of query-shape.ts in the dimension. */
  makePoint(out: QueryShape<Piece>): void;
  putPoint(point: QueryShape<Piece>, places: ArrayLike<number>, at: number): void;
}

/** The share of its way by which a line of sight ends short of its target, so as not to meet it. */
const SHORT_OF_TARGET = 1 - 1e-9;

/** Tests lines of sight of a watcher: whether something that rays see stands between the watcher and a target. */
export class LineOfSight<Set extends ColliderSet, Piece> {
  readonly #routines: SightRoutines<Set, Piece>;
  readonly #look: GatedCast<Set, Piece>;
  readonly #filter = new SightFilter();

  constructor(routines: SightRoutines<Set, Piece>) {
    this.#routines = routines;
    this.#look = new GatedCast(routines.casts);
  }

  forget(): void {
    this.#look.forget();
    this.#filter.forget();
  }

  /**
   * Prepares the rays of `lineOfSight` towards colliders that were found with the same options; returns false when the
   * options want none. Rays need the hierarchies: see `scopeOf`.
   */
  start(state: CollisionState, options: (SightOptions & Pick<QueryOptions, 'ignore'>) | undefined): boolean {
    const wanted = options?.lineOfSight ?? false;
    if (typeof wanted !== 'object' || wanted === null) requireType('lineOfSight', wanted, 'boolean');
    if (wanted === false) return false;
    this.#filter.setSight(state, wanted === true ? undefined : wanted, options?.ignore);
    this.#look.heedOneWay(state);
    return true;
  }

  /** Returns whether nothing stands between the watcher at `eye` and the point `target` of a collider. */
  sees(scope: WorldScope<Set>, eye: Float64Array, target: Float64Array, slot: number): boolean {
    const { casts, makePoint, putPoint } = this.#routines;
    const { axes } = casts.loader;
    const look = this.#look;
    makePoint(look.mover);
    putPoint(look.mover, eye, 0);
    this.#filter.target = slot;
    for (let axis = 0; axis < axes; axis++) look.way[directionAt(axes) + axis] = target[axis] - eye[axis];
    look.way[limitAt(axes)] = SHORT_OF_TARGET;
    scaleWay(look.way, axes);
    look.run(scope, 'any', this.#filter);
    return look.hit.slot < 0;
  }
}
