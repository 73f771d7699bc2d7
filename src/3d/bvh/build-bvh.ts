import { CollisionError } from '../../core/errors.ts';
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
import { curveGrid, gridBits, reserveCells, sortAlongCurve } from './curve-grid.ts';
import { fitItemSpheres, fitNodeSpheres } from './fit-spheres.ts';
import { computeFrame, SORT_FRAME_LENGTH, SORT_ORIGIN, SORT_WIDTH } from './frame.ts';

/** How often the items of a crowded cell may be sorted again in a grid of their own before they are halved blindly. */
const REFINEMENTS = 32;

/**
 * A right half put off: its end, and where in which grid it lies. Each of the nested grids has at most 20 bits and
 * each bit puts off one, halving blindly at most 32 more: the stack cannot overflow.
 */
const STACK_STRIDE = 5;
const stack = new Int32Array(STACK_STRIDE * (20 * (REFINEMENTS + 1) + 32));

/** An internal node until its subtree is complete and its `skip` known. */
const OPEN = 0;

let scratchOrder = new Uint32Array(0);
const sortFrame = new Float64Array(SORT_FRAME_LENGTH);

/**
 * Builds the hierarchy anew over `items[0 .. count)`, whose boxes are `bounds[6 · item ..]` (min, max; may be infinite; a
 * box with NaN meets nothing). The tree depends on the boxes and on the order of `items` only (ties go to the earlier),
 * never on what the tree held before. Buffers are reused: a rebuild of the same size allocates nothing.
 *
 * Items are sorted along a Morton curve and the run is cut, top down, where the curve's highest bit differs (Lauterbach
 * et al., Fast BVH Construction on GPUs, 2009). The curve is only as fine as leaves need it, and finer where items
 * crowd: clusters and outliers of any ratio cost a second sort of that run and no more.
 *
 * Source: Lauterbach et al., Fast BVH Construction on GPUs, 2009.
 *
 * @throws CollisionError `out-of-range` when `count` exceeds `items` or an item's box lies beyond `bounds`.
 */
export function buildBvh(bvh: Bvh, bounds: Float64Array, items: Uint32Array, count: number): void {
  requireItems(bounds, items, count);
  reserve(bvh, count);
  computeFrame(bvh.frame, sortFrame, bounds, items, count);
  bvh.itemCount = count;
  sortAlongCurve(bounds, sortFrame, items, bvh.order, 0, count, 0);
  splitNodes(bvh, bounds);
  if (bvh.kind === 'box') {
    fitItemBoxes(bvh, bounds);
    fitNodeBoxes(bvh);
  } else {
    fitItemSpheres(bvh, bounds);
    fitNodeSpheres(bvh);
  }
}

function requireItems(bounds: Float64Array, items: Uint32Array, count: number): void {
  if (count > items.length) {
    throw new CollisionError('out-of-range', `count is ${count}, but there are ${items.length} items`);
  }
  let largest = -1;
  for (let i = 0; i < count; i++) if (items[i] > largest) largest = items[i];
  if (BOUNDS_STRIDE * (largest + 1) > bounds.length) {
    throw new CollisionError('out-of-range', `item ${largest} has no box: bounds hold ${bounds.length} numbers`);
  }
}

function grownLength(have: number, need: number): number {
  return have === 0 ? need : Math.max(need, Math.ceil(have * 1.5));
}

function reserve(bvh: Bvh, count: number): void {
  reserveCells(count);
  if (scratchOrder.length < count) scratchOrder = new Uint32Array(grownLength(scratchOrder.length, count));
  if (bvh.order.length < count) {
    const length = grownLength(bvh.order.length, count);
    bvh.order = new Uint32Array(length);
    if (bvh.kind === 'box') bvh.itemBoxes = new Int32Array(ITEM_BOX_STRIDE * length);
    else bvh.itemSpheres = new Float32Array(ITEM_SPHERE_STRIDE * length);
    growNodes(bvh, NODE_STRIDE * (Math.ceil(length / 2) + 16));
  }
}

function growNodes(bvh: Bvh, length: number): Int32Array {
  if (bvh.nodes.length < length) {
    const nodes = new Int32Array(length);
    nodes.set(bvh.nodes);
    bvh.nodes = nodes;
    bvh.nodeSpheres = new Float32Array(nodes.buffer);
  }
  return bvh.nodes;
}

