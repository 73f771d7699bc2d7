import { CollisionError } from '../../core/errors.ts';
import { BOUNDS_STRIDE, type Bvh, LEAF_CAPACITY, NODE_FIRST, NODE_OPEN, NODE_SKIP, NODE_STRIDE } from './bvh.ts';
import { curveGrid, gridBits, reserveCells, sortAlongCurve } from './curve-grid.ts';
import { computeFrame, SORT_FRAME_LENGTH, SORT_ORIGIN_X, SORT_ORIGIN_Y, SORT_WIDTH_X, SORT_WIDTH_Y } from './frame.ts';

/** How often the items of a crowded cell may be sorted again in a grid of their own before they are halved blindly. */
const REFINEMENTS = 32;

/**
 * A right half put off: its end, and where in which grid it lies. Each of the nested grids has at most 20 bits and
 * each bit puts off one, halving blindly at most 32 more: the stack cannot overflow.
 */
const STACK_STRIDE = 5;
const stack = new Int32Array(STACK_STRIDE * (20 * (REFINEMENTS + 1) + 32));
/** How high the stack has been in this build. */
const stackPeak = new Int32Array(1);

let scratchOrder = new Uint32Array(0);
const sortFrame = new Float64Array(SORT_FRAME_LENGTH);

/**
 * Builds the hierarchy anew over `items[0 .. count)`, whose boxes are `bounds[4 · item ..]` (minX, minY, maxX, maxY; may
 * be infinite; a box with NaN meets nothing). The tree depends on the boxes and on the order of
 * `items` only (ties go to the earlier), never on what the tree held before. Buffers are reused: a rebuild of the same
 * size allocates nothing.
 *
 * Items are sorted along a Morton curve and the run is cut, top down, where the curve's highest bit differs. The curve is
 * only as fine as leaves need it, and finer where items crowd: clusters and outliers of any ratio cost a second sort of that run and no more.
 *
 * Source: Lauterbach et al., Fast BVH Construction on GPUs, 2009.
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
  sortAlongCurve(bounds, sortFrame, items, bvh.order, 0, count, 0);
  stackPeak[0] = 0;
  closeNodes(bvh, splitNodes(bvh, bounds));
  bvh.routines.fit(bvh, bounds);
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
    bvh.routines.reserveItems(bvh, length);
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

/** Ends the nodes with the sentinel: where a walk stops, and where the last leaf's items end. */
function closeNodes(bvh: Bvh, end: number): void {
  const { nodes } = bvh;
  nodes[end + NODE_SKIP] = end;
  nodes[end + NODE_FIRST] = bvh.itemCount;
  bvh.nodeEnd = end;
  bvh.depth = stackPeak[0] / STACK_STRIDE;
}

/**
 * Writes the topology in pre-order: `first` of every node, `skip` of the leaves, OPEN for the rest. Returns where the nodes end;
 * nothing else may follow the loop, see sort-pairs.ts.
 */
function splitNodes(bvh: Bvh, bounds: Float64Array): number {
  const count = bvh.itemCount;
  let nodes = bvh.nodes;
  let ends = curveGrid.ends;
  let node = 0;
  let top = 0;
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
      nodes[node + NODE_SKIP] = NODE_OPEN;
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
      if (top > stackPeak[0]) stackPeak[0] = top;
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
  return node;
}

/** Sorts the run of a single cell again in the frame of its own centres; false when they all coincide. */
function refineRun(order: Uint32Array, bounds: Float64Array, start: number, end: number, base: number): boolean {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = start; i < end; i++) {
    const item = order[i];
    const box = BOUNDS_STRIDE * item;
    const x = bounds[box] + bounds[box + 2];
    const y = bounds[box + 1] + bounds[box + 3];
    scratchOrder[i] = item;
    if (x < minX && x > -Infinity) minX = x;
    if (x > maxX && x < Infinity) maxX = x;
    if (y < minY && y > -Infinity) minY = y;
    if (y > maxY && y < Infinity) maxY = y;
  }
  const widthX = maxX - minX;
  const widthY = maxY - minY;
  if (!(widthX > 0 || widthY > 0)) return false;
  sortFrame[SORT_ORIGIN_X] = minX;
  sortFrame[SORT_ORIGIN_Y] = minY;
  sortFrame[SORT_WIDTH_X] = Math.max(widthX, 0);
  sortFrame[SORT_WIDTH_Y] = Math.max(widthY, 0);
  sortAlongCurve(bounds, sortFrame, scratchOrder, order, start, end, base);
  return true;
}
