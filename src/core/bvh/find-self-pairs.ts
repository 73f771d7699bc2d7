import type { PairList } from '../pair-list.ts';
import type { BoxColumn, Bvh } from './bvh.ts';
import { partOf } from './part-of.ts';

/**
 * Appends every pair of items whose boxes overlap (touching counts) to `out`, once each, the lower item number first.
 * The comparison of the f64 `bounds` that the tree was built from decides, so both kinds find exactly the pairs that
 * testing all against all would. The order of the pairs follows the tree.
 *
 * Every leaf walks the nodes behind it in pre-order, so each pair of leaves meets once, from its lower side.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3, for a tree against itself; quantised boxes with a final
 * comparison in f64 are derived here.
 */
export function findSelfPairs(out: PairList, bvh: Bvh, bounds: BoxColumn): void {
  bvh.routines.findSelfPairs(out, bvh, bounds, 0, bvh.nodeEnd);
}

/**
 * Does the parts `first` … `end` − 1 of `findSelfPairs`, divided into `parts` parts. All parts together find all pairs.
 */
export function findSelfPairsOf(
  out: PairList,
  bvh: Bvh,
  bounds: BoxColumn,
  first: number,
  end: number,
  parts: number,
): void {
  bvh.routines.findSelfPairs(out, bvh, bounds, partOf(bvh, first, parts), partOf(bvh, end, parts));
}

/**
 * Writes the lower item first, without a branch, because the processor cannot predict which one it is. Returns the new
 * length.
 */
export function writePair(pairs: Uint32Array, length: number, itemA: number, itemB: number): number {
  const difference = (itemA - itemB) | 0;
  const negative = difference & (difference >> 31);
  pairs[length] = itemB + negative;
  pairs[length + 1] = itemA - negative;
  return length + 2;
}
