import { type Bvh, sphereOf } from './bvh.ts';
import { spheresOverlap } from './spheres-overlap.ts';

/** The counts of a tree. */
export interface BvhStats {
  items: number;
  nodes: number;
  leaves: number;
  /** The number of levels below the root, whose nodes a walk may have to put off. */
  depth: number;
  /** The bytes of the tree's own buffers, in use or reserved. */
  bytes: number;
}

/** The work of a self-join of a tree. */
export interface SelfJoinCost {
  /** Nodes compared with a leaf. */
  nodeTests: number;
  /** The number of pairs of different leaves that overlap. */
  leafPairs: number;
  /** An upper bound of the pairs of items that are compared: all pairs within leaves and between overlapping leaves. */
  itemTests: number;
}

/**
 * Counts a tree's nodes, leaves and bytes. For inspection; allocates its result.
 *
 * Derived here: sums over the arrays of the tree.
 */
export function bvhStats(bvh: Bvh): BvhStats {
  const toSkip = 2 * bvh.routines.axes;
  const stride = toSkip + 2;
  let leaves = 0;
  for (let node = 0; node < bvh.nodeEnd; node += stride) {
    if (bvh.nodes[node + toSkip] === node + stride) leaves++;
  }
  return {
    items: bvh.itemCount,
    nodes: bvh.nodeEnd / stride,
    leaves,
    depth: bvh.depth,
    bytes:
      bvh.order.byteLength +
      bvh.nodes.byteLength +
      bvh.itemBoxes.byteLength +
      bvh.itemSpheres.byteLength +
      bvh.nodeSpheres.byteLength +
      bvh.frame.byteLength,
  };
}

/**
 * Counts the tests of `findSelfPairs`, by the same walk; the join itself carries no counters. Allocates its result.
 *
 * Derived here: the walk of `findSelfPairs`, counting instead of listing.
 */
export function countSelfJoin(bvh: Bvh): SelfJoinCost {
  const cost: SelfJoinCost = { nodeTests: 0, leafPairs: 0, itemTests: 0 };
  const { nodes } = bvh;
  const { axes } = bvh.routines;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const stride = toSkip + 2;
  for (let leaf = 0; leaf < bvh.nodeEnd; leaf += stride) {
    const behind = leaf + stride;
    if (nodes[leaf + toSkip] !== behind) continue;
    const size = nodes[behind + toFirst] - nodes[leaf + toFirst];
    cost.itemTests += (size * (size - 1)) / 2;
    let node = behind;
    while (node < bvh.nodeEnd) {
      cost.nodeTests++;
      const skip = nodes[node + toSkip];
      const next = node + stride;
      const overlaps =
        bvh.kind === 'aabb'
          ? boxesOverlap(nodes, leaf, node, axes)
          : spheresOverlap(bvh.nodeSpheres, sphereOf(leaf), bvh.nodeSpheres, sphereOf(node), axes);
      if (overlaps && skip === next) {
        cost.leafPairs++;
        cost.itemTests += size * (nodes[next + toFirst] - nodes[node + toFirst]);
      }
      node = overlaps ? next : skip;
    }
  }
  return cost;
}

function boxesOverlap(nodes: Int32Array, a: number, b: number, axes: number): boolean {
  for (let axis = 0; axis < axes; axis++) {
    if (nodes[a + axis] > nodes[b + axes + axis] || nodes[b + axis] > nodes[a + axes + axis]) return false;
  }
  return true;
}
