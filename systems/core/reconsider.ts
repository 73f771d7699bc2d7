import { askAgain, endAsking } from '../../src/core/broad-phase/candidate-pairs.ts';
import { findSlot } from '../../src/core/collider-slots.ts';
import { type EntityId, entityIndex } from './adapter/adapter.ts';
import { type CollisionState, requireState } from './collision-state.ts';
import { roomFor, type SavedColumns } from './time/saved-columns.ts';
import type { SavedPart } from './time/saved-part.ts';

/**
 * Has the next tick ask anew about all pairs of an entity: `shouldCollide`, whose answer otherwise stands for as long
 * as bounds overlap, and one-way colliders, which go by where the two are then and not by where they came from. An
 * entity without a collider has no pairs.
 * @throws CollisionError `out-of-range` for what is no entity id, `invalid-state` when the world has no collision.
 */
export function reconsider(world: object, entity: EntityId): void {
  const state = requireState(world);
  if (!state.savedParts.some((part) => part instanceof SavedQuestions)) {
    state.savedParts.push(new SavedQuestions(state));
  }
  const slot = findSlot(state.set.slots, entityIndex(state.world, entity));
  if (slot >= 0) askAgain(state.candidates, slot);
}

const SAVED_SLOTS = 'reconsidered';

/** Who is to be reconsidered in the next tick: what a snapshot in between has to know. */
class SavedQuestions implements SavedPart {
  readonly #state: CollisionState;

  constructor(state: CollisionState) {
    this.#state = state;
  }

  save(columns: SavedColumns): void {
    const { items, count } = this.#state.candidates.again;
    const { values } = roomFor(columns, SAVED_SLOTS, count);
    for (let i = 0; i < count; i++) values[i] = items[i];
  }

  restore(columns: SavedColumns): void {
    const { candidates } = this.#state;
    const saved = columns.get(SAVED_SLOTS);
    endAsking(candidates);
    if (saved === undefined) return;
    for (let i = 0; i < saved.count; i++) askAgain(candidates, saved.values[i]);
  }
}
