import { type Bvh, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './bvh.ts';

/** What a tree consists of. */
export interface BvhStats {
  items: number;
  nodes: number;
  leaves: number;
  /** Levels below the root that a walk may have to put off. */
  depth: number;
  /** What the tree's own buffers take, whether in use or reserved. */
  bytes: number;
}

/** What a self-join of a tree has to look at. */
export interface SelfJoinCost {
  /** Nodes compared with a leaf. */
  nodeTests: number;
  /** Pairs of different leaves that overlap. */
  leafPairs: number;
  /** Pairs of items compared at most: all pairs within leaves and between overlapping leaves. */
  itemTests: number;
}

/**
 * Counts a tree's nodes, leaves and bytes. For inspection; allocates its result.
 *
 * Derived here: sums over the arrays of the tree.
 */
export function bvhStats(bvh: Bvh): BvhStats {
  let leaves = 0;
  for (let node = 0; node < bvh.nodeEnd; node += NODE_STRIDE) {
    if (bvh.nodes[node + NODE_SKIP] === node + NODE_STRIDE) leaves++;
  }
  return {
    items: bvh.itemCount,
    nodes: bvh.nodeEnd / NODE_STRIDE,
    leaves,
    depth: bvh.depth,
    bytes:
      bvh.order.byteLength +
      bvh.nodes.byteLength +
      bvh.itemBoxes.byteLength +
      bvh.itemCircles.byteLength +
      bvh.frame.byteLength,
  };
}

/**
 * Counts what `findSelfPairs` looks at, by the same walk; the join itself carries no counters. Allocates its result.
 *
 * Derived here: the walk of `findSelfPairs`, counting instead of listing.
 */
export function countSelfJoin(bvh: Bvh): SelfJoinCost {
  const cost: SelfJoinCost = { nodeTests: 0, leafPairs: 0, itemTests: 0 };
  const nodes = bvh.nodes;
  for (let leaf = 0; leaf < bvh.nodeEnd; leaf += NODE_STRIDE) {
    const behind = leaf + NODE_STRIDE;
    if (nodes[leaf + NODE_SKIP] !== behind) continue;
    const size = nodes[behind + NODE_FIRST] - nodes[leaf + NODE_FIRST];
    cost.itemTests += (size * (size - 1)) / 2;
    let node = behind;
    while (node < bvh.nodeEnd) {
      cost.nodeTests++;
      const skip = nodes[node + NODE_SKIP];
      const next = node + NODE_STRIDE;
      const overlaps =
        bvh.kind === 'box' ? boxesOverlap(nodes, leaf, node) : circlesOverlap(bvh.nodeCircles, leaf, node);
      if (overlaps && skip === next) {
        cost.leafPairs++;
        cost.itemTests += size * (nodes[next + NODE_FIRST] - nodes[node + NODE_FIRST]);
      }
      node = overlaps ? next : skip;
    }
  }
  return cost;
}

function boxesOverlap(nodes: Int32Array, a: number, b: number): boolean {
  return (
    nodes[a] <= nodes[b + 2] &&
    nodes[b] <= nodes[a + 2] &&
    nodes[a + 1] <= nodes[b + 3] &&
    nodes[b + 1] <= nodes[a + 3]
  );
}

function circlesOverlap(circles: Float32Array, a: number, b: number): boolean {
  const dx = circles[b] - circles[a];
  const dy = circles[b + 1] - circles[a + 1];
  const reach = circles[a + 2] + circles[b + 2];
  return !(dx * dx + dy * dy > reach * reach);
}
