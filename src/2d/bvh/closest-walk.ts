import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_HIGH_X,
  FRAME_LOW_X,
  FRAME_ORIGIN_X,
  FRAME_SCALE_X,
  ITEM_BOX_STRIDE,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';
import { CELL_SLACK, RELATIVE_SLACK } from './cell-slack.ts';
import { descend, hasPlainCells, type OrderedWalk, putInOrder, startAtRoot } from './ordered-walk.ts';
import {
  CLOSEST_CELL_X,
  CLOSEST_CELL_Y,
  CLOSEST_NODE_X,
  CLOSEST_NODE_Y,
  CLOSEST_SLACK_X,
  CLOSEST_SLACK_Y,
  CLOSEST_X,
  CLOSEST_Y,
  WALK_LIMIT,
  WALK_ROUNDING,
} from './walk-layout.ts';

/*
 * The walk of a search for what is nearest to a point, in order of the squared distance of boxes. WALK_LIMIT is a distance.
 */

/** Begins the walk around the point `query[CLOSEST_X …]` in a tree, up to the distance `query[WALK_LIMIT]`. */
export function startClosest(walk: OrderedWalk, bvh: Bvh): void {
  walk.top = 0;
  const { query } = walk;
  // Also false for NaN.
  if (!(query[WALK_LIMIT] >= 0) || bvh.nodeEnd === 0) return;
  const { frame } = bvh;
  const isBox = bvh.kind === 'box';
  for (let axis = 0; axis < 2; axis++) {
    const scale = frame[FRAME_SCALE_X + axis];
    const node = (query[CLOSEST_X + axis] - frame[FRAME_ORIGIN_X + axis]) * (isBox ? scale : 1);
    query[CLOSEST_NODE_X + axis] = node;
    query[CLOSEST_CELL_X + axis] = scale > 0 ? 1 / scale : 0;
    query[CLOSEST_SLACK_X + axis] = CELL_SLACK + Math.abs(node) * RELATIVE_SLACK;
  }
  startAtRoot(walk, bvh.depth);
}

/**
 * Goes on to the next leaf with items whose boxes are near enough, writes those to `items` and the squares of their distances to
 * `itemKeys`, ascending, and returns how many; 0 at the end. Boxes too far by a rounding error may be among them, none that is
 * near enough is left out. `bounds` are those the tree was built from.
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
      ? descendBoxes(walk, bvh.nodes, node)
      : descend(walk, bvh, node, bvh.kind === 'sphere' ? measureCircle : measureClampedBox);
    const count = isPlain ? measureCells(walk, bvh, leaf) : measureBounds(walk, bvh, bounds, leaf);
    if (count > 0) return count;
  }
  return 0;
}

/**
 * Goes down as `descend` does, in a tree of plain boxes. The distance along an axis is written without a branch: t + |t| is 0 for negative t, and
 * |2x − (min + max)| − (max − min) is twice the way from x to the box.
 */
