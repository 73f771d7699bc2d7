import { CollisionError } from '../../core/errors.ts';
import { radixSort } from '../../core/radix-sort.ts';
import {
  BOUNDS_STRIDE,
  type Bvh,
  FRAME_ORIGIN_X,
  FRAME_ORIGIN_Y,
  FRAME_SCALE_X,
  FRAME_SCALE_Y,
  ITEM_BOX_STRIDE,
  ITEM_CIRCLE_STRIDE,
  LEAF_CAPACITY,
  NODE_FIRST,
  NODE_SKIP,
  NODE_STRIDE,
  quantise,
} from './bvh.ts';
import { fitItemCircles, fitNodeCircles } from './fit-circles.ts';
import {
  CELL_MAX,
  computeFrame,
  SORT_FRAME_LENGTH,
  SORT_ORIGIN_X,
  SORT_ORIGIN_Y,
  SORT_SCALE,
  scaleFor,
} from './frame.ts';

/**
 * How often a run of equal Morton codes may be sorted again in a frame of its own before it is cut in the middle. Each
 * time multiplies the resolution by up to 2^16, so 8 outlast every spread that f64 boxes can usefully have.
 */
const REFINEMENTS = 8;

/** Each refinement adds at most 32 levels, cutting in the middle at most 32 more: the stack cannot overflow. */
const STACK_STRIDE = 2;
const stack = new Int32Array(STACK_STRIDE * 32 * (REFINEMENTS + 2));

/** An internal node until its subtree is complete and its `skip` known. */
const OPEN = 0;

let keys = new Uint32Array(0);
let scratchKeys = new Uint32Array(0);
let scratchOrder = new Uint32Array(0);
const sortFrame = new Float64Array(SORT_FRAME_LENGTH);

/**
 * Builds the hierarchy anew over `items[0 .. count)`, whose boxes are `bounds[4 · item ..]` (minX, minY, maxX, maxY; may
 * be infinite; a box with NaN meets nothing). The tree depends on the boxes and on the order of
 * `items` only (ties go to the earlier), never on what the tree held before. Buffers are reused: a rebuild of the same
 * size allocates nothing.
 *
 * Items are sorted along a Morton curve and the sorted run is cut, top down, where the highest bit differs (Lauterbach
 * et al., Fast BVH Construction on GPUs, 2009). A run of more than a leaf's worth of equal codes is sorted again in a
 * frame of its own, which makes clusters and outliers of any ratio cost a second sort of that run and no more.
 *
 * @throws CollisionError `out-of-range` when `count` exceeds `items` or an item's box lies beyond `bounds`.
 */
export function buildBvh(bvh: Bvh, bounds: Float64Array, items: Uint32Array, count: number): void {
  if (count > items.length) {
    throw new CollisionError('out-of-range', `count is ${count}, but there are ${items.length} items`);
  }
  reserve(bvh, count);
  const largestItem = computeFrame(bvh.frame, sortFrame, bounds, items, count);
  if (BOUNDS_STRIDE * (largestItem + 1) > bounds.length) {
    throw new CollisionError('out-of-range', `item ${largestItem} has no box: bounds hold ${bounds.length} numbers`);
  }
  bvh.itemCount = count;
  const order = bvh.order;
  for (let i = 0; i < count; i++) order[i] = items[i]!;
  assignKeys(bounds, order, 0, count);
  radixSort(keys, order, scratchKeys, scratchOrder, 0, count);

  splitNodes(bvh, bounds);
  if (bvh.kind === 'box') {
    fitItemBoxes(bvh, bounds);
    fitNodeBoxes(bvh);
  } else {
    fitItemCircles(bvh, bounds);
    fitNodeCircles(bvh);
  }
}

function grownLength(have: number, need: number): number {
  return have === 0 ? need : Math.max(need, Math.ceil(have * 1.5));
}

