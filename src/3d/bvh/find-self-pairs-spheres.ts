import { type Bvh, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { writePair } from '../../core/bvh/find-self-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { ITEM_SPHERE_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';
import { pairWithin } from './pair-within.ts';

/** `findSelfPairs` of a sphere tree. */
export function findSelfPairsSpheres(bvh: Bvh, bounds: Float64Array, out: PairList, from: number, to: number): void {
  for (let leaf = from; leaf < to; leaf += NODE_STRIDE) {
    if (bvh.nodes[leaf + NODE_SKIP] !== leaf + NODE_STRIDE) continue;
    pairWithin(bvh, leaf, bounds, out);
    walkBehind(bvh, leaf, bounds, out);
  }
}

function walkBehind(bvh: Bvh, leaf: number, bounds: Float64Array, out: PairList): void {
  const nodes = bvh.nodes;
  const spheres = bvh.nodeSpheres;
  const nodeEnd = bvh.nodeEnd;
  const leafX = spheres[leaf];
  const leafY = spheres[leaf + 1];
  const leafZ = spheres[leaf + 2];
  const leafRadius = spheres[leaf + 3];
  let node = leaf + NODE_STRIDE;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const dx = spheres[node] - leafX;
    const dy = spheres[node + 1] - leafY;
    const dz = spheres[node + 2] - leafZ;
    const reach = spheres[node + 3] + leafRadius;
    if (dx * dx + dy * dy + dz * dz > reach * reach) {
      node = skip;
      continue;
    }
    if (skip === node + NODE_STRIDE) joinLeaves(bvh, leaf, node, bounds, out);
    node += NODE_STRIDE;
  }
}

function joinLeaves(bvh: Bvh, leaf: number, other: number, bounds: Float64Array, out: PairList): void {
  const nodes = bvh.nodes;
  const spheres = bvh.itemSpheres;
  const order = bvh.order;
  const pairs = reservePairs(out, LEAF_PAIRS);
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const otherFirst = nodes[other + NODE_FIRST];
  const otherEnd = nodes[other + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const a = ITEM_SPHERE_STRIDE * i;
    const x = spheres[a];
    const y = spheres[a + 1];
    const z = spheres[a + 2];
    const radius = spheres[a + 3];
    for (let j = otherFirst; j < otherEnd; j++) {
      const b = ITEM_SPHERE_STRIDE * j;
      const dx = spheres[b] - x;
      const dy = spheres[b + 1] - y;
      const dz = spheres[b + 2] - z;
      const reach = spheres[b + 3] + radius;
      if (dx * dx + dy * dy + dz * dz <= reach * reach && boundsOverlap(bounds, order[i], order[j])) {
        length = writePair(pairs, length, order[i], order[j]);
      }
    }
  }
  out.count = length >> 1;
}
