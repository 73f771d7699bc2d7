import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  FRAME_SCALE_X,
  FRAME_SCALE_Y,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  quantise,
} from './bvh.ts';

const LEAF_PAIRS = LEAF_CAPACITY * LEAF_CAPACITY;

/** The box around the items of the leaf at hand: minX, minY, maxX, maxY. */
const leafBox = new Float64Array(4);

/**
 * Appends every pair of an item of A and an item of B whose boxes overlap (touching counts) to `out`, once each, A's
 * item first. Both trees were built from `bounds`; their kinds and frames may differ. The last word has the comparison
 * of the f64 bounds. An item in both trees meets itself.
 *
 * Each leaf of the smaller tree walks the other, asked in the other's frame.
 */
export function findCrossPairs(bvhA: Bvh, bvhB: Bvh, bounds: Float64Array, out: PairList): void {
  const swapped = bvhA.itemCount > bvhB.itemCount;
  const small = swapped ? bvhB : bvhA;
  const large = swapped ? bvhA : bvhB;
  const nodes = small.nodes;
  for (let leaf = 0; leaf < small.nodeEnd; leaf += NODE_STRIDE) {
    if (nodes[leaf + NODE_SKIP] !== leaf + NODE_STRIDE) continue;
    computeLeafBox(small, leaf, bounds);
    if (large.kind === 'box') joinLeafBoxes(small, leaf, large, bounds, swapped, out);
    else joinLeafCircles(small, leaf, large, bounds, swapped, out);
  }
}

function computeLeafBox(bvh: Bvh, leaf: number, bounds: Float64Array): void {
  const order = bvh.order;
  const end = bvh.nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = bvh.nodes[leaf + NODE_FIRST]!; i < end; i++) {
    const box = BOUNDS_STRIDE * order[i]!;
    if (bounds[box]! < minX) minX = bounds[box]!;
    if (bounds[box + 1]! < minY) minY = bounds[box + 1]!;
    if (bounds[box + 2]! > maxX) maxX = bounds[box + 2]!;
    if (bounds[box + 3]! > maxY) maxY = bounds[box + 3]!;
  }
  leafBox[0] = minX;
  leafBox[1] = minY;
  leafBox[2] = maxX;
  leafBox[3] = maxY;
}

function joinLeafBoxes(
  small: Bvh,
  leaf: number,
  large: Bvh,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const frame = large.frame;
  const minX = quantise(leafBox[0]!, frame[FRAME_ORIGIN_X]!, frame[FRAME_SCALE_X]!);
  const minY = quantise(leafBox[1]!, frame[FRAME_ORIGIN_Y]!, frame[FRAME_SCALE_Y]!);
  const maxX = quantise(leafBox[2]!, frame[FRAME_ORIGIN_X]!, frame[FRAME_SCALE_X]!);
  const maxY = quantise(leafBox[3]!, frame[FRAME_ORIGIN_Y]!, frame[FRAME_SCALE_Y]!);
  const nodes = large.nodes;
  const nodeEnd = large.nodeEnd;
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
    if (skip === next) joinItems(small, leaf, large, node, bounds, swapped, out);
    node = next;
  }
}

function joinLeafCircles(
  small: Bvh,
  leaf: number,
  large: Bvh,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const middleX = 0.5 * leafBox[0]! + 0.5 * leafBox[2]!;
  const middleY = 0.5 * leafBox[1]! + 0.5 * leafBox[3]!;
  const halfX = 0.5 * leafBox[2]! - 0.5 * leafBox[0]!;
  const halfY = 0.5 * leafBox[3]! - 0.5 * leafBox[1]!;
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
    // NaN (an infinite leaf) compares false and goes on.
    if (dx * dx + dy * dy > reach * reach) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) joinItems(small, leaf, large, node, bounds, swapped, out);
    node = next;
  }
}

/** Tests the items of a leaf of the smaller tree against those of a leaf of the larger. */
function joinItems(
  small: Bvh,
  leaf: number,
  large: Bvh,
  largeLeaf: number,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const pairs = reservePairs(out, LEAF_PAIRS);
  const order = small.order;
  const largeOrder = large.order;
  const end = small.nodes[leaf + NODE_STRIDE + NODE_FIRST]!;
  const largeFirst = large.nodes[largeLeaf + NODE_FIRST]!;
  const largeEnd = large.nodes[largeLeaf + NODE_STRIDE + NODE_FIRST]!;
  let length = 2 * out.count;
  for (let j = largeFirst; j < largeEnd; j++) {
    const other = largeOrder[j]!;
    const box = BOUNDS_STRIDE * other;
    const minX = bounds[box]!;
    const minY = bounds[box + 1]!;
    const maxX = bounds[box + 2]!;
    const maxY = bounds[box + 3]!;
    if (!(maxX >= leafBox[0]! && maxY >= leafBox[1]! && minX <= leafBox[2]! && minY <= leafBox[3]!)) continue;
    for (let i = small.nodes[leaf + NODE_FIRST]!; i < end; i++) {
      const item = order[i]!;
      const own = BOUNDS_STRIDE * item;
      if (bounds[own]! <= maxX && bounds[own + 1]! <= maxY && bounds[own + 2]! >= minX && bounds[own + 3]! >= minY) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}
