import { pairAllowed } from '../../../src/core/pair-filter.ts';
import type { CollisionState } from '../collision-state.ts';
import { OptionsFilter, type QueryOptions } from './query-options.ts';

/**
 * The filter of a query that an entity asks with its own collider: a slot must pass the options, and the filters and
 * families of both must let the two meet. Reusable.
 */
export class ColliderFilter extends OptionsFilter {
  #own: CollisionState | undefined;
  #slot = -1;

  /**
   * Sets the options that `accepts` follows; slot −1 for a shape that is not in the world. @throws as
   * `OptionsFilter.set`.
   */
  setFor(state: CollisionState, slot: number, options: QueryOptions | undefined, known: readonly string[]): this {
    this.set(state, options, known);
    this.#own = state;
    this.#slot = slot;
    this.isPicky ||= slot >= 0;
    return this;
  }

  override forget(): void {
    super.forget();
    this.#own = undefined;
  }

  override accepts(slot: number): boolean {
    const own = this.#slot;
    if (own >= 0) {
      const { set } = this.#own!;
      if (slot === own || !pairAllowed(set.slots, set.shape, own, slot)) return false;
    }
    return super.accepts(slot);
  }
}
