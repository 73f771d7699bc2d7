import type { Bvh } from '../../core/bvh/bvh.ts';
import {
  type CastCells,
  type CastWalk,
  CELL_FAR,
  CELL_INVERSE,
  CELL_NEAR,
  createCastWalk as create,
} from '../../core/bvh/cast-walk.ts';
import { putInOrder, WALK_LIMIT, WALK_ROUNDING } from '../../core/bvh/ordered-walk.ts';
import { ITEM_BOX_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/**
 * Goes down as `descend` does, in a tree of plain boxes; for the test of a node see `enterClampedBox` in
 * core/bvh/cast-walk.ts.
 */
function descendBoxes(walk: CastWalk, nodes: Int32Array, from: number): number {
  const { keys, nodes: stack } = walk;
  let { top } = walk;
  let node = from;
  for (let left = node + NODE_STRIDE; nodes[node + NODE_SKIP] !== left; left = node + NODE_STRIDE) {
    const right = nodes[left + NODE_SKIP];
    enterBox(walk, nodes, left, keys, top);
    enterBox(walk, nodes, right, keys, top + 1);
    const leftFirst = keys[top] <= keys[top + 1];
    const near = leftFirst ? top : top + 1;
    if (keys[near] === Infinity) {
      walk.top = top;
      return -1;
    }
    node = leftFirst ? left : right;
    const far = leftFirst ? top + 1 : top;
    if (keys[far] === Infinity) continue;
    stack[top] = leftFirst ? right : left;
    keys[top++] = keys[far];
  }
  walk.top = top;
  return node;
}

/** Writes to `keys[at]` where the cast enters a box given in cells, and Infinity for a miss. */
function enterBox(walk: CastWalk, boxes: Int32Array, box: number, keys: Float64Array, at: number): void {
  const { query, near: nearSide } = walk;
  const nearX = nearSide[0];
  const nearY = nearSide[1];
  const nearZ = nearSide[2];
  const inverseX = query[CELL_INVERSE];
  const inverseY = query[CELL_INVERSE + 1];
  const inverseZ = query[CELL_INVERSE + 2];
  const enterX = (boxes[box + nearX] - query[CELL_NEAR]) * inverseX;
  const enterY = (boxes[box + 1 + nearY] - query[CELL_NEAR + 1]) * inverseY;
  const enterZ = (boxes[box + 2 + nearZ] - query[CELL_NEAR + 2]) * inverseZ;
  const leaveX = (boxes[box + 3 - nearX] - query[CELL_FAR]) * inverseX;
  const leaveY = (boxes[box + 4 - nearY] - query[CELL_FAR + 1]) * inverseY;
  const leaveZ = (boxes[box + 5 - nearZ] - query[CELL_FAR + 2]) * inverseZ;
  let near = 0;
  let far = query[WALK_LIMIT];
  if (enterX > near) near = enterX;
  if (enterY > near) near = enterY;
  if (enterZ > near) near = enterZ;
  if (leaveX < far) far = leaveX;
  if (leaveY < far) far = leaveY;
  if (leaveZ < far) far = leaveZ;
  keys[at] = near;
  if (!(near <= far * WALK_ROUNDING)) keys[at] = Infinity;
}

/**
 * Writes the items of a leaf whose boxes are met, in order, and returns how many: by their quantised boxes, which lie
 * side by side.
 */
function meetCells(walk: CastWalk, bvh: Bvh, leaf: number): number {
  const { items, itemKeys } = walk;
  const { nodes, order, itemBoxes } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = ITEM_BOX_STRIDE * i;
    // What is no box is stored inside out, and may look like a large one to a ray that runs backwards.
    if (itemBoxes[box] > itemBoxes[box + 3]) continue;
    enterBox(walk, itemBoxes, box, itemKeys, count);
    if (itemKeys[count] === Infinity) continue;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

const cells: CastCells = { descend: descendBoxes, meet: meetCells };

/** Makes a walk for casts in hierarchies of space. */
export function createCastWalk(): CastWalk {
  return create(cells);
}
