import { onAdd, onGet, onRemove, onSet, query, removeComponent } from 'bitecs';
import type { Adapter, Listen } from './adapter.ts';
import { type EntityId, entityIndex, lifeOf, wasPrefab } from './entities.ts';
import { notePlaced, noteStatic, slotOf } from './member-slots.ts';
import type { StoreBinding } from './store-binding.ts';

/**
 * Keeps the store of a component: values begin with the initial ones, `set()` writes them. `gained` and `lost` follow
 * when entities come to match the terms, the component and perhaps Not(Prefab), and cease to.
 */
export function observeStore(
  adapter: Adapter,
  binding: StoreBinding,
  on: Listen,
  terms: readonly object[],
  gained?: (eid: EntityId) => void,
  lost?: (eid: EntityId) => void,
): void {
  const { world, required } = adapter;
  const { component } = binding;
  const isCollider = component === required[required.length - 1];
  on(onAdd(...terms), (eid) => {
    // An entity that is a prefab no more keeps its values.
    if (terms.length === 1 || !wasPrefab(world, eid)) start(adapter, binding, eid);
    gained?.(eid);
  });
  on(onRemove(...terms), (eid) => {
    binding.started[entityIndex(world, eid)] = 0;
    lost?.(eid);
  });
  on(onSet(component), (eid, values) => {
    if (values === undefined) return;
    write(adapter, binding, eid, values);
    adapter.lastAdded = undefined;
    adapter.version++;
    noteStatic(adapter, slotOf(adapter, eid));
    if (!isCollider && binding.keepsPlace !== true) notePlaced(adapter, eid);
  });
  on(onGet(component), (eid) => binding.read(entityIndex(world, eid)));
  // These entities were added after the world was reset, when no observer was installed: the columns may have no room
  // for their values, or hold the values of former entities.
  for (const eid of Array.from(query(world, terms as object[]))) {
    const isKnown = binding.started[entityIndex(world, eid)] === 1 || hasStartedUntold(adapter, binding, eid);
    if (!isKnown) start(adapter, binding, eid);
  }
}

/** Gives an entity the initial values of a component that it has got. @throws what `reserve` throws. */
function start(adapter: Adapter, binding: StoreBinding, eid: EntityId): void {
  const index = entityIndex(adapter.world, eid);
  try {
    binding.reserve(index);
  } catch (error) {
    // bitECS has already marked the component as added: it is removed, so that the world is as it was.
    adapter.lastAdded = undefined;
    removeComponent(adapter.world, eid, binding.component);
    throw error;
  }
  adapter.lastAdded = binding.component;
  adapter.lastAddedEntity = eid;
  binding.reset(index);
  binding.started[index] = 1;
}

/** Writes the values that `set()` is given. @throws the errors of `reserve` and `write`. */
function write(adapter: Adapter, binding: StoreBinding, eid: EntityId, values: object): void {
  const { component } = binding;
  const index = entityIndex(adapter.world, eid);
  try {
    if (binding.started[index] !== 1) startUntold(adapter, binding, eid, index);
    binding.write(index, values);
  } catch (error) {
    // As above, a component whose first values are refused is removed again. Only the writes in between tell a `set()`
    // that adds the component from a `set()` right after the component was added without values.
    const isAdding = adapter.lastAdded === component && adapter.lastAddedEntity === eid;
    adapter.lastAdded = undefined;
    if (isAdding && binding.isReset(index)) removeComponent(adapter.world, eid, component);
    throw error;
  }
}

/**
 * Writes the initial values before the first `set()` of an entity that got the component as a prefab, for which bitECS
 * calls no observer.
 */
function startUntold(adapter: Adapter, binding: StoreBinding, eid: EntityId, index: number): void {
  if (hasStartedUntold(adapter, binding, eid)) return;
  binding.reserve(index);
  binding.reset(index);
  binding.untold ??= new WeakSet();
  binding.untold.add(lifeOf(adapter.world, eid)!);
}

function hasStartedUntold({ world }: Adapter, { untold }: StoreBinding, eid: EntityId): boolean {
  return untold?.has(lifeOf(world, eid)!) === true;
}
