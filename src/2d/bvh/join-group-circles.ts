import { type Bvh, FRAME_ORIGIN, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { groupItems } from '../../core/bvh/find-cross-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { boundsOverlap } from './bounds-overlap.ts';
import { BOUNDS_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** The box around the group: minX, minY, maxX, maxY. */
const groupBox = new Float64Array(4);

/** Sets `groupBox`. */
function boundGroup(size: number, bounds: Float64Array): void {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < size; i++) {
    const box = BOUNDS_STRIDE * groupItems[i];
    if (bounds[box] < minX) minX = bounds[box];
    if (bounds[box + 1] < minY) minY = bounds[box + 1];
    if (bounds[box + 2] > maxX) maxX = bounds[box + 2];
    if (bounds[box + 3] > maxY) maxY = bounds[box + 3];
  }
  groupBox[0] = minX;
  groupBox[1] = minY;
  groupBox[2] = maxX;
  groupBox[3] = maxY;
}

/** Joins the group with a sphere tree. */
export function joinGroupCircles(
  size: number,
  large: Bvh,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  boundGroup(size, bounds);
  const middleX = 0.5 * groupBox[0] + 0.5 * groupBox[2];
  const middleY = 0.5 * groupBox[1] + 0.5 * groupBox[3];
  const halfX = 0.5 * groupBox[2] - 0.5 * groupBox[0];
  const halfY = 0.5 * groupBox[3] - 0.5 * groupBox[1];
  const x = middleX - large.frame[FRAME_ORIGIN];
  const y = middleY - large.frame[FRAME_ORIGIN + 1];
  const radius = Math.sqrt(halfX * halfX + halfY * halfY) + 8 * EPSILON * (Math.abs(middleX) + Math.abs(middleY));
  const nodes = large.nodes;
  const circles = large.nodeSpheres;
  const nodeEnd = large.nodeEnd;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const dx = circles[node] - x;
    const dy = circles[node + 1] - y;
    const reach = circles[node + 2] + radius;
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
  const end = large.nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let j = large.nodes[leaf + NODE_FIRST]; j < end; j++) {
    const other = order[j];
    const box = BOUNDS_STRIDE * other;
    const meets =
      bounds[box] <= groupBox[2] &&
      bounds[box + 1] <= groupBox[3] &&
      bounds[box + 2] >= groupBox[0] &&
      bounds[box + 3] >= groupBox[1];
    if (!meets) continue;
    for (let i = 0; i < size; i++) {
      const item = groupItems[i];
      if (boundsOverlap(bounds, item, other)) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}
