import type { Bvh } from '../../core/bvh/bvh.ts';
import {
  CLOSEST_CELL,
  CLOSEST_NODE,
  CLOSEST_SLACK,
  type ClosestCells,
  type ClosestWalk,
  createClosestWalk as create,
} from '../../core/bvh/closest-walk.ts';
import { putInOrder, WALK_LIMIT, WALK_ROUNDING } from '../../core/bvh/ordered-walk.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/**
 * Goes down as `descend` does, in a tree of plain boxes. The distance along an axis is written without a branch: t +
 * |t| is 0 for negative t, and
 * |2x − (min + max)| − (max − min) is twice the way from x to the box.
 */
function descendBoxes(walk: ClosestWalk, nodes: Int32Array, from: number): number {
  const { query, keys, nodes: stack } = walk;
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  const x = 2 * query[CLOSEST_NODE];
  const y = 2 * query[CLOSEST_NODE + 1];
  const slackX = 2 * query[CLOSEST_SLACK];
  const slackY = 2 * query[CLOSEST_SLACK + 1];
  const cellX = query[CLOSEST_CELL] / 4;
  const cellY = query[CLOSEST_CELL + 1] / 4;
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
    const rightY = Math.abs(y - nodes[right + 1] - nodes[right + 3]) - (nodes[right + 3] - nodes[right + 1]) - slackY;
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

/**
 * Writes the items of a leaf whose boxes are near enough, in order, and returns how many: by their quantised boxes,
 * which lie side by side; see `descendBoxes`.
 */
function measureCells(walk: ClosestWalk, bvh: Bvh, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const { nodes, order, itemBoxes } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const x = 2 * query[CLOSEST_NODE];
  const y = 2 * query[CLOSEST_NODE + 1];
  const cellX = query[CLOSEST_CELL] / 4;
  const cellY = query[CLOSEST_CELL + 1] / 4;
  const slackX = 2 * query[CLOSEST_SLACK];
  const slackY = 2 * query[CLOSEST_SLACK + 1];
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

const cells: ClosestCells = { descend: descendBoxes, measure: measureCells };

/** Makes a walk for searches of what is closest in hierarchies of the plane. */
export function createClosestWalk(): ClosestWalk {
  return create(cells);
}
