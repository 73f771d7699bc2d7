import { EPSILON } from '../tolerance.ts';
import { type Bvh, FRAME_ORIGIN, FRAME_SCALE, sphereOf } from './bvh.ts';
import { cellBounds, loadCellBounds } from './cell-bounds.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import {
  descend,
  hasPlainCells,
  type OrderedWalk,
  putInOrder,
  reserveLevels,
  startAtRoot,
  WALK_LIMIT,
  WALK_ROUNDING,
} from './ordered-walk.ts';

/*
 * The walk of a search for the items nearest to a point, in order of the squared distance of boxes. WALK_LIMIT is a
 * distance.
 */

/**
 * In `query`, a number for each axis: the point; the point in the cells of a plain tree, the size of a cell there,
 * slack in cells.
 */
export const CLOSEST_POINT = 1;
const CLOSEST_NODE = 4;
const CLOSEST_CELL = 7;
const CLOSEST_SLACK = 10;
/**
 * Index in `query`, behind these: the distance up to which all items count as equally near, because of a radius around
 * them.
 */
export const CLOSEST_FLOOR = 13;

/** Begins the walk around the point `query[CLOSEST_POINT …]` in a tree, up to the distance `query[WALK_LIMIT]`. */
export function startClosest(walk: OrderedWalk, bvh: Bvh): void {
  walk.top = 0;
  const { query } = walk;
  // The comparison is also false for NaN.
  if (!(query[WALK_LIMIT] >= 0) || bvh.nodeEnd === 0) return;
  if (hasPlainCells(bvh)) setCellSpace(walk, bvh);
  startAtRoot(walk, bvh.depth);
}

function setCellSpace({ query }: OrderedWalk, { frame, routines }: Bvh): void {
  for (let axis = 0; axis < routines.axes; axis++) {
    const scale = frame[FRAME_SCALE + axis];
    const at = (query[CLOSEST_POINT + axis] - frame[FRAME_ORIGIN + axis]) * scale;
    query[CLOSEST_NODE + axis] = at;
    query[CLOSEST_CELL + axis] = 1 / scale;
    query[CLOSEST_SLACK + axis] = CELL_SLACK + Math.abs(at) * RELATIVE_SLACK;
  }
}

/**
 * Goes on to the next leaf with items whose boxes are near enough, writes those to `items` and the squares of their
 * distances to `itemKeys`, ascending, and returns how many; 0 at the end. Boxes too far by a rounding error may be
 * among them, none that is near enough is left out. `bounds` are those the tree was built from.
 */
export function nextClosestLeaf(walk: OrderedWalk, bvh: Bvh, bounds: Float64Array): number {
  const distance = walk.query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const isPlain = hasPlainCells(bvh);
  while (walk.top > 0) {
    walk.top--;
    if (!(walk.keys[walk.top] <= limit)) continue;
    const node = walk.nodes[walk.top];
    const leaf = isPlain
      ? descendBoxes(walk, bvh, node)
      : descend(walk, bvh, node, bvh.kind === 'sphere' ? measureSphere : measureBox);
    const count = isPlain ? measureCells(walk, bvh, leaf) : measureBounds(walk, bvh, bounds, leaf);
    if (count > 0) return count;
  }
  return 0;
}

/**
 * Does what `nextClosestLeaf` does, for a search that has many items to find: of all nodes put off, it goes on with the
 * nearest one. So it visits hardly more leaves than those within the final limit, which the search knows only at its
 * end. The nodes put off are a heap with the nearest one at its root: the children of the node at i are at 2 i + 1 and
 * 2 i + 2.
 */
export function nextNearestLeaf(walk: OrderedWalk, bvh: Bvh, bounds: Float64Array): number {
  const distance = walk.query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const isPlain = hasPlainCells(bvh);
  while (walk.top > 0) {
    if (!(walk.keys[0] <= limit)) return 0;
    const node = walk.nodes[0];
    walk.top--;
    sinkLast(walk);
    const heap = walk.top;
    reserveLevels(walk, heap + bvh.depth);
    const leaf = isPlain
      ? descendBoxes(walk, bvh, node)
      : descend(walk, bvh, node, bvh.kind === 'sphere' ? measureSphere : measureBox);
    for (let at = heap; at < walk.top; at++) rise(walk, at);
    const count = isPlain ? measureCells(walk, bvh, leaf) : measureBounds(walk, bvh, bounds, leaf);
    if (count > 0) return count;
  }
  return 0;
}

