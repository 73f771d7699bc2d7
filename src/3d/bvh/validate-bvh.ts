import { CollisionError } from '../../core/errors.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { isBox } from './bounds-overlap.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_ORIGIN,
  FRAME_SCALE,
  ITEM_BOX_STRIDE,
  ITEM_SPHERE_STRIDE,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  QUANTISED_MAX,
  quantise,
} from './bvh.ts';

/**
 * Throws unless the tree is sound: `skip` and `first` describe one binary tree in pre-order, every item of
 * `items[0 .. count)` lies in exactly one leaf, every item's volume covers its box in `bounds`, and every node's volume
 * covers its children. For tests and debugging; allocates.
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
    else validateItemSphere(bvh, position, bounds);
  }
  for (let node = 0; node < bvh.nodeEnd; node += NODE_STRIDE) validateNode(bvh, node);
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
    if (nodes[node + NODE_FIRST] !== position) fail(`node ${node} starts at ${nodes[node + NODE_FIRST]}`);
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
  const item = bvh.order[position];
  const box = BOUNDS_STRIDE * item;
  for (let side = 0; side < 6; side++) {
    const axis = side % 3;
    const value = bounds[box + side];
    const insideOut = side < 3 ? QUANTISED_MAX : 0;
    const cell = quantise(value, bvh.frame[FRAME_ORIGIN + axis], bvh.frame[FRAME_SCALE + axis]);
    const expected = isBox(bounds, box) ? cell : insideOut;
    const have = bvh.itemBoxes[ITEM_BOX_STRIDE * position + side];
    if (have !== expected) fail(`item ${item}: side ${side} is cell ${have}, its bound ${value} is ${expected}`);
  }
}

/** The sphere must reach the farthest corner; differences of distant coordinates round, hence the slack. */
function validateItemSphere(bvh: Bvh, position: number, bounds: Float64Array): void {
  const box = BOUNDS_STRIDE * bvh.order[position];
  const sphere = ITEM_SPHERE_STRIDE * position;
  const radius = bvh.itemSpheres[sphere + 3];
  if (radius === Infinity) return;
  let squared = 0;
  let slack = 0;
  for (let axis = 0; axis < 3; axis++) {
    const centre = bvh.itemSpheres[sphere + axis] + bvh.frame[FRAME_ORIGIN + axis];
    const gap = Math.max(Math.abs(bounds[box + axis] - centre), Math.abs(bounds[box + 3 + axis] - centre));
    squared += gap * gap;
    slack += 4 * EPSILON * Math.abs(centre);
  }
  if (!(Math.sqrt(squared) <= radius + slack)) fail(`item ${bvh.order[position]} leaves its sphere`);
}

function validateNode(bvh: Bvh, node: number): void {
  const nodes = bvh.nodes;
  const left = node + NODE_STRIDE;
  if (nodes[node + NODE_SKIP] !== left) {
    const right = nodes[left + NODE_SKIP];
    if (bvh.kind === 'box') {
      requireBoxInside(nodes, node, nodes, left);
      requireBoxInside(nodes, node, nodes, right);
    } else {
      requireSphereInside(bvh.nodeSpheres, node, bvh.nodeSpheres, left);
      requireSphereInside(bvh.nodeSpheres, node, bvh.nodeSpheres, right);
    }
    return;
  }
  for (let position = nodes[node + NODE_FIRST]; position < nodes[left + NODE_FIRST]; position++) {
    if (bvh.kind === 'box') requireBoxInside(nodes, node, bvh.itemBoxes, ITEM_BOX_STRIDE * position);
    else requireSphereInside(bvh.nodeSpheres, node, bvh.itemSpheres, ITEM_SPHERE_STRIDE * position);
  }
}

function requireBoxInside(nodes: Int32Array, node: number, boxes: Int32Array, box: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (!(nodes[node + axis] <= boxes[box + axis] && nodes[node + 3 + axis] >= boxes[box + 3 + axis])) {
      fail(`node ${node} does not contain its part at ${box}`);
    }
  }
}

function requireSphereInside(nodes: Float32Array, node: number, spheres: Float32Array, sphere: number): void {
  const dx = spheres[sphere] - nodes[node];
  const dy = spheres[sphere + 1] - nodes[node + 1];
  const dz = spheres[sphere + 2] - nodes[node + 2];
  const farSide = Math.sqrt(dx * dx + dy * dy + dz * dz) + spheres[sphere + 3];
  if (!(farSide <= nodes[node + 3] * (1 + 8 * EPSILON))) fail(`sphere ${node} does not contain its part at ${sphere}`);
}
