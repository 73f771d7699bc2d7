import { type PairList, reservePairs } from '../pair-list.ts';
import { boundsOverlap, isValidBox } from './bounds-overlap.ts';
import { type BoxColumn, type Bvh, LEAF_CAPACITY, LEAF_PAIRS, QUANTISED_MAX } from './bvh.ts';
import { groupItems } from './find-cross-pairs.ts';
import { quantiseBoxes } from './quantise-boxes.ts';

/** The boxes of the group's items in the large tree's cells. */
const groupCells = new Int32Array(6 * LEAF_CAPACITY);

/** Joins the group with a box tree. */
export function joinGroupBoxes(size: number, large: Bvh, bounds: BoxColumn, swapped: boolean, out: PairList): void {
  const { nodes, nodeEnd } = large;
  const { axes } = large.routines;
  const inSpace = axes === 3;
  const toSkip = 2 * axes;
  quantiseBoxes(groupCells, axes, bounds, groupItems, 0, size, large.frame);
  let minX = QUANTISED_MAX;
  let minY = QUANTISED_MAX;
  let minZ = QUANTISED_MAX;
  let maxX = 0;
  let maxY = 0;
  let maxZ = 0;
  for (let box = 0; box < toSkip * size; box += toSkip) {
    if (groupCells[box] < minX) minX = groupCells[box];
    if (groupCells[box + 1] < minY) minY = groupCells[box + 1];
    if (groupCells[box + axes] > maxX) maxX = groupCells[box + axes];
    if (groupCells[box + axes + 1] > maxY) maxY = groupCells[box + axes + 1];
    if (inSpace && groupCells[box + 2] < minZ) minZ = groupCells[box + 2];
    if (inSpace && groupCells[box + 5] > maxZ) maxZ = groupCells[box + 5];
  }
  let node = 0;
  while (node < nodeEnd) {
    const skip = nodes[node + toSkip];
    let apart = (maxX - nodes[node]) | (maxY - nodes[node + 1]);
    apart |= (nodes[node + axes] - minX) | (nodes[node + axes + 1] - minY);
    if (inSpace) apart |= (maxZ - nodes[node + 2]) | (nodes[node + 5] - minZ);
    if (apart < 0) {
      node = skip;
      continue;
    }
    const next = node + toSkip + 2;
    if (skip === next) joinItemBoxes(size, large, node, bounds, swapped, out);
    node = next;
  }
}

/**
 * Tests a group's items against those of a leaf. As in the self-join, only shared border cells ask the bounds; all do
 * in a tree that has handed the boxes of its items on.
 */
function joinItemBoxes(
  size: number,
  large: Bvh,
  leaf: number,
  bounds: BoxColumn,
  swapped: boolean,
  out: PairList,
): void {
  const { order, nodes, itemBoxes: boxes } = large;
  const { axes } = large.routines;
  const inSpace = axes === 3;
  const toFirst = 2 * axes + 1;
  const pairs = reservePairs(out, LEAF_PAIRS);
  const first = nodes[leaf + toFirst];
  const end = nodes[leaf + toFirst + 1 + toFirst];
  let length = 2 * out.count;
  for (let i = 0; i < size; i++) {
    const a = 2 * axes * i;
    const minX = groupCells[a];
    const minY = groupCells[a + 1];
    const minZ = groupCells[a + 2];
    const maxX = groupCells[a + axes];
    const maxY = groupCells[a + axes + 1];
    const maxZ = groupCells[a + 5];
    let apart = (maxX - nodes[leaf]) | (maxY - nodes[leaf + 1]);
    apart |= (nodes[leaf + axes] - minX) | (nodes[leaf + axes + 1] - minY);
    if (inSpace) apart |= (maxZ - nodes[leaf + 2]) | (nodes[leaf + 5] - minZ);
    if (apart < 0) continue;
    if (boxes.length === 0) {
      length = joinByBounds(pairs, length, bounds, axes, groupItems[i], order, first, end, swapped);
      continue;
    }
    for (let j = first; j < end; j++) {
      const b = 2 * axes * j;
      const right = maxX - boxes[b];
      const above = maxY - boxes[b + 1];
      const left = boxes[b + axes] - minX;
      const below = boxes[b + axes + 1] - minY;
      if ((right | above | left | below) < 0) continue;
      let certain = (right - 1) | (above - 1) | (left - 1) | (below - 1);
      if (inSpace) {
        const before = maxZ - boxes[b + 2];
        const behind = boxes[b + 5] - minZ;
        if ((before | behind) < 0) continue;
        certain |= (before - 1) | (behind - 1);
      }
      const item = groupItems[i];
      const other = order[j];
      if (certain >= 0 || boundsOverlap(bounds, axes, item, other)) {
        pairs[length] = swapped ? other : item;
        pairs[length + 1] = swapped ? item : other;
        length += 2;
      }
    }
  }
  out.count = length >> 1;
}

/**
 * Tests an item against those of a leaf by bounds alone, without a branch on whether they overlap: all are written, and
 * only a pair that is kept moves the end on. Returns the new length.
 */
function joinByBounds(
  pairs: Uint32Array,
  start: number,
  bounds: BoxColumn,
  axes: number,
  item: number,
  order: Uint32Array,
  first: number,
  end: number,
  swapped: boolean,
): number {
  const a = 2 * axes * item;
  const isValid = Number(isValidBox(bounds, axes, a));
  let length = start;
  for (let j = first; j < end; j++) {
    const other = order[j];
    const b = 2 * axes * other;
    let meets = isValid;
    for (let axis = 0; axis < axes; axis++) {
      const min = bounds[b + axis];
      const max = bounds[b + axes + axis];
      meets &= Number(min <= bounds[a + axes + axis]) & Number(bounds[a + axis] <= max) & Number(min <= max);
    }
    pairs[length] = swapped ? other : item;
    pairs[length + 1] = swapped ? item : other;
    length += 2 * meets;
  }
  return length;
}
