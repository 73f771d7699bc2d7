import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import {
  type Bvh,
  ITEM_BOX_STRIDE,
  ITEM_SPHERE_STRIDE,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
} from './bvh.ts';

const LEAF_PAIRS = LEAF_CAPACITY * LEAF_CAPACITY;

/**
 * Appends every pair of items whose boxes overlap (touching counts) to `out`, once each, the lower item number first.
 * The last word has the comparison of the f64 `bounds` the tree was built from, so both kinds find exactly the pairs
 * that testing all against all would. The order of the pairs follows the tree.
 *
 * Every leaf walks the nodes behind it in pre-order, so each pair of leaves meets once, from its lower side.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3, for a tree against itself; quantised boxes with a last word in
 * f64 are derived here.
 */
export function findSelfPairs(bvh: Bvh, bounds: Float64Array, out: PairList): void {
  for (let leaf = 0; leaf < bvh.nodeEnd; leaf += NODE_STRIDE) {
    const behind = leaf + NODE_STRIDE;
    if (bvh.nodes[leaf + NODE_SKIP] !== behind) continue;
    pairWithin(bvh, leaf, bounds, out);
    if (bvh.kind === 'box') walkBehindBoxes(bvh, leaf, bounds, out);
    else walkBehindSpheres(bvh, leaf, bounds, out);
  }
}

/** The pairs among a leaf's own items. */
function pairWithin(bvh: Bvh, leaf: number, bounds: Float64Array, out: PairList): void {
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

/** Writes the lower item first, without a branch: which one it is, is a coin toss. Returns the new length. */
function writePair(pairs: Uint32Array, length: number, itemA: number, itemB: number): number {
  const difference = (itemA - itemB) | 0;
  const negative = difference & (difference >> 31);
  pairs[length] = itemB + negative;
  pairs[length + 1] = itemA - negative;
  return length + 2;
}

function walkBehindBoxes(bvh: Bvh, leaf: number, bounds: Float64Array, out: PairList): void {
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
    // Negative in the sign bit of any difference: apart along that axis.
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
    if (skip === node + NODE_STRIDE) joinLeafBoxes(bvh, leaf, node, bounds, out);
    node += NODE_STRIDE;
  }
}

/**
 * The pairs between two leaves. Quantising is monotone, so cells that lie apart prove bounds apart, and cells that
 * overlap by more than a shared cell prove that bounds overlap: only pairs that share a border cell need the f64 bounds.
 */
function joinLeafBoxes(bvh: Bvh, leaf: number, other: number, bounds: Float64Array, out: PairList): void {
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
    for (let j = otherFirst; j < otherEnd; j++) {
      const b = ITEM_BOX_STRIDE * j;
      const right = maxX - boxes[b];
      const above = maxY - boxes[b + 1];
      const before = maxZ - boxes[b + 2];
      const left = boxes[b + 3] - minX;
      const below = boxes[b + 4] - minY;
      const behind = boxes[b + 5] - minZ;
      if ((right | above | before | left | below | behind) < 0) continue;
      const certain = (right - 1) | (above - 1) | (before - 1) | (left - 1) | (below - 1) | (behind - 1);
      if (certain >= 0 || boundsOverlap(bounds, order[i], order[j])) {
        length = writePair(pairs, length, order[i], order[j]);
      }
    }
  }
  out.count = length >> 1;
}

function walkBehindSpheres(bvh: Bvh, leaf: number, bounds: Float64Array, out: PairList): void {
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
    if (skip === node + NODE_STRIDE) joinLeafSpheres(bvh, leaf, node, bounds, out);
    node += NODE_STRIDE;
  }
}

function joinLeafSpheres(bvh: Bvh, leaf: number, other: number, bounds: Float64Array, out: PairList): void {
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
