import { onAdd, onRemove, query } from 'bitecs';
import type { CollisionState } from '../collision-state.ts';
import type { Listen } from './adapter.ts';
import { type EntityId, entityIndex } from './entities.ts';
import { extendAdapter } from './install.ts';
import type { StoreBinding } from './store-binding.ts';

/** The owners of a component, by entity index. */
export interface Members {
  /** The entities, in an order that has no meaning. */
  readonly list: readonly number[];
  has(index: number): boolean;
}

class ListedMembers implements Members {
  readonly list: number[] = [];
  /** By entity index: one more than its index in `list`; 0 for entities that are not in it. */
  readonly #places: number[] = [];

  has(index: number): boolean {
    return this.#places[index] > 0;
  }

  add(index: number): void {
    // The array has no holes: reading a hole would search the prototype chain.
    while (this.#places.length <= index) this.#places.push(0);
    if (this.#places[index] === 0) this.#places[index] = this.list.push(index);
  }

  remove(index: number): void {
    if (!this.has(index)) return;
    const place = this.#places[index];
    const last = this.list.pop()!;
    if (last !== index) {
      this.list[place - 1] = last;
      this.#places[last] = place;
    }
    this.#places[index] = 0;
  }

  clear(): void {
    this.list.length = 0;
    this.#places.fill(0);
  }
}

/** Returns owners that stay the same, for a world of a history. */
export function fixedMembers(list: readonly number[]): Members {
  const indices = new Set(list);
  return { list, has: (index) => indices.has(index) };
}

/** Adds a component to a world, and keeps the list of its owners. */
export function addMembers({ adapter, world }: CollisionState, binding: StoreBinding): Members {
  const members = new ListedMembers();
  const listen = (on: Listen): void => {
    const add = (eid: EntityId) => members.add(entityIndex(world, eid));
    members.clear();
    on(onAdd(binding.component), add);
    on(onRemove(binding.component), (eid) => members.remove(entityIndex(world, eid)));
    for (const eid of Array.from(query(world, [binding.component]))) add(eid);
  };
  // The field is added to the binding itself: its `started` is replaced when the store grows, so a copy would keep an
  // old one.
  extendAdapter(adapter, { binding: Object.assign(binding, { keepsPlace: true }), tags: [], listen });
  return members;
}