/** Moves the entry behind the heap to the heap's root, and from there down to its place. */
function sinkLast({ nodes, keys, top }: OrderedWalk): void {
  const node = nodes[top];
  const key = keys[top];
  let at = 0;
  for (let child = 1; child < top; child = 2 * at + 1) {
    if (child + 1 < top && keys[child + 1] < keys[child]) child++;
    if (keys[child] >= key) break;
    keys[at] = keys[child];
    nodes[at] = nodes[child];
    at = child;
  }
  keys[at] = key;
  nodes[at] = node;
}

/** Moves the entry at position `last`, behind a heap, up to its place in the heap. */
function rise({ nodes, keys }: OrderedWalk, last: number): void {
  const node = nodes[last];
  const key = keys[last];
  let at = last;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (keys[parent] <= key) break;
    keys[at] = keys[parent];
    nodes[at] = nodes[parent];
    at = parent;
  }
  keys[at] = key;
  nodes[at] = node;
}

/** Returns whether an item the walk has listed is still near enough, the limit being lower by now. */
export function isNearEnough(walk: OrderedWalk, i: number): boolean {
  const distance = walk.query[WALK_LIMIT];
  return walk.itemKeys[i] <= distance * distance * WALK_ROUNDING;
}

/**
 * Goes down as `descend` does, in a tree of plain boxes, and puts off only nodes that are near enough. The distance
 * along an axis is written without a branch: t + |t| is 0 for negative t, and |2x − (min + max)| − (max − min) is twice
 * the way from x to the box.
 */
function descendBoxes(walk: OrderedWalk, bvh: Bvh, from: number): number {
  const { query, keys, nodes: stack } = walk;
  const { nodes } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  const toSkip = 2 * axes;
  const stride = toSkip + 2;
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const x = 2 * query[CLOSEST_NODE];
  const y = 2 * query[CLOSEST_NODE + 1];
  const z = 2 * query[CLOSEST_NODE + 2];
  const slackX = 2 * query[CLOSEST_SLACK];
  const slackY = 2 * query[CLOSEST_SLACK + 1];
  const slackZ = 2 * query[CLOSEST_SLACK + 2];
  const cellX = query[CLOSEST_CELL] / 4;
  const cellY = query[CLOSEST_CELL + 1] / 4;
  const cellZ = query[CLOSEST_CELL + 2] / 4;
  let { top } = walk;
  let node = from;
  for (let left = node + stride; nodes[node + toSkip] !== left; left = node + stride) {
    const right = nodes[left + toSkip];
    const leftHighX = nodes[left + axes];
    const leftHighY = nodes[left + axes + 1];
    const leftX = Math.abs(x - nodes[left] - leftHighX) - (leftHighX - nodes[left]) - slackX;
    const leftY = Math.abs(y - nodes[left + 1] - leftHighY) - (leftHighY - nodes[left + 1]) - slackY;
    const leftDx = (leftX + Math.abs(leftX)) * cellX;
    const leftDy = (leftY + Math.abs(leftY)) * cellY;
    const rightHighX = nodes[right + axes];
    const rightHighY = nodes[right + axes + 1];
    const rightX = Math.abs(x - nodes[right] - rightHighX) - (rightHighX - nodes[right]) - slackX;
    const rightY = Math.abs(y - nodes[right + 1] - rightHighY) - (rightHighY - nodes[right + 1]) - slackY;
    const rightDx = (rightX + Math.abs(rightX)) * cellX;
    const rightDy = (rightY + Math.abs(rightY)) * cellY;
    let leftKey = leftDx * leftDx + leftDy * leftDy;
    let rightKey = rightDx * rightDx + rightDy * rightDy;
    if (inSpace) {
      const leftZ = Math.abs(z - nodes[left + 2] - nodes[left + 5]) - (nodes[left + 5] - nodes[left + 2]) - slackZ;
      const rightZ = Math.abs(z - nodes[right + 2] - nodes[right + 5]) - (nodes[right + 5] - nodes[right + 2]) - slackZ;
      const leftDz = (leftZ + Math.abs(leftZ)) * cellZ;
      const rightDz = (rightZ + Math.abs(rightZ)) * cellZ;
      leftKey += leftDz * leftDz;
      rightKey += rightDz * rightDz;
    }
    if (leftKey <= rightKey) {
      node = left;
      stack[top] = right;
      keys[top] = rightKey;
    } else {
      node = right;
      stack[top] = left;
      keys[top] = leftKey;
    }
    if (keys[top] <= limit) top++;
  }
  walk.top = top;
  return node;
}

