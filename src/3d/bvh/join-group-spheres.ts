import { type Bvh, FRAME_ORIGIN, LEAF_PAIRS } from '../../core/bvh/bvh.ts';
import { groupItems } from '../../core/bvh/find-cross-pairs.ts';
import { type PairList, reservePairs } from '../../core/pair-list.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { boundsOverlap, isBox } from './bounds-overlap.ts';
import { BOUNDS_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** The box around the group: least coordinates, then the largest. */
const groupBox = new Float64Array(BOUNDS_STRIDE);

/** Sets `groupBox`. */
function boundGroup(size: number, bounds: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < size; i++) {
      const box = BOUNDS_STRIDE * groupItems[i];
      if (!isBox(bounds, box)) continue;
      min = Math.min(min, bounds[box + axis]);
      max = Math.max(max, bounds[box + 3 + axis]);
    }
    groupBox[axis] = min;
    groupBox[3 + axis] = max;
  }
}

/** Joins the group with a sphere tree. */
export function joinGroupSpheres(
  size: number,
  large: Bvh,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  boundGroup(size, bounds);
  const { nodes, nodeEnd, frame, nodeSpheres: spheres } = large;
  const middleX = 0.5 * groupBox[0] + 0.5 * groupBox[3];
  const middleY = 0.5 * groupBox[1] + 0.5 * groupBox[4];
  const middleZ = 0.5 * groupBox[2] + 0.5 * groupBox[5];
  const halfX = 0.5 * groupBox[3] - 0.5 * groupBox[0];
  const halfY = 0.5 * groupBox[4] - 0.5 * groupBox[1];
  const halfZ = 0.5 * groupBox[5] - 0.5 * groupBox[2];
  const x = middleX - frame[FRAME_ORIGIN];
  const y = middleY - frame[FRAME_ORIGIN + 1];
  const z = middleZ - frame[FRAME_ORIGIN + 2];
  const rounding = 8 * EPSILON * (Math.abs(middleX) + Math.abs(middleY) + Math.abs(middleZ));
  const radius = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ) + rounding;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + NODE_SKIP];
    const dx = spheres[node] - x;
    const dy = spheres[node + 1] - y;
    const dz = spheres[node + 2] - z;
    const sum = spheres[node + 3] + radius;
    // NaN (an infinite group) compares false and goes on.
    if (dx * dx + dy * dy + dz * dz > sum * sum) {
      node = skip;
      continue;
    }
    const next = node + NODE_STRIDE;
    if (skip === next) joinItemBounds(size, large, node, bounds, swapped, out);
    node = next;
  }
}

/** Tests a group's items against those of a leaf. */
function joinItemBounds(
  size: number,
  large: Bvh,
  leaf: number,
  bounds: Float64Array,
  swapped: boolean,
  out: PairList,
): void {
  const pairs = reservePairs(out, LEAF_PAIRS);
  const { order, nodes } = large;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let length = 2 * out.count;
  for (let j = nodes[leaf + NODE_FIRST]; j < end; j++) {
    const other = order[j];
    for (let i = 0; i < size; i++) {
      const item = groupItems[i];
      if (!boundsOverlap(bounds, item, other)) continue;
      pairs[length] = swapped ? other : item;
      pairs[length + 1] = swapped ? item : other;
      length += 2;
    }
  }
  out.count = length >> 1;
}
