import { type Bvh, LEAF_CAPACITY, LEAF_PAIRS, QUANTISED_MAX } from '../../core/bvh/bvh.ts';
import { groupItems } from '../../core/bvh/find-cross-pairs.ts';
import { quantiseBoxes } from '../../core/bvh/quantise-boxes.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** The boxes of the group's items in the large tree's cells. */
const groupCells = new Int32Array(ITEM_BOX_STRIDE * LEAF_CAPACITY);

/** Joins the group with a box tree. */
export function joinGroupBoxes(size: number, large: Bvh, bounds: Float64Array, swapped: boolean, out: PairList): void {
  const { nodes, nodeEnd } = large;
  quantiseBoxes(groupCells, 3, bounds, groupItems, 0, size, large.frame, true);
  let minX = QUANTISED_MAX;
  let minY = QUANTISED_MAX;
  let minZ = QUANTISED_MAX;
  let maxX = 0;
  let maxY = 0;
  let maxZ = 0;
  for (let box = 0; box < ITEM_BOX_STRIDE * size; box += ITEM_BOX_STRIDE) {
    if (groupCells[box] < minX) minX = groupCells[box];
    if (groupCells[box + 1] < minY) minY = groupCells[box + 1];
    if (groupCells[box + 2] < minZ) minZ = groupCells[box + 2];
    if (groupCells[box + 3] > maxX) maxX = groupCells[box + 3];
    if (groupCells[box + 4] > maxY) maxY = groupCells[box + 4];
    if (groupCells[box + 5] > maxZ) maxZ = groupCells[box + 5];
  }
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
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
    const next = node + NODE_STRIDE;
    if (skip === next) joinItemBoxes(size, large, node, bounds, swapped, out);
    node = next;
  }
}

/** Tests a group's items against those of a leaf; as in the self-join, only shared border cells ask the f64 bounds. */
function joinItemBoxes(
  size: number,
  large: Bvh,
  leaf: number,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const pairs = reservePairs(out, LEAF_PAIRS);
  const { order, nodes, itemBoxes: boxes } = large;
  const first = nodes[leaf + NODE_FIRST];
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let i = 0; i < size; i++) {
    const a = ITEM_BOX_STRIDE * i;
    const minX = groupCells[a];
    const minY = groupCells[a + 1];
    const minZ = groupCells[a + 2];
    const maxX = groupCells[a + 3];
    const maxY = groupCells[a + 4];
    const maxZ = groupCells[a + 5];
    const apart =
      (maxX - nodes[leaf]) |
      (maxY - nodes[leaf + 1]) |
      (maxZ - nodes[leaf + 2]) |
      (nodes[leaf + 3] - minX) |
      (nodes[leaf + 4] - minY) |
      (nodes[leaf + 5] - minZ);
    if (apart < 0) continue;
    for (let j = first; j < end; j++) {
      const b = ITEM_BOX_STRIDE * j;
      const right = maxX - boxes[b];
      const above = maxY - boxes[b + 1];
      const before = maxZ - boxes[b + 2];
      const left = boxes[b + 3] - minX;
      const below = boxes[b + 4] - minY;
      const behind = boxes[b + 5] - minZ;
      if ((right | above | before | left | below | behind) < 0) continue;
      const item = groupItems[i];
      const other = order[j];
      const certain = (right - 1) | (above - 1) | (before - 1) | (left - 1) | (below - 1) | (behind - 1);
      if (certain >= 0 || boundsOverlap(bounds, item, other)) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}
