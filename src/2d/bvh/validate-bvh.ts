import { CollisionError } from '../../core/errors.ts';
import { EPSILON } from '../../core/tolerance.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  cellAt,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  ITEM_BOX_STRIDE,
  ITEM_CIRCLE_STRIDE,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
} from './bvh.ts';

/**
 * Throws unless the tree is sound: `skip` and `first` describe one binary tree in pre-order, every item of
 * `items[0 .. count)` lies in exactly one leaf, every item's volume covers its box in `bounds`, and every node's
 * volume covers its children (a circle: the items below it). For tests and debugging; allocates.
 *
 * Derived here: the invariants that `buildBvh` promises, one by one.
 *
 * @throws CollisionError `broken-invariant`, naming the node or item.
 */
export function validateBvh(bvh: Bvh, bounds: Float64Array, items: Uint32Array, count: number): void {
  if (bvh.itemCount !== count) fail(`the tree holds ${bvh.itemCount} items, not ${count}`);
  validateItems(bvh, items, count);
  validateTopology(bvh);
  for (let position = 0; position < count; position++) {
    if (bvh.kind === 'box') validateItemBox(bvh, position, bounds);
    else requireBoxInCircle(bvh, bvh.itemCircles, ITEM_CIRCLE_STRIDE * position, bvh.order[position], bounds);
  }
  for (let node = 0; node < bvh.nodeEnd; node += NODE_STRIDE) validateNode(bvh, node, bounds);
}

function fail(message: string): never {
  throw new CollisionError('broken-invariant', `bvh: ${message}`);
}

function validateItems(bvh: Bvh, items: Uint32Array, count: number): void {
  const missing = new Map<number, number>();
  for (let i = 0; i < count; i++) missing.set(items[i], (missing.get(items[i]) ?? 0) + 1);
  for (let position = 0; position < count; position++) {
    const item = bvh.order[position];
    const left = missing.get(item) ?? 0;
    if (left === 0) fail(`item ${item} at position ${position} is doubled or was never given`);
    if (left === 1) missing.delete(item);
    else missing.set(item, left - 1);
  }
  for (const item of missing.keys()) fail(`item ${item} is missing`);
}

/** Follows the children from the root, so that every `skip` is checked against what its subtree really spans. */
function validateTopology(bvh: Bvh): void {
  const nodes = bvh.nodes;
  if (bvh.nodeEnd === 0) {
    if (bvh.itemCount > 0) fail(`${bvh.itemCount} items, but no node`);
    return;
  }
  if (nodes[NODE_SKIP] !== bvh.nodeEnd) fail(`the root ends at ${nodes[NODE_SKIP]}, the nodes at ${bvh.nodeEnd}`);
  if (nodes[bvh.nodeEnd + NODE_FIRST] !== bvh.itemCount) fail('the sentinel does not hold the item count');
  const expected = [0];
  let levels = 0;
  let position = 0;
  for (let node = 0; node < bvh.nodeEnd; node += NODE_STRIDE) {
    if (expected.pop() !== node) fail(`node ${node} is nobody's child`);
    if (nodes[node + NODE_FIRST] !== position)
      fail(`node ${node} starts at ${nodes[node + NODE_FIRST]}, not ${position}`);
    const skip = nodes[node + NODE_SKIP];
    const left = node + NODE_STRIDE;
    if (skip === left) {
      const size = nodes[left + NODE_FIRST] - position;
      if (!(size >= 1 && size <= LEAF_CAPACITY)) fail(`leaf ${node} holds ${size} items`);
      position += size;
      continue;
    }
    const right = nodes[left + NODE_SKIP];
    if (!(right > left && right < skip && right % NODE_STRIDE === 0)) fail(`node ${node}: the right child is ${right}`);
    if (nodes[right + NODE_SKIP] !== skip) fail(`node ${node} ends at ${skip}, its right child elsewhere`);
    expected.push(right, left);
    levels = Math.max(levels, expected.length - 1);
  }
  if (expected.length > 0) fail(`node ${expected.pop()} is missing`);
  if (position !== bvh.itemCount) fail(`the leaves hold ${position} items of ${bvh.itemCount}`);
  if (levels > bvh.depth) fail(`a walk may put off ${levels} nodes, but the depth says ${bvh.depth}`);
}

function validateItemBox(bvh: Bvh, position: number, bounds: Float64Array): void {
  const frame = bvh.frame;
  const item = bvh.order[position];
  const box = BOUNDS_STRIDE * item;
  const isBox = bounds[box] <= bounds[box + 2] && bounds[box + 1] <= bounds[box + 3];
  for (let side = 0; side < 4; side++) {
    const axis = side & 1;
    const value = bounds[box + side];
    const insideOut = side < 2 ? QUANTISED_MAX : 0;
    const cell = isBox ? cellAt(frame, axis, bounds, box + side) : insideOut;
    const have = bvh.itemBoxes[ITEM_BOX_STRIDE * position + side];
    if (have !== cell) fail(`item ${item}: side ${side} is cell ${have}, its bound ${value} is ${cell}`);
  }
}

/** The circle must reach the farthest corner of an item; differences of distant coordinates round, hence the slack. */
function requireBoxInCircle(bvh: Bvh, circles: Float32Array, circle: number, item: number, bounds: Float64Array): void {
  const box = BOUNDS_STRIDE * item;
  const radius = circles[circle + 2];
  if (radius === Infinity) return;
  const x = circles[circle] + bvh.frame[FRAME_ORIGIN_X];
  const y = circles[circle + 1] + bvh.frame[FRAME_ORIGIN_Y];
  const dx = Math.max(Math.abs(bounds[box] - x), Math.abs(bounds[box + 2] - x));
  const dy = Math.max(Math.abs(bounds[box + 1] - y), Math.abs(bounds[box + 3] - y));
  const slack = 4 * EPSILON * (Math.abs(x) + Math.abs(y));
  if (!(Math.sqrt(dx * dx + dy * dy) <= radius + slack)) fail(`item ${item} leaves the circle at ${circle}`);
}

function validateNode(bvh: Bvh, node: number, bounds: Float64Array): void {
  const nodes = bvh.nodes;
  const skip = nodes[node + NODE_SKIP];
  const left = node + NODE_STRIDE;
  const first = nodes[node + NODE_FIRST];
  const end = nodes[skip + NODE_FIRST];
  if (bvh.kind === 'sphere') {
    // A circle covers the items below it, not always the circles between.
    for (let i = first; i < end; i++) requireBoxInCircle(bvh, bvh.nodeCircles, node, bvh.order[i], bounds);
  } else if (skip === left) {
    for (let i = first; i < end; i++) requireBoxInside(nodes, node, bvh.itemBoxes, ITEM_BOX_STRIDE * i);
  } else {
    requireBoxInside(nodes, node, nodes, left);
    requireBoxInside(nodes, node, nodes, nodes[left + NODE_SKIP]);
  }
}

function requireBoxInside(nodes: Int32Array, node: number, boxes: Int32Array, box: number): void {
  const inside =
    nodes[node] <= boxes[box] &&
    nodes[node + 1] <= boxes[box + 1] &&
    nodes[node + 2] >= boxes[box + 2] &&
    nodes[node + 3] >= boxes[box + 3];
  if (!inside) fail(`node ${node} does not contain its part at ${box}`);
}
