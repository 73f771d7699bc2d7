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
 * Goes down as `descend` does, in a tree of plain boxes: the test of a node (see core/bvh/cast-walk.ts) stands here for
 * both children with everything in registers, which makes rays a tenth faster.
 */
function descendBoxes(walk: CastWalk, nodes: Int32Array, from: number): number {
  const { query, keys, nodes: stack } = walk;
  const nearX = walk.near[0];
  const nearY = walk.near[1] + 1;
  const limit = query[WALK_LIMIT];
  const fromNearX = query[CELL_NEAR];
  const fromNearY = query[CELL_NEAR + 1];
  const fromFarX = query[CELL_FAR];
  const fromFarY = query[CELL_FAR + 1];
  const inverseX = query[CELL_INVERSE];
  const inverseY = query[CELL_INVERSE + 1];
  let { top } = walk;
  let node = from;
  for (let left = node + NODE_STRIDE; nodes[node + NODE_SKIP] !== left; left = node + NODE_STRIDE) {
    const right = nodes[left + NODE_SKIP];
    const enterLeftX = (nodes[left + nearX] - fromNearX) * inverseX;
    const enterLeftY = (nodes[left + nearY] - fromNearY) * inverseY;
    const leaveLeftX = (nodes[left + 2 - nearX] - fromFarX) * inverseX;
    const leaveLeftY = (nodes[left + 4 - nearY] - fromFarY) * inverseY;
    let leftKey = 0;
    let far = limit;
    if (enterLeftX > leftKey) leftKey = enterLeftX;
    if (enterLeftY > leftKey) leftKey = enterLeftY;
    if (leaveLeftX < far) far = leaveLeftX;
    if (leaveLeftY < far) far = leaveLeftY;
    if (!(leftKey <= far * WALK_ROUNDING)) leftKey = Infinity;
    const enterRightX = (nodes[right + nearX] - fromNearX) * inverseX;
    const enterRightY = (nodes[right + nearY] - fromNearY) * inverseY;
    const leaveRightX = (nodes[right + 2 - nearX] - fromFarX) * inverseX;
    const leaveRightY = (nodes[right + 4 - nearY] - fromFarY) * inverseY;
    let rightKey = 0;
    far = limit;
    if (enterRightX > rightKey) rightKey = enterRightX;
    if (enterRightY > rightKey) rightKey = enterRightY;
    if (leaveRightX < far) far = leaveRightX;
    if (leaveRightY < far) far = leaveRightY;
    if (!(rightKey <= far * WALK_ROUNDING)) rightKey = Infinity;
    if (leftKey <= rightKey) {
      if (leftKey === Infinity) {
        walk.top = top;
        return -1;
      }
      node = left;
      if (rightKey === Infinity) continue;
      stack[top] = right;
      keys[top++] = rightKey;
    } else {
      node = right;
      if (leftKey === Infinity) continue;
      stack[top] = left;
      keys[top++] = leftKey;
    }
  }
  walk.top = top;
  return node;
}

/**
 * Writes the items of a leaf whose boxes are met, in order, and returns how many: by their quantised boxes, which lie
 * side by side.
 */
function meetCells(walk: CastWalk, bvh: Bvh, leaf: number): number {
  const { query, items, itemKeys } = walk;
  const nearX = walk.near[0];
  const nearY = walk.near[1] + 1;
  const { nodes, order, itemBoxes } = bvh;
  const end = nodes[leaf + NODE_STRIDE + NODE_FIRST];
  const fromNearX = query[CELL_NEAR];
  const fromNearY = query[CELL_NEAR + 1];
  const fromFarX = query[CELL_FAR];
  const fromFarY = query[CELL_FAR + 1];
  const inverseX = query[CELL_INVERSE];
  const inverseY = query[CELL_INVERSE + 1];
  const limit = query[WALK_LIMIT];
  let count = 0;
  for (let i = nodes[leaf + NODE_FIRST]; i < end; i++) {
    const box = ITEM_BOX_STRIDE * i;
    const enterX = (itemBoxes[box + nearX] - fromNearX) * inverseX;
    const enterY = (itemBoxes[box + nearY] - fromNearY) * inverseY;
    const leaveX = (itemBoxes[box + 2 - nearX] - fromFarX) * inverseX;
    const leaveY = (itemBoxes[box + 4 - nearY] - fromFarY) * inverseY;
    let near = 0;
    let far = limit;
    if (enterX > near) near = enterX;
    if (enterY > near) near = enterY;
    if (leaveX < far) far = leaveX;
    if (leaveY < far) far = leaveY;
    if (!(near <= far * WALK_ROUNDING)) continue;
    itemKeys[count] = near;
    items[count] = order[i];
    putInOrder(walk, count++);
  }
  return count;
}

const cells: CastCells = { descend: descendBoxes, meet: meetCells };

/** Makes a walk for casts in hierarchies of the plane. */
export function createCastWalk(): CastWalk {
  return create(cells);
}