/**
 * Writes the items of a leaf whose boxes are near enough, in order, and returns how many: by their quantised boxes,
 * which lie side by side; see `descendBoxes`.
 */
function measureCells(walk: OrderedWalk, bvh: Bvh, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const { nodes, order, itemBoxes: boxes } = bvh;
  const { axes } = bvh.routines;
  const toFirst = 2 * axes + 1;
  const end = nodes[leaf + toFirst + 1 + toFirst];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let count = 0;
  for (let i = nodes[leaf + toFirst]; i < end; i++) {
    const box = 2 * axes * i;
    let squared = 0;
    for (let axis = 0; axis < axes; axis++) {
      const min = boxes[box + axis];
      const max = boxes[box + axes + axis];
      const twice =
        Math.abs(2 * query[CLOSEST_NODE + axis] - min - max) - (max - min) - 2 * query[CLOSEST_SLACK + axis];
      const off = ((twice + Math.abs(twice)) * query[CLOSEST_CELL + axis]) / 4;
      squared += off * off;
    }
    // An invalid box is stored inside out.
    if (!(squared <= limit) || boxes[box] > boxes[box + axes]) continue;
    itemKeys[count] = squared;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

/** Stands for a squared distance that overflows: the box is far away, but is still visited. */
const MOST = Number.MAX_VALUE;

/** Writes to `keys[at]` the squared distance to a node, never too large: of a circle or sphere. */
function measureSphere(walk: OrderedWalk, bvh: Bvh, node: number, at: number): void {
  const { query } = walk;
  const spheres = bvh.nodeSpheres;
  const own = sphereOf(node);
  const { axes } = bvh.routines;
  let squared = 0;
  for (let axis = 0; axis < axes; axis++) {
    const to = spheres[own + axis] - query[CLOSEST_POINT + axis];
    squared += to * to;
  }
  const outside = Math.sqrt(squared) * (1 - 8 * EPSILON) - spheres[own + axes];
  walk.keys[at] = outside > 0 ? Math.min(outside * outside, MOST) : 0;
}

/** Measures the distance of a node's box, by the cells that it covers. */
function measureBox(walk: OrderedWalk, bvh: Bvh, node: number, key: number): void {
  const { query } = walk;
  const { axes } = bvh.routines;
  loadCellBounds(bvh.frame, axes, bvh.nodes, node);
  let squared = 0;
  for (let axis = 0; axis < axes; axis++) {
    const at = query[CLOSEST_POINT + axis];
    const outside = Math.max(cellBounds[axis] - at, at - cellBounds[axes + axis], 0);
    squared += outside * outside;
  }
  walk.keys[key] = Math.min(squared, MOST);
}

/** Writes the items of a leaf whose boxes in `bounds` are near enough, in order, and returns how many. */
function measureBounds(walk: OrderedWalk, bvh: Bvh, bounds: Float64Array, leaf: number): number {
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
      // An invalid box (NaN, inside out) has no distance.
      if (!(min <= max)) squared = Number.NaN;
    }
    if (!(squared <= limit)) continue;
    itemKeys[count] = squared;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}
