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

/** Goes down as `descend` does, in a tree of plain boxes, and puts off what is near enough only. */
function descendBoxes(walk: ClosestWalk, nodes: Int32Array, from: number): number {
  const { query, keys, nodes: stack } = walk;
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let { top } = walk;
  let node = from;
  for (let left = node + NODE_STRIDE; nodes[node + NODE_SKIP] !== left; left = node + NODE_STRIDE) {
    const right = nodes[left + NODE_SKIP];
    measureBox(walk, nodes, left, keys, top);
    measureBox(walk, nodes, right, keys, top + 1);
    if (keys[top] <= keys[top + 1]) {
      node = left;
      stack[top] = right;
      keys[top] = keys[top + 1];
    } else {
      node = right;
      stack[top] = left;
    }
    if (keys[top] <= limit) top++;
  }
  walk.top = top;
  return node;
}

/**
 * Writes to `keys[at]` the squared distance to a box given in cells. Along an axis it is written without a branch: t +
 * |t| is 0 for negative t, and |2x − (min + max)| − (max − min) is twice the way from x to the box.
 */
function measureBox(walk: ClosestWalk, boxes: Int32Array, box: number, keys: Float64Array, at: number): void {
  const { query } = walk;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const min = boxes[box + axis];
    const max = boxes[box + 3 + axis];
    const outside =
      Math.abs(2 * query[CLOSEST_NODE + axis] - min - max) - (max - min) - 2 * query[CLOSEST_SLACK + axis];
    const distance = ((outside + Math.abs(outside)) * query[CLOSEST_CELL + axis]) / 4;
    squared += distance * distance;
  }
  keys[at] = squared;
}

/**
 * Writes the items of a leaf whose boxes are near enough, in order, and returns how many: by their quantised boxes,
 * which lie side by side.
 */
function measureCells(walk: ClosestWalk, bvh: Bvh, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const { nodes, order, itemBoxes } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const distance = query[WALK_LIMIT];
  const limit = distance * distance * WALK_ROUNDING;
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = ITEM_BOX_STRIDE * i;
    measureBox(walk, itemBoxes, box, itemKeys, count);
    // What is no box is stored inside out.
    if (!(itemKeys[count] <= limit) || itemBoxes[box] > itemBoxes[box + 3]) continue;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

const cells: ClosestCells = { descend: descendBoxes, measure: measureCells };

/** Makes a walk for searches of what is closest in hierarchies of space. */
export function createClosestWalk(): ClosestWalk {
  return create(cells);
}