function reserve(bvh: Bvh, count: number): void {
  if (keys.length < count) {
    const length = grownLength(keys.length, count);
    keys = new Uint32Array(length);
    scratchKeys = new Uint32Array(length);
    scratchOrder = new Uint32Array(length);
  }
  if (bvh.order.length < count) {
    const length = grownLength(bvh.order.length, count);
    bvh.order = new Uint32Array(length);
    if (bvh.kind === 'box') bvh.itemBoxes = new Int32Array(ITEM_BOX_STRIDE * length);
    else bvh.itemCircles = new Float32Array(ITEM_CIRCLE_STRIDE * length);
    // Scattered items need 0.35 to 0.4 nodes each; the rest of what is reserved keeps rebuilds free of growth.
    growNodes(bvh, NODE_STRIDE * (Math.ceil(length / 2) + 16));
  }
}

function growNodes(bvh: Bvh, length: number): Int32Array {
  if (bvh.nodes.length < length) {
    const nodes = new Int32Array(length);
    nodes.set(bvh.nodes);
    bvh.nodes = nodes;
    bvh.nodeCircles = new Float32Array(nodes.buffer);
  }
  return bvh.nodes;
}

/** Sets `keys` of a run to the Morton codes of its boxes' centres in `sortFrame`. */
function assignKeys(bounds: Float64Array, order: Uint32Array, start: number, end: number): void {
  const originX = sortFrame[SORT_ORIGIN_X]!;
  const originY = sortFrame[SORT_ORIGIN_Y]!;
  const scale = sortFrame[SORT_SCALE]!;
  const codes = keys;
  for (let i = start; i < end; i++) {
    const box = BOUNDS_STRIDE * order[i]!;
    const x = (bounds[box]! + bounds[box + 2]! - originX) * scale;
    const y = (bounds[box + 1]! + bounds[box + 3]! - originY) * scale;
    // The comparisons are false for NaN, which lands in cell 0.
    let cellX = x > CELL_MAX ? CELL_MAX : x > 0 ? x | 0 : 0;
    let cellY = y > CELL_MAX ? CELL_MAX : y > 0 ? y | 0 : 0;
    cellX = (cellX | (cellX << 8)) & 0x00ff00ff;
    cellY = (cellY | (cellY << 8)) & 0x00ff00ff;
    cellX = (cellX | (cellX << 4)) & 0x0f0f0f0f;
    cellY = (cellY | (cellY << 4)) & 0x0f0f0f0f;
    cellX = (cellX | (cellX << 2)) & 0x33333333;
    cellY = (cellY | (cellY << 2)) & 0x33333333;
    cellX = (cellX | (cellX << 1)) & 0x55555555;
    cellY = (cellY | (cellY << 1)) & 0x55555555;
    codes[i] = cellX | (cellY << 1);
  }
}

/** Writes the topology in pre-order: `first` of every node, `skip` of the leaves, OPEN for the rest. */
function splitNodes(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  const codes = keys;
  let nodes = bvh.nodes;
  let node = 0;
  let top = 0;
  let depth = 0;
  let start = 0;
  let end = count;
  let refinements = 0;
  while (start < count) {
    // Descend to the leftmost leaf of the run, leaving the right halves on the stack.
    while (end - start > LEAF_CAPACITY) {
      if (node + 2 * NODE_STRIDE > nodes.length) nodes = growNodes(bvh, 2 * nodes.length);
      nodes[node + NODE_SKIP] = OPEN;
      nodes[node + NODE_FIRST] = start;
      node += NODE_STRIDE;
      let difference = codes[start]! ^ codes[end - 1]!;
      while (difference === 0 && refinements < REFINEMENTS) {
        refinements = refineRun(bvh.order, bounds, start, end) ? refinements + 1 : REFINEMENTS;
        difference = codes[start]! ^ codes[end - 1]!;
      }
      const middle =
        difference === 0 ? start + ((end - start) >> 1) : findSplit(codes, start, end, 31 - Math.clz32(difference));
      stack[top] = end;
      stack[top + 1] = refinements;
      top += STACK_STRIDE;
      if (top > depth) depth = top;
      end = middle;
    }
    if (node + 2 * NODE_STRIDE > nodes.length) nodes = growNodes(bvh, 2 * nodes.length);
    nodes[node + NODE_SKIP] = node + NODE_STRIDE;
    nodes[node + NODE_FIRST] = start;
    node += NODE_STRIDE;
    start = end;
    if (top > 0) {
      top -= STACK_STRIDE;
      end = stack[top]!;
      refinements = stack[top + 1]!;
    }
  }
  // The sentinel: where a walk stops, and where the last leaf's items end.
  nodes[node + NODE_SKIP] = node;
  nodes[node + NODE_FIRST] = count;
  bvh.nodeEnd = node;
  bvh.depth = depth / STACK_STRIDE;
}