/** Writes the topology in pre-order: `first` of every node, `skip` of the leaves, OPEN for the rest. */
function splitNodes(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  let nodes = bvh.nodes;
  let ends = curveGrid.ends;
  let node = 0;
  let top = 0;
  let depth = 0;
  // The run at hand: its items, and the curve's prefix that holds them as its first cell and the bits left to split.
  let start = 0;
  let end = count;
  let cell = 0;
  let bits = gridBits(count);
  let nextBase = 1 << bits;
  let refinements = 0;
  while (start < count) {
    // Descend to the leftmost leaf of the run, putting off the right halves.
    while (end - start > LEAF_CAPACITY) {
      if (node + 2 * NODE_STRIDE > nodes.length) nodes = growNodes(bvh, 2 * nodes.length);
      nodes[node + NODE_SKIP] = OPEN;
      nodes[node + NODE_FIRST] = start;
      node += NODE_STRIDE;
      let middle = start;
      for (;;) {
        while (bits > 0) {
          bits--;
          middle = ends[cell + (1 << bits) - 1];
          if (middle === start) cell += 1 << bits;
          else if (middle < end) break;
        }
        if (middle > start && middle < end) break;
        if (refinements === REFINEMENTS || !refineRun(bvh.order, bounds, start, end, nextBase)) {
          refinements = REFINEMENTS;
          middle = (start + end) >> 1;
          break;
        }
        refinements++;
        ends = curveGrid.ends;
        bits = gridBits(end - start);
        cell = nextBase;
        nextBase += 1 << bits;
        middle = start;
      }
      stack[top] = end;
      stack[top + 1] = cell + (1 << bits);
      stack[top + 2] = bits;
      stack[top + 3] = nextBase;
      stack[top + 4] = refinements;
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
      end = stack[top];
      cell = stack[top + 1];
      bits = stack[top + 2];
      nextBase = stack[top + 3];
      refinements = stack[top + 4];
    }
  }
  // The sentinel: where a walk stops, and where the last leaf's items end.
  nodes[node + NODE_SKIP] = node;
  nodes[node + NODE_FIRST] = count;
  bvh.nodeEnd = node;
  bvh.depth = depth / STACK_STRIDE;
}

/** Sorts the run of a single cell again in the frame of its own centres; false when they all coincide. */
function refineRun(order: Uint32Array, bounds: Float64Array, start: number, end: number, base: number): boolean {
  let widest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = start; i < end; i++) {
      const box = BOUNDS_STRIDE * order[i] + axis;
      const centre = bounds[box] + bounds[box + 3];
      if (centre < min && centre > -Infinity) min = centre;
      if (centre > max && centre < Infinity) max = centre;
    }
    sortFrame[SORT_ORIGIN + axis] = min;
    sortFrame[SORT_WIDTH + axis] = Math.max(max - min, 0);
    if (max - min > widest) widest = max - min;
  }
  if (!(widest > 0)) return false;
  for (let i = start; i < end; i++) scratchOrder[i] = order[i];
  sortAlongCurve(bounds, sortFrame, scratchOrder, order, start, end, base);
  return true;
}

/** Writes the items' quantised boxes, inside out where there is no box. */
function fitItemBoxes(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  const order = bvh.order;
  const boxes = bvh.itemBoxes;
  for (let axis = 0; axis < 3; axis++) {
    const origin = bvh.frame[FRAME_ORIGIN + axis];
    const scale = bvh.frame[FRAME_SCALE + axis];
    for (let i = 0; i < count; i++) {
      const from = BOUNDS_STRIDE * order[i];
      const to = ITEM_BOX_STRIDE * i + axis;
      const valid = isBox(bounds, from);
      boxes[to] = valid ? quantise(bounds[from + axis], origin, scale) : QUANTISED_MAX;
      boxes[to + 3] = valid ? quantise(bounds[from + 3 + axis], origin, scale) : 0;
    }
  }
}

/** Unites boxes from the last node to the root, children before parents, and closes the open nodes' `skip`. */
function fitNodeBoxes(bvh: Bvh): void {
  const nodes = bvh.nodes;
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    const left = node + NODE_STRIDE;
    if (nodes[node + NODE_SKIP] === OPEN) {
      const right = nodes[left + NODE_SKIP];
      for (let axis = 0; axis < 3; axis++) {
        nodes[node + axis] = smaller(nodes[left + axis], nodes[right + axis]);
        nodes[node + 3 + axis] = larger(nodes[left + 3 + axis], nodes[right + 3 + axis]);
      }
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP];
    } else {
      boundItems(nodes, node, bvh.itemBoxes, nodes[node + NODE_FIRST], nodes[left + NODE_FIRST]);
    }
  }
}

function boundItems(nodes: Int32Array, node: number, boxes: Int32Array, first: number, end: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = QUANTISED_MAX;
    let max = 0;
    for (let i = first; i < end; i++) {
      min = smaller(min, boxes[ITEM_BOX_STRIDE * i + axis]);
      max = larger(max, boxes[ITEM_BOX_STRIDE * i + 3 + axis]);
    }
    nodes[node + axis] = min;
    nodes[node + 3 + axis] = max;
  }
}

/** The smaller of two quantised coordinates without a branch, which no processor could predict. */
function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}

function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (a - (difference & (difference >> 31))) | 0;
}
