import { type PairList, reservePairs } from '../pair-list.ts';
import { boundsOverlap, isValidBox } from './bounds-overlap.ts';
import { type BoxColumn, type Bvh, LEAF_PAIRS, sphereOf } from './bvh.ts';
import { groupItems } from './find-cross-pairs.ts';
import { boundItem, writeSphere } from './fit-spheres.ts';
import { spheresOverlap } from './spheres-overlap.ts';

/** The box of the group, and the circle or sphere around it: centre, radius. */
const groupBox = new Float64Array(6);
const groupSphere = new Float64Array(4);

function boundGroup(size: number, large: Bvh, bounds: BoxColumn): void {
  const { axes } = large.routines;
  for (let axis = 0; axis < axes; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < size; i++) {
      const box = 2 * axes * groupItems[i];
      if (!isValidBox(bounds, axes, box)) continue;
      min = Math.min(min, bounds[box + axis]);
      max = Math.max(max, bounds[box + axes + axis]);
    }
    groupBox[axis] = min;
    groupBox[axes + axis] = max;
  }
  boundItem(groupBox, axes, 0);
  writeSphere(groupSphere, 0, axes);
}

/** Joins the group with a sphere tree. */
export function joinGroupSpheres(size: number, large: Bvh, bounds: BoxColumn, swapped: boolean, out: PairList): void {
  boundGroup(size, large, bounds);
  const { nodes, nodeEnd, nodeSpheres } = large;
  const { axes } = large.routines;
  const toSkip = 2 * axes;
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + toSkip];
    if (!spheresOverlap(nodeSpheres, sphereOf(node), groupSphere, 0, axes)) {
      node = skip;
      continue;
    }
    const next = node + toSkip + 2;
    if (skip === next) joinItemBounds(size, large, node, bounds, swapped, out);
    node = next;
  }
}

/** Tests a group's items against those of a leaf. */
function joinItemBounds(
  size: number,
  large: Bvh,
  leaf: number,
  bounds: BoxColumn,
  swapped: boolean,
  out: PairList,
): void {
  const { nodes, order } = large;
  const { axes } = large.routines;
  const toFirst = 2 * axes + 1;
  const pairs = reservePairs(out, LEAF_PAIRS);
  const end = nodes[leaf + toFirst + 1 + toFirst];
  let length = 2 * out.count;
  for (let j = nodes[leaf + toFirst]; j < end; j++) {
    const other = order[j];
    for (let i = 0; i < size; i++) {
      const item = groupItems[i];
      if (!boundsOverlap(bounds, axes, item, other)) continue;
      pairs[length] = swapped ? other : item;
      pairs[length + 1] = swapped ? item : other;
      length += 2;
    }
  }
  out.count = length >> 1;
}
