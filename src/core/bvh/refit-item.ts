import { type Bvh, cellAt, FRAME_HIGH, FRAME_LOW, FRAME_VOIDS, sphereOf } from './bvh.ts';
import { boundItem, LARGEST_SPHERE, SPHERE_ROUNDING, writeSphere } from './fit-spheres.ts';
import { noteClamped } from './frame.ts';

/** By item: its place in `order`. A place that holds another item shows that the tree has been built since. */
const positions = new WeakMap<Bvh, Int32Array>();

const NOWHERE = -1;

/** The quantised box of an item. */
const cells = new Int32Array(6);

/**
 * Moves one item of a tree to its new box in `bounds`, without a rebuild: the item's own volume is made anew, those of
 * the nodes above it grow to cover it. Nothing shrinks, so a tree is slower after many items have moved far, until it
 * is built again. Returns whether the tree holds the item. The first call after a build looks at all items.
 */
export function refitItem(bvh: Bvh, bounds: Float64Array, item: number): boolean {
  const position = positionOf(bvh, item);
  if (position === NOWHERE) return false;
  if (bvh.kind === 'aabb') refitBox(bvh, bounds, item, position);
  else refitSphere(bvh, bounds, item, position);
  return true;
}

function positionOf(bvh: Bvh, item: number): number {
  const known = positions.get(bvh);
  if (known !== undefined) {
    const position = item < known.length ? known[item] : NOWHERE;
    if (position !== NOWHERE && position < bvh.itemCount && bvh.order[position] === item) return position;
  }
  return findPosition(bvh, item, known);
}

/** Looks an item up that the table does not know, and writes the whole table if the tree holds it. */
function findPosition(bvh: Bvh, item: number, known: Int32Array | undefined): number {
  const { order, itemCount } = bvh;
  let found = NOWHERE;
  let largest = 0;
  for (let i = 0; i < itemCount; i++) {
    if (order[i] === item) found = i;
    if (order[i] > largest) largest = order[i];
  }
  if (found === NOWHERE) return NOWHERE;
  const table = known !== undefined && known.length > largest ? known : new Int32Array(largest + 1 + (largest >> 1));
  if (table !== known) positions.set(bvh, table.fill(NOWHERE));
  for (let i = 0; i < itemCount; i++) table[order[i]] = i;
  return found;
}

/** Returns the child of a node that holds a position; NOWHERE below a leaf. */
function nextBelow(bvh: Bvh, node: number, position: number): number {
  const { nodes } = bvh;
  const toSkip = 2 * bvh.routines.axes;
  const left = node + toSkip + 2;
  if (nodes[node + toSkip] === left) return NOWHERE;
  const right = nodes[left + toSkip];
  return nodes[right + toSkip + 1] <= position ? right : left;
}

function refitBox(bvh: Bvh, bounds: Float64Array, item: number, position: number): void {
  const { nodes, itemBoxes, frame } = bvh;
  const { axes } = bvh.routines;
  const box = 2 * axes * item;
  const own = 2 * axes * position;
  for (let axis = 0; axis < axes; axis++) {
    reachFrame(frame, axis, bounds, box + axis);
    reachFrame(frame, axis, bounds, box + axes + axis);
    cells[axis] = cellAt(frame, axis, bounds, box + axis);
    cells[axes + axis] = cellAt(frame, axis, bounds, box + axes + axis);
  }
  for (let side = 0; side < 2 * axes; side++) itemBoxes[own + side] = cells[side];
  if (cells[axes] < cells[0]) frame[FRAME_VOIDS] = 1;
  for (let node = 0; node !== NOWHERE; node = nextBelow(bvh, node, position)) {
    for (let axis = 0; axis < axes; axis++) {
      if (cells[axis] < nodes[node + axis]) nodes[node + axis] = cells[axis];
      if (cells[axes + axis] > nodes[node + axes + axis]) nodes[node + axes + axis] = cells[axes + axis];
    }
  }
}

/** Makes the frame say how far the tree reaches, and that cells are clamped, when a bound lies beyond it. */
function reachFrame(frame: Float64Array, axis: number, values: Float64Array, at: number): void {
  const x = values[at];
  if (x < frame[FRAME_LOW + axis]) frame[FRAME_LOW + axis] = x;
  if (x > frame[FRAME_HIGH + axis]) frame[FRAME_HIGH + axis] = x;
  noteClamped(frame, axis, values, at);
}

function refitSphere(bvh: Bvh, bounds: Float64Array, item: number, position: number): void {
  const { itemSpheres, nodeSpheres } = bvh;
  const { axes } = bvh.routines;
  const own = (axes + 1) * position;
  boundItem(bounds, axes, 2 * axes * item);
  writeSphere(itemSpheres, own, axes);
  for (let node = 0; node !== NOWHERE; node = nextBelow(bvh, node, position)) {
    growSphere(nodeSpheres, sphereOf(node), itemSpheres, own, axes);
  }
}

/** Makes a sphere cover another one about its own centre. */
function growSphere(spheres: Float64Array, at: number, others: Float64Array, other: number, axes: number): void {
  let squared = 0;
  for (let axis = 0; axis < axes; axis++) {
    const off = spheres[at + axis] - others[other + axis];
    squared += off * off;
  }
  const needed = (Math.sqrt(squared) + others[other + axes]) * (1 + SPHERE_ROUNDING);
  if (!(needed <= spheres[at + axes])) spheres[at + axes] = needed < LARGEST_SPHERE ? needed : Infinity;
}
