import { type IndexList, reserveIndices } from '../../core/index-list.ts';
import { BOUNDS_STRIDE } from '../pose-layout.ts';
import { NEVER, type NeighbourList } from './neighbour-list.ts';

/** Begins a tick: tells which of the colliders that move are within their reach, and lists the others. */
export function findStrays(list: NeighbourList, bounds: Float64Array, moving: IndexList): void {
  list.strays.count = 0;
  reserveIndices(list.strays, moving.count);
  list.plan.age++;
  // All will be made anew: nobody asks who has left what is there.
  if (list.plan.isStale) return;
  list.strays.count = followBounds(list, bounds, moving.items, moving.count);
}

/** What has come since reaches were made has none. A stray may come back: its pairs within reach are still listed. */
function followBounds(list: NeighbourList, bounds: Float64Array, items: Uint32Array, count: number): number {
  const { reach, seen } = list;
  const { age } = list.plan;
  const strays = list.strays.items;
  let strayCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    const at = BOUNDS_STRIDE * slot;
    if (
      seen[slot] !== NEVER &&
      bounds[at] >= reach[at] &&
      bounds[at + 1] >= reach[at + 1] &&
      bounds[at + 2] <= reach[at + 2] &&
      bounds[at + 3] <= reach[at + 3]
    ) {
      seen[slot] = age;
    } else {
      strays[strayCount++] = slot;
    }
  }
  return strayCount;
}
