import type { SavedColumns } from '../time/saved-columns.ts';
import type { StoreColumn } from '../time/saved-stores.ts';
import type { Adapter } from './adapter.ts';
import { internals } from './bitecs-internals.ts';

/**
 * Saves, by slot, which entities have the components whose values a snapshot holds: the value of an entity without the
 * component is undefined. Every collider has the components that make it a collider.
 */
export function saveOwners(columns: SavedColumns, adapter: Adapter, stores: readonly StoreColumn[]): void {
  const { world, required, slots } = adapter;
  const { componentMap, entityMasks } = internals(world);
  for (let k = 0; k < stores.length; k++) {
    const { store, owners } = stores[k];
    const component = componentMap.get(store);
    if (component === undefined || required.includes(store)) {
      columns.delete(owners);
      continue;
    }
    if (k > 0 && stores[k - 1].store === store) continue;
    let column = columns.get(owners);
    if (column === undefined || column.values.length < slots.end) {
      column = { values: new Uint8Array(slots.state.length), count: 0 };
      columns.set(owners, column);
    }
    const masks = entityMasks[component.generationId];
    const { values } = column;
    column.count = slots.end;
    for (let slot = 0; slot < slots.end; slot++) {
      values[slot] = (masks[slots.entity[slot]] & component.bitflag) === 0 ? 0 : 1;
    }
  }
}