function descendBoxes(walk: OrderedWalk, nodes: Int32Array, from: number): number {
  const { query, keys, nodes: stack } = walk;
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const x = 2 * query[CLOSEST_NODE_X];
  const y = 2 * query[CLOSEST_NODE_Y];
  const slackX = 2 * query[CLOSEST_SLACK_X];
  const slackY = 2 * query[CLOSEST_SLACK_Y];
  const cellX = query[CLOSEST_CELL_X] / 4;
  const cellY = query[CLOSEST_CELL_Y] / 4;
  let { top } = walk;
  let node = from;
  for (let left = node + NODE_STRIDE; nodes[node + NODE_SKIP] !== left; left = node + NODE_STRIDE) {
    const right = nodes[left + NODE_SKIP];
    const leftX = Math.abs(x - nodes[left] - nodes[left + 2]) - (nodes[left + 2] - nodes[left]) - slackX;
    const leftY = Math.abs(y - nodes[left + 1] - nodes[left + 3]) - (nodes[left + 3] - nodes[left + 1]) - slackY;
    const leftDx = (leftX + Math.abs(leftX)) * cellX;
    const leftDy = (leftY + Math.abs(leftY)) * cellY;
    const leftKey = leftDx * leftDx + leftDy * leftDy;
    const rightX = Math.abs(x - nodes[right] - nodes[right + 2]) - (nodes[right + 2] - nodes[right]) - slackX;
    const rightY =
      Math.abs(y - nodes[right + 1] - nodes[right + 3]) - (nodes[right + 3] - nodes[right + 1]) - slackY;
    const rightDx = (rightX + Math.abs(rightX)) * cellX;
    const rightDy = (rightY + Math.abs(rightY)) * cellY;
    const rightKey = rightDx * rightDx + rightDy * rightDy;
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

/** Whether an item the walk has listed is still near enough, the limit being lower by now. */
export function isNearEnough(walk: OrderedWalk, i: number): boolean {
  const distance = walk.query[WALK_LIMIT];
  return walk.itemKeys[i] <= distance * distance * WALK_ROUNDING;
}

/** What overflows is far away, but not out of the question. */
const MOST = Number.MAX_VALUE;

/** Writes to `keys[at]` the squared distance to a node, never too large: of a circle. */
function measureCircle(walk: OrderedWalk, bvh: Bvh, node: number, at: number): void {
  const { query } = walk;
  const circles = bvh.nodeCircles;
  const x = circles[node] - query[CLOSEST_NODE_X];
  const y = circles[node + 1] - query[CLOSEST_NODE_Y];
  const outside = Math.sqrt(x * x + y * y) * (1 - 8 * EPSILON) - circles[node + 2];
  walk.keys[at] = outside > 0 ? Math.min(outside * outside, MOST) : 0;
}

/** Of a tree with clamped coordinates, which reach as far as the frame says. */
function measureClampedBox(walk: OrderedWalk, bvh: Bvh, node: number, key: number): void {
  const { query } = walk;
  const { nodes, frame } = bvh;
  let squared = 0;
  for (let axis = 0; axis < 2; axis++) {
    const at = query[CLOSEST_NODE_X + axis];
    const low = nodes[node + axis];
    const high = nodes[node + 2 + axis];
    const min = low === 0 ? frame[FRAME_LOW_X + axis] : low;
    const max = high === QUANTISED_MAX ? frame[FRAME_HIGH_X + axis] : high;
    const outside = Math.max(min - at, at - max) - query[CLOSEST_SLACK_X + axis];
    const distance = outside > 0 ? outside * query[CLOSEST_CELL_X + axis] : 0;
    squared += distance * distance;
  }
  walk.keys[key] = Math.min(squared, MOST);
}

/**
 * Writes the items of a leaf whose boxes are near enough, in order, and returns how many: by their quantised boxes, which lie side by
 * side; see `descendBoxes`.
 */
function measureCells(walk: OrderedWalk, bvh: Bvh, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const { nodes, order, itemBoxes } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const x = 2 * query[CLOSEST_NODE_X];
  const y = 2 * query[CLOSEST_NODE_Y];
  const cellX = query[CLOSEST_CELL_X] / 4;
  const cellY = query[CLOSEST_CELL_Y] / 4;
  const slackX = 2 * query[CLOSEST_SLACK_X];
  const slackY = 2 * query[CLOSEST_SLACK_Y];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = ITEM_BOX_STRIDE * i;
    const minX = itemBoxes[box];
    const minY = itemBoxes[box + 1];
    const maxX = itemBoxes[box + 2];
    const maxY = itemBoxes[box + 3];
    const outX = Math.abs(x - minX - maxX) - (maxX - minX) - slackX;
    const outY = Math.abs(y - minY - maxY) - (maxY - minY) - slackY;
    const dx = (outX + Math.abs(outX)) * cellX;
    const dy = (outY + Math.abs(outY)) * cellY;
    const squared = dx * dx + dy * dy;
    if (!(squared <= limit)) continue;
    itemKeys[count] = squared;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

/** The same by the boxes themselves. */
function measureBounds(walk: OrderedWalk, bvh: Bvh, bounds: Float64Array, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const { nodes, order } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const x = query[CLOSEST_X];
  const y = query[CLOSEST_Y];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = BOUNDS_STRIDE * order[i];
    const dx = Math.max(bounds[box] - x, x - bounds[box + 2], 0);
    const dy = Math.max(bounds[box + 1] - y, y - bounds[box + 3], 0);
    const squared = dx * dx + dy * dy;
    if (!(squared <= limit)) continue;
    itemKeys[count] = squared;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}
