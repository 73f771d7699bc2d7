import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { findSlot } from '../../../src/core/collider-slots.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { bodyIndexOf } from './crowd.ts';

/**
 * The colliders of each body, by ascending slot: its own and, in a world with attachments, those that are attached to
 * it. They are linked lists: a first slot for each entity index, and a next one for each slot.
 */
export class OwnedColliders {
  readonly #state: CollisionState<ColliderSet>;
  #first = new Int32Array(0);
  #next = new Int32Array(0);

  constructor(state: CollisionState<ColliderSet>) {
    this.#state = state;
  }

  /** Lists the present colliders of bodies. Without attachments each body has one, and nothing has to be listed. */
  list(): void {
    const state = this.#state;
    if (state.features.placing === undefined) return;
    const { moving, set } = state;
    const { items, count } = moving.active;
    this.#next = reserve(this.#next, set.slots.end);
    for (let i = 0; i < count; i++) {
      const index = bodyIndexOf(state, items[i]);
      this.#first = reserve(this.#first, index + 1);
      this.#first[index] = -1;
    }
    // From behind, so that the lists ascend.
    for (let i = count - 1; i >= 0; i--) {
      const index = bodyIndexOf(state, items[i]);
      this.#next[items[i]] = this.#first[index];
      this.#first[index] = items[i];
    }
  }

  /** Returns the first collider of a body, by its entity index; −1 for none. */
  firstOf(index: number): number {
    const { features, set } = this.#state;
    if (features.placing === undefined) return findSlot(set.slots, index);
    return index < this.#first.length ? this.#first[index] : -1;
  }

  /** Returns the collider after a given one of the same body; −1 after the last. */
  nextOf(slot: number): number {
    return this.#state.features.placing === undefined ? -1 : this.#next[slot];
  }
}
