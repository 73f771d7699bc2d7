import { type Bvh, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { writePair } from '../../core/bvh/find-self-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { ITEM_CIRCLE_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** `findSelfPairs` of a sphere tree: the same walk. */
export function findSelfPairsCircles(bvh: Bvh, bounds: Float64Array, out: PairList, from: number, to: number): void {
  const nodes = bvh.nodes;
  const nodeCircles = bvh.nodeSpheres;
  const circles = bvh.itemSpheres;
  const order = bvh.order;
  const nodeEnd = bvh.nodeEnd;
  let pairs = reservePairs(out, LEAF_PAIRS);
  let length = 2 * out.count;

  for (let leaf = from; leaf < to; leaf += NODE_STRIDE) {
    const behind = leaf + NODE_STRIDE;
    if (nodes[leaf + NODE_SKIP] !== behind) continue;
    const first = nodes[leaf + NODE_FIRST];
    const end = nodes[behind + NODE_FIRST];

    if (length + 2 * LEAF_PAIRS > pairs.length) {
      out.count = length >> 1;
      pairs = reservePairs(out, LEAF_PAIRS);
    }
    for (let i = first; i < end; i++) {
      const a = ITEM_CIRCLE_STRIDE * i;
      const x = circles[a];
      const y = circles[a + 1];
      const radius = circles[a + 2];
      for (let j = i + 1; j < end; j++) {
        const b = ITEM_CIRCLE_STRIDE * j;
        const dx = circles[b] - x;
        const dy = circles[b + 1] - y;
        const reach = circles[b + 2] + radius;
        if (dx * dx + dy * dy <= reach * reach && boundsOverlap(bounds, order[i], order[j])) {
          length = writePair(pairs, length, order[i], order[j]);
        }
      }
    }

    const leafX = nodeCircles[leaf];
    const leafY = nodeCircles[leaf + 1];
    const leafRadius = nodeCircles[leaf + 2];
    let node = behind;
    while (node < nodeEnd) {
      const skip = nodes[node + NODE_SKIP];
      const x = nodeCircles[node];
      const y = nodeCircles[node + 1];
      const radius = nodeCircles[node + 2];
      const dx = x - leafX;
      const dy = y - leafY;
      const reach = radius + leafRadius;
      if (dx * dx + dy * dy > reach * reach) {
        node = skip;
        continue;
      }
      const next = node + NODE_STRIDE;
      if (skip === next) {
        if (length + 2 * LEAF_PAIRS > pairs.length) {
          out.count = length >> 1;
          pairs = reservePairs(out, LEAF_PAIRS);
        }
        const otherFirst = nodes[node + NODE_FIRST];
        const otherEnd = nodes[next + NODE_FIRST];
        for (let i = first; i < end; i++) {
          const a = ITEM_CIRCLE_STRIDE * i;
          const aX = circles[a];
          const aY = circles[a + 1];
          const aRadius = circles[a + 2];
          const toNodeX = x - aX;
          const toNodeY = y - aY;
          const nodeReach = radius + aRadius;
          if (toNodeX * toNodeX + toNodeY * toNodeY > nodeReach * nodeReach) continue;
          for (let j = otherFirst; j < otherEnd; j++) {
            const b = ITEM_CIRCLE_STRIDE * j;
            const abX = circles[b] - aX;
            const abY = circles[b + 1] - aY;
            const abReach = circles[b + 2] + aRadius;
            if (abX * abX + abY * abY <= abReach * abReach && boundsOverlap(bounds, order[i], order[j])) {
              length = writePair(pairs, length, order[i], order[j]);
            }
          }
        }
      }
      node = next;
    }
  }
  out.count = length >> 1;
}
