import { onAdd, onRemove, query } from 'bitecs';
import type { CollisionState } from '../collision-state.ts';
import type { Listen } from './adapter.ts';
import { type EntityId, entityIndex } from './entities.ts';
import { extendAdapter } from './install.ts';
import type { StoreBinding } from './store-binding.ts';

/** Who has a component, by entity index. */
export interface Members {
  readonly count: number;
  has(index: number): boolean;
}

class MarkedMembers implements Members {
  count = 0;
  readonly #marks: number[] = [];

  has(index: number): boolean {
    return this.#marks[index] === 1;
  }

  mark(index: number, value: 0 | 1): void {
    // Without holes: reading one would look through the prototypes.
    while (this.#marks.length <= index) this.#marks.push(0);
    this.count += value - this.#marks[index];
    this.#marks[index] = value;
  }

  clear(): void {
    this.count = 0;
    this.#marks.fill(0);
  }
}

/** Adds a component to a world, and keeps who has it. */
export function addMembers({ adapter, world }: CollisionState, binding: StoreBinding): Members {
  const members = new MarkedMembers();
  const listen = (on: Listen): void => {
    const note = (value: 0 | 1) => (eid: EntityId) => members.mark(entityIndex(world, eid), value);
    members.clear();
    on(onAdd(binding.component), note(1));
    on(onRemove(binding.component), note(0));
    for (const eid of Array.from(query(world, [binding.component]))) note(1)(eid);
  };
  // Added to the binding itself, whose `started` is replaced when the store grows.
  extendAdapter(adapter, { binding: Object.assign(binding, { keepsPlace: true }), tags: [], listen });
  return members;
}
