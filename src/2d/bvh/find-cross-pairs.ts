import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  ITEM_BOX_STRIDE,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

const LEAF_PAIRS = LEAF_CAPACITY * LEAF_CAPACITY;

/**
 * When the large tree has this many times the items of the small one, a leaf of the small one spans many of its leaves,
 * and its items are better off walking it one by one.
 */
const SPARSE_RATIO = 8;

/** The items that walk the large tree together, and their boxes in its cells. */
const groupItems = new Uint32Array(LEAF_CAPACITY);
const groupCells = new Int32Array(ITEM_BOX_STRIDE * LEAF_CAPACITY);

/** The box around them: minX, minY, maxX, maxY. */
const groupBox = new Float64Array(4);

/**
 * Appends every pair of an item of A and an item of B whose boxes overlap (touching counts) to `out`, once each, A's
 * item first. Both trees were built from `bounds`; their kinds and frames may differ. The last word has the comparison
 * of the f64 bounds. An item in both trees meets itself.
 *
 * The leaves of the smaller tree walk the other, asked in the other's frame.
 */
export function findCrossPairs(bvhA: Bvh, bvhB: Bvh, bounds: Float64Array, out: PairList): void {
  const swapped = bvhA.itemCount > bvhB.itemCount;
  const small = swapped ? bvhB : bvhA;
  const large = swapped ? bvhA : bvhB;
  const nodes = small.nodes;
  const together = SPARSE_RATIO * small.itemCount > large.itemCount;
  for (let leaf = 0; leaf < small.nodeEnd; leaf += NODE_STRIDE) {
    if (nodes[leaf + NODE_SKIP] !== leaf + NODE_STRIDE) continue;
    const leafEnd = nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
    let end = leafEnd;
    for (let start = nodes[leaf + NODE_FIRST]!; start < leafEnd; start = end) {
      end = together ? leafEnd : start + 1;
      for (let i = start; i < end; i++) groupItems[i - start] = small.order[i]!;
      if (large.kind === 'box') joinGroupBoxes(end - start, large, bounds, swapped, out);
      else joinGroupCircles(end - start, large, bounds, swapped, out);
    }
  }
}

function joinGroupBoxes(size: number, large: Bvh, bounds: Float64Array, swapped: boolean, out: PairList): void {
  const nodes = large.nodes;
  const nodeEnd = large.nodeEnd;
  quantiseBoxes(groupCells, bounds, groupItems, 0, size, large.frame, true);
  let minX = QUANTISED_MAX;
  let minY = QUANTISED_MAX;
  let maxX = 0;
  let maxY = 0;
  for (let box = 0; box < ITEM_BOX_STRIDE * size; box += ITEM_BOX_STRIDE) {
    if (groupCells[box]! < minX) minX = groupCells[box]!;
    if (groupCells[box + 1]! < minY) minY = groupCells[box + 1]!;
    if (groupCells[box + 2]! > maxX) maxX = groupCells[box + 2]!;
    if (groupCells[box + 3]! > maxY) maxY = groupCells[box + 3]!;
  }
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP]!;
    const apart =
      (maxX - nodes[node]!) | (maxY - nodes[node + 1]!) | (nodes[node + 2]! - minX) | (nodes[node + 3]! - minY);
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
  const first = nodes[leaf + NODE_FIRST]!;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
  let length = 2 * out.count;
  for (let i = 0; i < size; i++) {
    const a = ITEM_BOX_STRIDE * i;
    const minX = groupCells[a]!;
    const minY = groupCells[a + 1]!;
    const maxX = groupCells[a + 2]!;
    const maxY = groupCells[a + 3]!;
    const apart =
      (maxX - nodes[leaf]!) | (maxY - nodes[leaf + 1]!) | (nodes[leaf + 2]! - minX) | (nodes[leaf + 3]! - minY);
    if (apart < 0) continue;
    for (let j = first; j < end; j++) {
      const b = ITEM_BOX_STRIDE * j;
      const right = maxX - boxes[b]!;
      const above = maxY - boxes[b + 1]!;
      const left = boxes[b + 2]! - minX;
      const below = boxes[b + 3]! - minY;
      if ((right | above | left | below) < 0) continue;
      const item = groupItems[i]!;
      const other = order[j]!;
      if (((right - 1) | (above - 1) | (left - 1) | (below - 1)) >= 0 || boundsOverlap(bounds, item, other)) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}

/** Sets `groupBox`. */
function boundGroup(size: number, bounds: Float64Array): void {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < size; i++) {
    const box = BOUNDS_STRIDE * groupItems[i]!;
    if (bounds[box]! < minX) minX = bounds[box]!;
    if (bounds[box + 1]! < minY) minY = bounds[box + 1]!;
    if (bounds[box + 2]! > maxX) maxX = bounds[box + 2]!;
    if (bounds[box + 3]! > maxY) maxY = bounds[box + 3]!;
  }
  groupBox[0] = minX;
  groupBox[1] = minY;
  groupBox[2] = maxX;
  groupBox[3] = maxY;
}

function joinGroupCircles(size: number, large: Bvh, bounds: Float64Array, swapped: boolean, out: PairList): void {
  boundGroup(size, bounds);
  const middleX = 0.5 * groupBox[0]! + 0.5 * groupBox[2]!;
  const middleY = 0.5 * groupBox[1]! + 0.5 * groupBox[3]!;
  const halfX = 0.5 * groupBox[2]! - 0.5 * groupBox[0]!;
  const halfY = 0.5 * groupBox[3]! - 0.5 * groupBox[1]!;
  const x = middleX - large.frame[FRAME_ORIGIN_X]!;
  const y = middleY - large.frame[FRAME_ORIGIN_Y]!;
  const radius = Math.sqrt(halfX * halfX + halfY * halfY) + 8 * EPSILON * (Math.abs(middleX) + Math.abs(middleY));
  const nodes = large.nodes;
  const circles = large.nodeCircles;
  const nodeEnd = large.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP]!;
    const dx = circles[node]! - x;
    const dy = circles[node + 1]! - y;
    const reach = circles[node + 2]! + radius;
    // NaN (an infinite group) compares false and goes on.
    if (dx * dx + dy * dy > reach * reach) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) joinItemBounds(size, large, node, bounds, swapped, out);
    node = next;
  }
}

/** Tests a group's items against those of a leaf, skipping the leaf's items that miss the box around the group. */
function joinItemBounds(
  size: number,
  large: Bvh,
  leaf: number,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const pairs = reservePairs(out, LEAF_PAIRS);
  const order = large.order;
  const end = large.nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
  let length = 2 * out.count;
  for (let j = large.nodes[leaf + NODE_FIRST]!; j < end; j++) {
    const other = order[j]!;
    const box = BOUNDS_STRIDE * other;
    const meets =
      bounds[box]! <= groupBox[2]! &&
      bounds[box + 1]! <= groupBox[3]! &&
      bounds[box + 2]! >= groupBox[0]! &&
      bounds[box + 3]! >= groupBox[1]!;
    if (!meets) continue;
    for (let i = 0; i < size; i++) {
      const item = groupItems[i]!;
      if (boundsOverlap(bounds, item, other)) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}
