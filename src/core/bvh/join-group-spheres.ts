import { type PairList, reservePairs } from '../pair-list.ts';
import { EPSILON } from '../tolerance.ts';
import { boundsOverlap, isBox } from './bounds-overlap.ts';
import { type BoxColumn, type Bvh, FRAME_ORIGIN, LEAF_PAIRS } from './bvh.ts';
import { groupItems } from './find-cross-pairs.ts';
import { spheresOverlap } from './spheres-overlap.ts';

/** The circle or sphere around the group, relative to the large tree's origin: centre, radius. */
const groupSphere = new Float32Array(4);

/** Sets `groupSphere` to one around the box of the group, with a radius that covers what rounding to f32 takes. */
function boundGroup(size: number, large: Bvh, bounds: BoxColumn): void {
  const { axes } = large.routines;
  let squared = 0;
  let rounding = 0;
  for (let axis = 0; axis < axes; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < size; i++) {
      const box = 2 * axes * groupItems[i];
      if (!isBox(bounds, axes, box)) continue;
      min = Math.min(min, bounds[box + axis]);
      max = Math.max(max, bounds[box + axes + axis]);
    }
    const middle = 0.5 * min + 0.5 * max;
    const half = 0.5 * max - 0.5 * min;
    const centre = middle - large.frame[FRAME_ORIGIN + axis];
    groupSphere[axis] = centre;
    squared += half * half;
    rounding += 8 * EPSILON * Math.abs(middle) + Math.abs(centre - groupSphere[axis]);
  }
  const radius = Math.sqrt(squared) + rounding;
  groupSphere[axes] = radius * (1 + 2 ** -23);
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
    // An infinite group gives NaN and goes on.
    if (!spheresOverlap(nodeSpheres, node, groupSphere, 0, axes)) {
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
