import { CollisionError } from '../errors.ts';
import { EPSILON } from '../tolerance.ts';
import { isValidBox } from './bounds-overlap.ts';
import { type BoxColumn, type Bvh, cellAt, LEAF_CAPACITY, QUANTISED_MAX, sphereOf } from './bvh.ts';

/**
 * Throws unless the tree is sound: `skip` and `first` describe one binary tree in pre-order, every item of
 * `items[0 .. count)` lies in exactly one leaf, every item's volume covers its box in `bounds`, and every node's
 * volume covers its children (a circle or sphere: the items below it). For tests and debugging; allocates.
 *
 * Derived here: the invariants that `buildBvh` promises, one by one.
 *
 * @throws CollisionError `broken-invariant`, naming the node or item.
 */
export function validateBvh(bvh: Bvh, bounds: BoxColumn, items: Uint32Array, count: number): void {
  if (bvh.itemCount !== count) fail(`the tree holds ${bvh.itemCount} items, not ${count}`);
  const { axes } = bvh.routines;
  validateItems(bvh, items, count);
  validateTopology(bvh);
  for (let position = 0; position < count; position++) {
    if (bvh.kind === 'aabb') validateItemBox(bvh, position, bounds);
    else requireBoxInSphere(bvh, bvh.itemSpheres, (axes + 1) * position, bvh.order[position], bounds);
  }
  for (let node = 0; node < bvh.nodeEnd; node += 2 * axes + 2) validateNode(bvh, node, bounds);
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
  const { nodes, nodeEnd, itemCount } = bvh;
  if (nodeEnd === 0) {
    if (itemCount > 0) fail(`${itemCount} items, but no node`);
    return;
  }
  const toSkip = 2 * bvh.routines.axes;
  const toFirst = toSkip + 1;
  const stride = toSkip + 2;
  if (nodes[toSkip] !== nodeEnd) fail(`the root ends at ${nodes[toSkip]}, the nodes at ${nodeEnd}`);
  if (nodes[nodeEnd + toFirst] !== itemCount) fail('the sentinel does not hold the item count');
  const expected = [0];
  const levelOf = new Map([[0, 0]]);
  let levels = 0;
  let position = 0;
  for (let node = 0; node < nodeEnd; node += stride) {
    if (expected.pop() !== node) fail(`node ${node} has no parent`);
    const first = nodes[node + toFirst];
    if (first !== position) fail(`node ${node} starts at ${first}, not ${position}`);
    const skip = nodes[node + toSkip];
    const left = node + stride;
    if (skip === left) {
      const size = nodes[left + toFirst] - position;
      if (!(size >= 1 && size <= LEAF_CAPACITY)) fail(`leaf ${node} holds ${size} items`);
      position += size;
      continue;
    }
    const right = nodes[left + toSkip];
    if (!(right > left && right < skip && right % stride === 0)) fail(`node ${node}: the right child is ${right}`);
    if (nodes[right + toSkip] !== skip) fail(`node ${node} ends at ${skip}, its right child elsewhere`);
    expected.push(right, left);
    const level = (levelOf.get(node) ?? 0) + 1;
    levelOf.set(left, level).set(right, level);
    levels = Math.max(levels, level);
  }
  if (expected.length > 0) fail(`node ${expected.pop()} is missing`);
  if (position !== itemCount) fail(`the leaves hold ${position} items of ${itemCount}`);
  if (levels !== bvh.depth) fail(`there are ${levels} levels below the root, but the depth says ${bvh.depth}`);
}

function validateItemBox(bvh: Bvh, position: number, bounds: BoxColumn): void {
  const { axes } = bvh.routines;
  const item = bvh.order[position];
  const box = 2 * axes * item;
  const isValid = isValidBox(bounds, axes, box);
  for (let side = 0; side < 2 * axes; side++) {
    const insideOut = side < axes ? QUANTISED_MAX : 0;
    const cell = isValid ? cellAt(bvh.frame, side % axes, bounds, box + side) : insideOut;
    const have = bvh.itemBoxes[2 * axes * position + side];
    if (have !== cell) fail(`item ${item}: side ${side} is cell ${have}, its bound ${bounds[box + side]} is ${cell}`);
  }
}

/**
 * Requires that a sphere reaches the farthest corner of an item; with slack, as differences of distant coordinates are
 * rounded.
 */
function requireBoxInSphere(bvh: Bvh, spheres: Float64Array, sphere: number, item: number, bounds: BoxColumn): void {
  const { axes } = bvh.routines;
  const radius = spheres[sphere + axes];
  const box = 2 * axes * item;
  // An invalid box meets nothing.
  if (radius === Infinity || !isValidBox(bounds, axes, box)) return;
  let squared = 0;
  let slack = 0;
  for (let axis = 0; axis < axes; axis++) {
    const centre = spheres[sphere + axis];
    squared += Math.max(Math.abs(bounds[box + axis] - centre), Math.abs(bounds[box + axes + axis] - centre)) ** 2;
    slack += 4 * EPSILON * Math.abs(centre);
  }
  if (!(Math.sqrt(squared) <= radius + slack)) fail(`item ${item} leaves the sphere at ${sphere}`);
}

function validateNode(bvh: Bvh, node: number, bounds: BoxColumn): void {
  const { nodes, order, routines } = bvh;
  const { axes } = routines;
  const toSkip = 2 * axes;
  const toFirst = toSkip + 1;
  const skip = nodes[node + toSkip];
  const left = node + toSkip + 2;
  const first = nodes[node + toFirst];
  const end = nodes[skip + toFirst];
  if (bvh.kind === 'sphere') {
    // A sphere covers the items below it, not always the spheres between.
    for (let i = first; i < end; i++) requireBoxInSphere(bvh, bvh.nodeSpheres, sphereOf(node), order[i], bounds);
  } else if (skip === left) {
    for (let i = first; i < end; i++) requireBoxInside(nodes, node, bvh.itemBoxes, 2 * axes * i, axes);
  } else {
    requireBoxInside(nodes, node, nodes, left, axes);
    requireBoxInside(nodes, node, nodes, nodes[left + toSkip], axes);
  }
}

function requireBoxInside(nodes: Int32Array, node: number, boxes: Int32Array, box: number, axes: number): void {
  for (let axis = 0; axis < axes; axis++) {
    if (nodes[node + axis] <= boxes[box + axis] && nodes[node + axes + axis] >= boxes[box + axes + axis]) continue;
    fail(`node ${node} does not contain its part at ${box}`);
  }
}