/** The first position whose code has the given bit, the highest in which the run differs. */
function findSplit(codes: Uint32Array, start: number, end: number, bit: number): number {
  let low = start;
  let high = end - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((codes[middle]! >>> bit) & 1) high = middle;
    else low = middle;
  }
  return high;
}

/** Sorts a run of equal codes again in the frame of its own centres; false when they all coincide. */
function refineRun(order: Uint32Array, bounds: Float64Array, start: number, end: number): boolean {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = start; i < end; i++) {
    const box = BOUNDS_STRIDE * order[i]!;
    const x = bounds[box]! + bounds[box + 2]!;
    const y = bounds[box + 1]! + bounds[box + 3]!;
    if (x < minX && x > -Infinity) minX = x;
    if (x > maxX && x < Infinity) maxX = x;
    if (y < minY && y > -Infinity) minY = y;
    if (y > maxY && y < Infinity) maxY = y;
  }
  const scale = scaleFor(Math.max(maxX - minX, maxY - minY), CELL_MAX);
  if (scale === 0) return false;
  sortFrame[SORT_ORIGIN_X] = minX;
  sortFrame[SORT_ORIGIN_Y] = minY;
  sortFrame[SORT_SCALE] = scale;
  assignKeys(bounds, order, start, end);
  radixSort(keys, order, scratchKeys, scratchOrder, start, end);
  return true;
}

function fitItemBoxes(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  const order = bvh.order;
  const boxes = bvh.itemBoxes;
  const frame = bvh.frame;
  const originX = frame[FRAME_ORIGIN_X]!;
  const originY = frame[FRAME_ORIGIN_Y]!;
  const scaleX = frame[FRAME_SCALE_X]!;
  const scaleY = frame[FRAME_SCALE_Y]!;
  for (let i = 0; i < count; i++) {
    const from = BOUNDS_STRIDE * order[i]!;
    const to = ITEM_BOX_STRIDE * i;
    boxes[to] = quantise(bounds[from]!, originX, scaleX);
    boxes[to + 1] = quantise(bounds[from + 1]!, originY, scaleY);
    boxes[to + 2] = quantise(bounds[from + 2]!, originX, scaleX);
    boxes[to + 3] = quantise(bounds[from + 3]!, originY, scaleY);
  }
}

/** Unites boxes from the last node to the root, children before parents, and closes the open nodes' `skip`. */
function fitNodeBoxes(bvh: Bvh): void {
  const nodes = bvh.nodes;
  const boxes = bvh.itemBoxes;
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    let minX: number;
    let minY: number;
    let maxX: number;
    let maxY: number;
    if (nodes[node + NODE_SKIP] === OPEN) {
      const left = node + NODE_STRIDE;
      const right = nodes[left + NODE_SKIP]!;
      minX = Math.min(nodes[left]!, nodes[right]!);
      minY = Math.min(nodes[left + 1]!, nodes[right + 1]!);
      maxX = Math.max(nodes[left + 2]!, nodes[right + 2]!);
      maxY = Math.max(nodes[left + 3]!, nodes[right + 3]!);
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP]!;
    } else {
      let box = ITEM_BOX_STRIDE * nodes[node + NODE_FIRST]!;
      const end = ITEM_BOX_STRIDE * nodes[node + NODE_STRIDE + NODE_FIRST]!;
      minX = boxes[box]!;
      minY = boxes[box + 1]!;
      maxX = boxes[box + 2]!;
      maxY = boxes[box + 3]!;
      for (box += ITEM_BOX_STRIDE; box < end; box += ITEM_BOX_STRIDE) {
        minX = Math.min(minX, boxes[box]!);
        minY = Math.min(minY, boxes[box + 1]!);
        maxX = Math.max(maxX, boxes[box + 2]!);
        maxY = Math.max(maxY, boxes[box + 3]!);
      }
    }
    nodes[node] = minX;
    nodes[node + 1] = minY;
    nodes[node + 2] = maxX;
    nodes[node + 3] = maxY;
  }
}
