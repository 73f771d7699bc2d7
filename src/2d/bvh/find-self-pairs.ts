import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { type Bvh, ITEM_BOX_STRIDE, LEAF_CAPACITY, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './bvh.ts';

/** Box offsets are positions shifted by this. */
const ITEM_BOX_SHIFT = 2;

/** Pairs that two leaves make at most. */
export const LEAF_PAIRS = LEAF_CAPACITY * LEAF_CAPACITY;

/**
 * Appends every pair of items whose boxes overlap (touching counts) to `out`, once each, the lower item number first.
 * The last word has the comparison of the f64 `bounds` the tree was built from, so both kinds find exactly the pairs
 * that testing all against all would. The order of the pairs follows the tree.
 *
 * Every leaf walks the nodes behind it in pre-order, so each pair of leaves meets once, from its lower side.
 *
 * Quantising is monotone, so cells that lie apart prove bounds apart, and cells that overlap by more than a shared cell
 * prove that bounds overlap: only pairs that share a border cell need the f64 comparison (and its cache misses).
 */
export function findSelfPairs(bvh: Bvh, bounds: Float64Array, out: PairList): void {
  bvh.routines.findSelfPairs(bvh, bounds, out);
}

/** `findSelfPairs` of a box tree. */
export function findSelfPairsBoxes(bvh: Bvh, bounds: Float64Array, out: PairList): void {
  out.count = joinLeaves(bvh, bounds, out) >> 1;
}

/** Returns the new length of the list. Nothing else may follow the loop, see candidate-pairs.ts. */
function joinLeaves(bvh: Bvh, bounds: Float64Array, out: PairList): number {
  const nodes = bvh.nodes;
  const boxes = bvh.itemBoxes;
  const order = bvh.order;
  const nodeEnd = bvh.nodeEnd;
  let pairs = reservePairs(out, LEAF_PAIRS);
  let length = 2 * out.count;

  for (let leaf = 0; leaf < nodeEnd; leaf += NODE_STRIDE) {
    const behind = leaf + NODE_STRIDE;
    if (nodes[leaf + NODE_SKIP] !== behind) continue;
    // Items are named by the offset of their box here, as nodes are.
    const first = nodes[leaf + NODE_FIRST]! << ITEM_BOX_SHIFT;
    const end = nodes[behind + NODE_FIRST]! << ITEM_BOX_SHIFT;

    if (length + 2 * LEAF_PAIRS > pairs.length) {
      out.count = length >> 1;
      pairs = reservePairs(out, LEAF_PAIRS);
    }
    for (let a = first; a < end; a += ITEM_BOX_STRIDE) {
      const minX = boxes[a]!;
      const minY = boxes[a + 1]!;
      const maxX = boxes[a + 2]!;
      const maxY = boxes[a + 3]!;
      for (let b = a + ITEM_BOX_STRIDE; b < end; b += ITEM_BOX_STRIDE) {
        const right = maxX - boxes[b]!;
        const above = maxY - boxes[b + 1]!;
        const left = boxes[b + 2]! - minX;
        const below = boxes[b + 3]! - minY;
        if ((right | above | left | below) < 0) continue;
        const itemA = order[a >> ITEM_BOX_SHIFT]!;
        const itemB = order[b >> ITEM_BOX_SHIFT]!;
        if (((right - 1) | (above - 1) | (left - 1) | (below - 1)) >= 0 || boundsOverlap(bounds, itemA, itemB)) {
          length = writePair(pairs, length, itemA, itemB);
        }
      }
    }

    const leafMinX = nodes[leaf]!;
    const leafMinY = nodes[leaf + 1]!;
    const leafMaxX = nodes[leaf + 2]!;
    const leafMaxY = nodes[leaf + 3]!;
    let node = behind;
    while (node < nodeEnd) {
      const skip = nodes[node + NODE_SKIP]!;
      const nodeMinX = nodes[node]!;
      const nodeMinY = nodes[node + 1]!;
      const nodeMaxX = nodes[node + 2]!;
      const nodeMaxY = nodes[node + 3]!;
      if (((leafMaxX - nodeMinX) | (leafMaxY - nodeMinY) | (nodeMaxX - leafMinX) | (nodeMaxY - leafMinY)) < 0) {
        node = skip;
        continue;
      }
      const next = node + NODE_STRIDE;
      if (skip !== next) {
        node = next;
        continue;
      }
      const otherFirst = nodes[node + NODE_FIRST]! << ITEM_BOX_SHIFT;
      const otherEnd = nodes[next + NODE_FIRST]! << ITEM_BOX_SHIFT;
      if (length + 2 * LEAF_PAIRS > pairs.length) {
        out.count = length >> 1;
        pairs = reservePairs(out, LEAF_PAIRS);
      }
      for (let a = first; a < end; a += ITEM_BOX_STRIDE) {
        const minX = boxes[a]!;
        const minY = boxes[a + 1]!;
        const maxX = boxes[a + 2]!;
        const maxY = boxes[a + 3]!;
        // Leaves mostly overlap at their rims: most items of the one do not reach the other.
        if (((maxX - nodeMinX) | (maxY - nodeMinY) | (nodeMaxX - minX) | (nodeMaxY - minY)) < 0) continue;
        for (let b = otherFirst; b < otherEnd; b += ITEM_BOX_STRIDE) {
          const right = maxX - boxes[b]!;
          const above = maxY - boxes[b + 1]!;
          const left = boxes[b + 2]! - minX;
          const below = boxes[b + 3]! - minY;
          if ((right | above | left | below) < 0) continue;
          const itemA = order[a >> ITEM_BOX_SHIFT]!;
          const itemB = order[b >> ITEM_BOX_SHIFT]!;
          if (((right - 1) | (above - 1) | (left - 1) | (below - 1)) >= 0 || boundsOverlap(bounds, itemA, itemB)) {
            length = writePair(pairs, length, itemA, itemB);
          }
        }
      }
      node = next;
    }
  }
  return length;
}

/** Writes the lower item first, without a branch: which one it is, is a coin toss. Returns the new length. */
export function writePair(pairs: Uint32Array, length: number, itemA: number, itemB: number): number {
  const difference = (itemA - itemB) | 0;
  const negative = difference & (difference >> 31);
  pairs[length] = itemB + negative;
  pairs[length + 1] = itemA - negative;
  return length + 2;
}
