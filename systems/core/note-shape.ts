import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import type { AnyShape } from '../../src/core/shapes/handled-shape.ts';
import { noteStatic } from './adapter/member-slots.ts';
import type { CollisionState } from './collision-state.ts';

/**
 * Notes that a registered shape has changed in place: the next tick computes the bounds and the contacts of all
 * colliders of the world that have it, static ones included.
 */
export function noteShape({ adapter, set }: CollisionState, shape: AnyShape): void {
  const { registry, slots } = set;
  const handle = registry.handles.get(shape);
  if (handle === undefined) return;
  const { state, index, changed, end } = slots;
  for (let slot = 0; slot < end; slot++) {
    if (state[slot] !== SLOT_LIVE || set.shape.shape[index[slot]] !== handle) continue;
    if (registry.kinds[handle] !== set.shape.kind[index[slot]]) continue;
    changed[slot] = 1;
    noteStatic(adapter, slot);
  }
}
