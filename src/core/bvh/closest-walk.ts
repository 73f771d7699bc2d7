import { EPSILON } from '../tolerance.ts';
import { type Bvh, FRAME_HIGH, FRAME_LOW, FRAME_ORIGIN, FRAME_SCALE, QUANTISED_MAX } from './bvh.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import {
  createOrderedWalk,
  descend,
  hasPlainCells,
  type OrderedWalk,
  putInOrder,
  startAtRoot,
  WALK_LIMIT,
  WALK_ROUNDING,
} from './ordered-walk.ts';

/*
 * The walk of a search for what is nearest to a point, in order of the squared distance of boxes. WALK_LIMIT is a
 * distance.
 */

export interface ClosestWalk extends OrderedWalk {
  readonly cells: ClosestCells;
}

/** The measures of boxes whose cells are what they are, written out for the axes of a space. */
export interface ClosestCells {
  /** As `descend`, see there; puts off what is near enough only. */
  descend(walk: ClosestWalk, nodes: Int32Array, from: number): number;
  /** Writes the items of a leaf whose boxes are near enough, in order, and returns how many. */
  measure(walk: ClosestWalk, bvh: Bvh, leaf: number): number;
}

/**
 * In `query`, a number for each axis: the point in the world and in the space of the nodes, the size of a cell, slack
 * in cells.
 */
export const CLOSEST_POINT = 1;
export const CLOSEST_NODE = 4;
export const CLOSEST_CELL = 7;
export const CLOSEST_SLACK = 10;

export function createClosestWalk(cells: ClosestCells): ClosestWalk {
  return { ...createOrderedWalk(), cells };
}

/** Begins the walk around the point `query[CLOSEST_POINT …]` in a tree, up to the distance `query[WALK_LIMIT]`. */
export function startClosest(walk: ClosestWalk, bvh: Bvh): void {
  walk.top = 0;
  const { query } = walk;
  // Also false for NaN.
  if (!(query[WALK_LIMIT] >= 0) || bvh.nodeEnd === 0) return;
  const { frame } = bvh;
  const isBox = bvh.kind === 'aabb';
  for (let axis = 0; axis < bvh.routines.axes; axis++) {
    const scale = frame[FRAME_SCALE + axis];
    const node = (query[CLOSEST_POINT + axis] - frame[FRAME_ORIGIN + axis]) * (isBox ? scale : 1);
    query[CLOSEST_NODE + axis] = node;
    query[CLOSEST_CELL + axis] = scale > 0 ? 1 / scale : 0;
    query[CLOSEST_SLACK + axis] = CELL_SLACK + Math.abs(node) * RELATIVE_SLACK;
  }
  startAtRoot(walk, bvh.depth);
}

/**
 * Goes on to the next leaf with items whose boxes are near enough, writes those to `items` and the squares of their
 * distances to `itemKeys`, ascending, and returns how many; 0 at the end. Boxes too far by a rounding error may be
 * among them, none that is near enough is left out. `bounds` are those the tree was built from.
 */
export function nextClosestLeaf(walk: ClosestWalk, bvh: Bvh, bounds: Float64Array): number {
  const distance = walk.query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const isPlain = hasPlainCells(bvh);
  while (walk.top > 0) {
    walk.top--;
    if (!(walk.keys[walk.top] <= limit)) continue;
    const node = walk.nodes[walk.top];
    const leaf = isPlain
      ? walk.cells.descend(walk, bvh.nodes, node)
      : descend(walk, bvh, node, bvh.kind === 'sphere' ? measureSphere : measureClampedBox);
    const count = isPlain ? walk.cells.measure(walk, bvh, leaf) : measureBounds(walk, bvh, bounds, leaf);
    if (count > 0) return count;
  }
  return 0;
}

/** Whether an item the walk has listed is still near enough, the limit being lower by now. */
export function isNearEnough(walk: OrderedWalk, i: number): boolean {
  const distance = walk.query[WALK_LIMIT];
  return walk.itemKeys[i] <= distance * distance * WALK_ROUNDING;
}

/** What overflows is far away, but not out of the question. */
const MOST = Number.MAX_VALUE;

/** Writes to `keys[at]` the squared distance to a node, never too large: of a circle or sphere. */
function measureSphere(walk: ClosestWalk, bvh: Bvh, node: number, at: number): void {
  const { query } = walk;
  const spheres = bvh.nodeSpheres;
  const { axes } = bvh.routines;
  let squared = 0;
  for (let axis = 0; axis < axes; axis++) {
    const to = spheres[node + axis] - query[CLOSEST_NODE + axis];
    squared += to * to;
  }
  const outside = Math.sqrt(squared) * (1 - 8 * EPSILON) - spheres[node + axes];
  walk.keys[at] = outside > 0 ? Math.min(outside * outside, MOST) : 0;
}

/** Of a tree with clamped coordinates, which reach as far as the frame says. */
function measureClampedBox(walk: ClosestWalk, bvh: Bvh, node: number, key: number): void {
  const { query } = walk;
  const { nodes, frame } = bvh;
  const { axes } = bvh.routines;
  let squared = 0;
  for (let axis = 0; axis < axes; axis++) {
    const at = query[CLOSEST_NODE + axis];
    const low = nodes[node + axis];
    const high = nodes[node + axes + axis];
    const min = low === 0 ? frame[FRAME_LOW + axis] : low;
    const max = high === QUANTISED_MAX ? frame[FRAME_HIGH + axis] : high;
    const outside = Math.max(min - at, at - max) - query[CLOSEST_SLACK + axis];
    const distance = outside > 0 ? outside * query[CLOSEST_CELL + axis] : 0;
    squared += distance * distance;
  }
  walk.keys[key] = Math.min(squared, MOST);
}

/** Writes the items of a leaf whose boxes in `bounds` are near enough, in order, and returns how many. */
function measureBounds(walk: ClosestWalk, bvh: Bvh, bounds: Float64Array, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const { nodes, order } = bvh;
  const { axes } = bvh.routines;
  const toFirst = 2 * axes + 1;
  const end = nodes[leaf + toFirst + 1 + toFirst];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let count = 0;
  for (let i = nodes[leaf + toFirst]; i < end; i++) {
    const box = 2 * axes * order[i];
    let squared = 0;
    for (let axis = 0; axis < axes; axis++) {
      const min = bounds[box + axis];
      const max = bounds[box + axes + axis];
      const at = query[CLOSEST_POINT + axis];
      const outside = Math.max(min - at, at - max, 0);
      squared += outside * outside;
      // What is no box (NaN, inside out) is nowhere.
      if (!(min <= max)) squared = Number.NaN;
    }
    if (!(squared <= limit)) continue;
    itemKeys[count] = squared;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}
