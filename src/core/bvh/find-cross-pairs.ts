import type { PairList } from '../pair-list.ts';
import { type BoxColumn, type Bvh, cellAt, FRAME_HIGH, FRAME_LOW, LEAF_CAPACITY } from './bvh.ts';
import { partOf } from './part-of.ts';

/**
 * When the large tree has this many times the items of the small one, a leaf of the small one spans many of its leaves,
 * and its items are better off walking it one by one.
 */
const SPARSE_RATIO = 8;

/** The items that walk the large tree together. */
export const groupItems = new Uint32Array(LEAF_CAPACITY);

/**
 * The extent of the large tree in cells of the small one: the least coordinate of each axis, then the largest of each.
 */
const extent = new Int32Array(6);
const EXTENT_MAX = 3;

/**
 * Appends every pair of an item of A and an item of B whose boxes overlap (touching counts) to `out`, once each, A's
 * item first. Both trees were built from `bounds`; their kinds and frames may differ. The comparison of the f64 bounds
 * decides. An item in both trees meets itself.
 *
 * Each leaf of the smaller tree is searched in the other tree, in that tree's frame; parts of the smaller tree that are
 * nowhere near the other tree are skipped, so that static colliders which nothing touches cost next to nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 6.3.
 */
export function findCrossPairs(out: PairList, bvhA: Bvh, bvhB: Bvh, bounds: BoxColumn): void {
  findCrossPairsOf(out, bvhA, bvhB, bounds, 0, 1, 1);
}

/**
 * Does the parts `first` … `end` − 1 of `findCrossPairs`, divided into `parts` parts. All parts together find all
 * pairs.
 */
export function findCrossPairsOf(
  out: PairList,
  bvhA: Bvh,
  bvhB: Bvh,
  bounds: BoxColumn,
  first: number,
  end: number,
  parts: number,
): void {
  const swapped = bvhA.itemCount > bvhB.itemCount;
  const small = swapped ? bvhB : bvhA;
  const large = swapped ? bvhA : bvhB;
  if (small.itemCount === 0) return;
  const { nodes } = small;
  const { axes } = small.routines;
  const nodeEnd = partOf(small, end, parts);
  const toSkip = 2 * axes;
  const stride = toSkip + 2;
  const together = SPARSE_RATIO * small.itemCount > large.itemCount;
  const isBoxTree = small.kind === 'aabb';
  measureExtent(small, large);
  let node = partOf(small, first, parts);
  while (node < nodeEnd) {
    const next = node + stride;
    const skip = nodes[node + toSkip];
    if (isBoxTree && isBeyondExtent(nodes, node, axes)) {
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
  bounds: BoxColumn,
  swapped: boolean,
  out: PairList,
): void {
  const toFirst = 2 * small.routines.axes + 1;
  const leafEnd = small.nodes[leaf + toFirst + 1 + toFirst];
  let end = leafEnd;
  for (let start = small.nodes[leaf + toFirst]; start < leafEnd; start = end) {
    end = together ? leafEnd : start + 1;
    for (let i = start; i < end; i++) groupItems[i - start] = small.order[i];
    large.routines.joinGroup(end - start, large, bounds, swapped, out);
  }
}

function isBeyondExtent(nodes: Int32Array, node: number, axes: number): boolean {
  let apart = 0;
  for (let axis = 0; axis < axes; axis++) {
    apart |= (extent[EXTENT_MAX + axis] - nodes[node + axis]) | (nodes[node + axes + axis] - extent[axis]);
  }
  return apart < 0;
}

/** Writes the extent of the large tree in cells of the small one. */
function measureExtent(small: Bvh, large: Bvh): void {
  for (let axis = 0; axis < small.routines.axes; axis++) {
    extent[axis] = cellAt(small.frame, axis, large.frame, FRAME_LOW + axis);
    extent[EXTENT_MAX + axis] = cellAt(small.frame, axis, large.frame, FRAME_HIGH + axis);
  }
}
