import { createIndexList } from '../../core/index-list.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { isBox } from './bounds-overlap.ts';
import { BOUNDS_STRIDE, type Bvh } from './bvh.ts';
import { queryBvhAabb } from './query-bvh.ts';

/** What one item of the smaller tree met in the larger. */
const met = createIndexList();

/**
 * Appends every pair of an item of A and an item of B whose boxes overlap (touching counts) to `out`, once each, A's
 * item first. Both trees were built from `bounds`; their kinds and frames may differ. The last word has the comparison
 * of the f64 bounds. An item in both trees meets itself.
 *
 * The items of the smaller tree, in its order so that neighbours come one after the other, are asked of the larger.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function findCrossPairs(bvhA: Bvh, bvhB: Bvh, bounds: Float64Array, out: PairList): void {
  const swapped = bvhA.itemCount > bvhB.itemCount;
  const small = swapped ? bvhB : bvhA;
  const large = swapped ? bvhA : bvhB;
  for (let i = 0; i < small.itemCount; i++) {
    const item = small.order[i];
    const box = BOUNDS_STRIDE * item;
    if (!isBox(bounds, box)) continue;
    met.count = 0;
    queryBvhAabb(
      large,
      bounds,
      bounds[box],
      bounds[box + 1],
      bounds[box + 2],
      bounds[box + 3],
      bounds[box + 4],
      bounds[box + 5],
      met,
    );
    const pairs = reservePairs(out, met.count);
    for (let k = 0; k < met.count; k++) {
      const at = 2 * out.count++;
      pairs[at] = swapped ? met.items[k] : item;
      pairs[at + 1] = swapped ? item : met.items[k];
    }
  }
}
