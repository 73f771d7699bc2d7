import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import {
  type Bvh,
  FRAME_HIGH_X,
  FRAME_LOW_X,
  FRAME_ORIGIN_X,
  FRAME_SCALE_X,
  ITEM_BOX_STRIDE,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import { LEAF_PAIRS } from './find-self-pairs.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

/**
 * When the large tree has this many times the items of the small one, a leaf of the small one spans many of its leaves,
 * and its items are better off walking it one by one.
 */
const SPARSE_RATIO = 8;

/** The items that walk the large tree together, and their boxes in its cells. */
export const groupItems = new Uint32Array(LEAF_CAPACITY);
const groupCells = new Int32Array(ITEM_BOX_STRIDE * LEAF_CAPACITY);

/** Where the large tree is, in the small one's cells: minX, minY, maxX, maxY. */
const reach = new Int32Array(4);

/**
 * Appends every pair of an item of A and an item of B whose boxes overlap (touching counts) to `out`, once each, A's
 * item first. Both trees were built from `bounds`; their kinds and frames may differ. The last word has the comparison
 * of the f64 bounds. An item in both trees meets itself.
 *
 * The leaves of the smaller tree walk the other, asked in the other's frame; parts of it that are nowhere near the other are
 * skipped, so that statics which nobody touches cost next to nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function findCrossPairs(bvhA: Bvh, bvhB: Bvh, bounds: Float64Array, out: PairList): void {
  const swapped = bvhA.itemCount > bvhB.itemCount;
  const small = swapped ? bvhB : bvhA;
  const large = swapped ? bvhA : bvhB;
  if (small.itemCount === 0) return;
  const nodes = small.nodes;
  const together = SPARSE_RATIO * small.itemCount > large.itemCount;
  const isBoxTree = small.kind === 'box';
  measureReach(small, large);
  let node = 0;
  while (node < small.nodeEnd) {
    const next = node + NODE_STRIDE;
    const skip = nodes[node + NODE_SKIP];
    if (isBoxTree && isBeyondReach(nodes, node)) {
      node = skip;
      continue;
    }
    if (skip === next) joinLeaf(small, node, together, large, bounds, swapped, out);
    node = next;
  }
}

/** Walks the large tree with the items of a leaf, all together or one by one. */
function joinLeaf(
  small: Bvh,
  leaf: number,
  together: boolean,
  large: Bvh,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const leafEnd = small.nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let end = leafEnd;
  for (let start = small.nodes[leaf + NODE_FIRST]; start < leafEnd; start = end) {
    end = together ? leafEnd : start + 1;
    for (let i = start; i < end; i++) groupItems[i - start] = small.order[i];
    large.routines.joinGroup(end - start, large, bounds, swapped, out);
  }
}

function isBeyondReach(nodes: Int32Array, node: number): boolean {
  return (
    ((reach[2] - nodes[node]) |
      (reach[3] - nodes[node + 1]) |
      (nodes[node + 2] - reach[0]) |
      (nodes[node + 3] - reach[1])) <
    0
  );
}

/** Takes the extent of the large tree from its cells to the small one's, rounding outward both times. */
function measureReach(small: Bvh, large: Bvh): void {
  const to = small.frame;
  const from = large.frame;
  for (let axis = 0; axis < 2; axis++) {
    const origin = from[FRAME_ORIGIN_X + axis];
    const scale = from[FRAME_SCALE_X + axis];
    const low = from[FRAME_LOW_X + axis];
    const high = from[FRAME_HIGH_X + axis];
    const toOrigin = to[FRAME_ORIGIN_X + axis];
    const toScale = to[FRAME_SCALE_X + axis];
    const lowest = (origin + (low - CELL_SLACK + low * RELATIVE_SLACK) / scale - toOrigin) * toScale;
    const highest = (origin + (high + CELL_SLACK + high * RELATIVE_SLACK) / scale - toOrigin) * toScale;
    // Clamped like the items' own cells. NaN, of a frame without a scale, reaches everywhere.
    const first = lowest - CELL_SLACK - Math.abs(lowest) * RELATIVE_SLACK;
    const last = highest + CELL_SLACK + Math.abs(highest) * RELATIVE_SLACK;
    reach[axis] = 0;
    reach[2 + axis] = QUANTISED_MAX;
    // A store for each case: a choice between a fraction and an integer would be allocated.
    if (first > 0) reach[axis] = Math.min(first, QUANTISED_MAX);
    if (last < QUANTISED_MAX) reach[2 + axis] = Math.max(last, 0);
  }
}

/** Joins the group with a box tree. */
export function joinGroupBoxes(size: number, large: Bvh, bounds: Float64Array, swapped: boolean, out: PairList): void {
  const nodes = large.nodes;
  const nodeEnd = large.nodeEnd;
  quantiseBoxes(groupCells, bounds, groupItems, 0, size, large.frame, true);
  let minX = QUANTISED_MAX;
  let minY = QUANTISED_MAX;
  let maxX = 0;
  let maxY = 0;
  for (let box = 0; box < ITEM_BOX_STRIDE * size; box += ITEM_BOX_STRIDE) {
    if (groupCells[box] < minX) minX = groupCells[box];
    if (groupCells[box + 1] < minY) minY = groupCells[box + 1];
    if (groupCells[box + 2] > maxX) maxX = groupCells[box + 2];
    if (groupCells[box + 3] > maxY) maxY = groupCells[box + 3];
  }
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const apart =
      (maxX - nodes[node]) | (maxY - nodes[node + 1]) | (nodes[node + 2] - minX) | (nodes[node + 3] - minY);
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
  const order = large.order;
  const nodes = large.nodes;
  const boxes = large.itemBoxes;
  const first = nodes[leaf + NODE_FIRST];
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let i = 0; i < size; i++) {
    const a = ITEM_BOX_STRIDE * i;
    const minX = groupCells[a];
    const minY = groupCells[a + 1];
    const maxX = groupCells[a + 2];
    const maxY = groupCells[a + 3];
    const apart =
      (maxX - nodes[leaf]) | (maxY - nodes[leaf + 1]) | (nodes[leaf + 2] - minX) | (nodes[leaf + 3] - minY);
    if (apart < 0) continue;
    for (let j = first; j < end; j++) {
      const b = ITEM_BOX_STRIDE * j;
      const right = maxX - boxes[b];
      const above = maxY - boxes[b + 1];
      const left = boxes[b + 2] - minX;
      const below = boxes[b + 3] - minY;
      if ((right | above | left | below) < 0) continue;
      const item = groupItems[i];
      const other = order[j];
      if (((right - 1) | (above - 1) | (left - 1) | (below - 1)) >= 0 || boundsOverlap(bounds, item, other)) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}
