import { boundsOverlap } from '../../core/bvh/bounds-overlap.ts';
import { type BoxColumn, type Bvh, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { writePair } from '../../core/bvh/find-self-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** `findSelfPairs` of a box tree. */
export function findSelfPairsBoxes(out: PairList, bvh: Bvh, bounds: BoxColumn, from: number, to: number): void {
  for (let leaf = from; leaf < to; leaf += NODE_STRIDE) {
    if (bvh.nodes[leaf + NODE_SKIP] !== leaf + NODE_STRIDE) continue;
    joinLeaves(bvh, leaf, leaf, bounds, out);
    walkBehind(bvh, leaf, bounds, out);
  }
}

function walkBehind(bvh: Bvh, leaf: number, bounds: BoxColumn, out: PairList): void {
  const nodes = bvh.nodes;
  const nodeEnd = bvh.nodeEnd;
  const minX = nodes[leaf];
  const minY = nodes[leaf + 1];
  const minZ = nodes[leaf + 2];
  const maxX = nodes[leaf + 3];
  const maxY = nodes[leaf + 4];
  const maxZ = nodes[leaf + 5];
  let node = leaf + NODE_STRIDE;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    // If a difference is negative, the boxes are apart along its axis; the sign bits of all differences are combined.
    const apart =
      (maxX - nodes[node]) |
      (maxY - nodes[node + 1]) |
      (maxZ - nodes[node + 2]) |
      (nodes[node + 3] - minX) |
      (nodes[node + 4] - minY) |
      (nodes[node + 5] - minZ);
    if (apart < 0) {
      node = skip;
      continue;
    }
    if (skip === node + NODE_STRIDE) joinLeaves(bvh, leaf, node, bounds, out);
    node += NODE_STRIDE;
  }
}

/**
 * Adds the pairs between two leaves, or among the items of one leaf. Quantising is monotone, so cells that lie apart
 * prove bounds apart, and cells that overlap by more than a shared cell prove that bounds overlap: only pairs that
 * share a border cell need the f64 bounds.
 */
function joinLeaves(bvh: Bvh, leaf: number, other: number, bounds: BoxColumn, out: PairList): void {
  const nodes = bvh.nodes;
  const boxes = bvh.itemBoxes;
  const order = bvh.order;
  const pairs = reservePairs(out, LEAF_PAIRS);
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const otherFirst = nodes[other + NODE_FIRST];
  const otherEnd = nodes[other + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const a = ITEM_BOX_STRIDE * i;
    const minX = boxes[a];
    const minY = boxes[a + 1];
    const minZ = boxes[a + 2];
    const maxX = boxes[a + 3];
    const maxY = boxes[a + 4];
    const maxZ = boxes[a + 5];
    // Leaves mostly overlap at their rims: most items of the one do not reach the other.
    const apart =
      (maxX - nodes[other]) |
      (maxY - nodes[other + 1]) |
      (maxZ - nodes[other + 2]) |
      (nodes[other + 3] - minX) |
      (nodes[other + 4] - minY) |
      (nodes[other + 5] - minZ);
    if (apart < 0) continue;
    for (let j = leaf === other ? i + 1 : otherFirst; j < otherEnd; j++) {
      const b = ITEM_BOX_STRIDE * j;
      const right = maxX - boxes[b];
      const above = maxY - boxes[b + 1];
      const before = maxZ - boxes[b + 2];
      const left = boxes[b + 3] - minX;
      const below = boxes[b + 4] - minY;
      const behind = boxes[b + 5] - minZ;
      if ((right | above | before | left | below | behind) < 0) continue;
      const certain = (right - 1) | (above - 1) | (before - 1) | (left - 1) | (below - 1) | (behind - 1);
      if (certain >= 0 || boundsOverlap(bounds, 3, order[i], order[j])) {
        length = writePair(pairs, length, order[i], order[j]);
      }
    }
  }
  out.count = length >> 1;
}
