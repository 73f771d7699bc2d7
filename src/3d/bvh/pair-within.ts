import { type Bvh, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { writePair } from '../../core/bvh/find-self-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { NODE_FIRST, NODE_STRIDE } from './layout.ts';

/** The pairs among a leaf's own items. */
export function pairWithin(bvh: Bvh, leaf: number, bounds: Float64Array, out: PairList): void {
  const order = bvh.order;
  const pairs = reservePairs(out, LEAF_PAIRS);
  const end = bvh.nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let i = bvh.nodes[leaf + NODE_FIRST]; i < end; i++) {
    for (let j = i + 1; j < end; j++) {
      if (boundsOverlap(bounds, order[i], order[j])) length = writePair(pairs, length, order[i], order[j]);
    }
  }
  out.count = length >> 1;
}
