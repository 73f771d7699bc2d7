import { type ColliderSlots, SLOT_REMOVED } from '../../../src/core/collider-slots.ts';
import { NO_NUMBERS, reserve } from '../../../src/core/typed-array.ts';
import { type AnyWorld, type Component, internals } from './bitecs-internals.ts';

/**
 * By slot of an entity that was removed: bitECS' own masks of the components that it had, a column for each 31
 * components. Copying masks takes a fraction of the time of going through the components.
 */
export interface RemovedMasks {
  columns: Uint32Array[];
  /** The components that the bits stand for: another map after the world was reset. */
  components: ReturnType<typeof internals>['componentMap'] | undefined;
}

/**
 * Copies the masks of an entity that is being removed, while it still has all its components. Returns false, without
 * copying, while masks from before a reset may still be needed.
 */
export function keepMasks(kept: RemovedMasks, world: AnyWorld, slots: ColliderSlots, slot: number): boolean {
  const { componentMap, entityMasks } = internals(world);
  if (kept.components !== componentMap) {
    if (slots.removed.some((removed) => slots.state[removed] === SLOT_REMOVED)) return false;
    kept.components = componentMap;
  }
  const { columns } = kept;
  for (let i = 0; i < entityMasks.length; i++) {
    columns[i] = reserve(columns[i] ?? NO_NUMBERS, slot + 1);
    columns[i][slot] = entityMasks[i][slots.entity[slot]];
  }
  return true;
}

/** Returns whether the former owner of the slot had a component. */
export function hadComponent({ components, columns }: RemovedMasks, slot: number, component: unknown): boolean {
  const known = components?.get(component as Component);
  return known !== undefined && (columns[known.generationId]?.[slot] & known.bitflag) > 0;
}

/** Lists the components that the former owner of the slot had. */
export function listHad(kept: RemovedMasks, slot: number): object[] {
  const all = Array.from(kept.components?.keys() ?? []);
  return all.filter((component) => hadComponent(kept, slot, component));
}
