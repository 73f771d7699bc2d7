import { CollisionError } from '../errors.ts';
import { grownCapacity, lengthened, NO_NUMBERS, reserve as reserveNumbers } from '../typed-array.ts';
import { type BoxColumn, type Bvh, FRAME_LENGTH, LEAF_CAPACITY, NO_FRAME, NODE_OPEN, sphereOf } from './bvh.ts';
import { curveGrid, gridBits, reserveCells, SORT_FRAME_LENGTH } from './curve-grid.ts';
import { computeFrame } from './frame.ts';
import { blur, frameCentres } from './frame-centres.ts';
import { knotFrame } from './knot-frame.ts';
import { sortAlongCurve } from './sort-along-curve.ts';

/** Room that is made for nodes at first; others grow it by an eighth. */
const NODES_AN_ITEM = 0.41;

/** How often the items of a crowded cell may be sorted again in a grid of their own before they are halved blindly. */
const REFINEMENTS = 32;

/**
 * A right half that is put off: its end, its grid and its place in the grid, and its depth in the tree. Each nested
 * grid has at most 20 bits, and each bit puts off one half; halving without a grid puts off at most 32 more. So the
 * stack cannot overflow.
 */
const STACK_STRIDE = 6;
const stack = new Int32Array(STACK_STRIDE * (20 * (REFINEMENTS + 1) + 32));
/** The levels of the tree below its root. */
const levels = new Int32Array(1);

let scratchOrder = NO_NUMBERS;
const sortFrame = new Float64Array(SORT_FRAME_LENGTH);

/**
 * Builds the hierarchy anew over `items[0 .. count)`, whose boxes are in `bounds`, for each item the least coordinates,
 * then the largest (minX, minY, maxX, maxY in the plane; may be infinite; a box with NaN meets nothing). The tree
 * depends on the boxes and on the order of `items` only (ties go to the earlier), never on what the tree held before.
 * Buffers are reused: a rebuild of the same size allocates nothing.
 *
 * Items are sorted along a Morton curve and the run is cut, top down, where the curve's highest bit differs. The curve
 * is only as fine as leaves need it, and finer where items crowd: clusters and outliers of any ratio cost no more than
 * a second sort of their run.
 *
 * Source: Lauterbach et al., Fast BVH Construction on GPUs, 2009.
 *
 * @throws CollisionError `out-of-range` when `count` exceeds `items` or an item's box lies beyond `bounds`.
 */
export function buildBvh(bvh: Bvh, bounds: BoxColumn, items: Uint32Array, count: number): void {
  const { routines } = bvh;
  sortBvh(bvh, bounds, items, count);
  routines.fitItems(bvh, bounds, 0, count);
  routines.fitNodes(bvh, bounds);
}

/**
 * Does the first part of `buildBvh`: sorts the items and splits them into nodes. The caller fits items and nodes
 * itself, and may do so later: the volumes hold the boxes as they are at the time of the fitting.
 */
export function sortBvh(bvh: Bvh, bounds: BoxColumn, items: Uint32Array, count: number): void {
  const { routines } = bvh;
  requireItems(bvh, bounds, items, count);
  reserve(bvh, count);
  computeFrame(routines.axes, bvh.frame, sortFrame, bounds, items, count);
  bvh.itemCount = count;
  sortAlongCurve(routines.axes, bounds, sortFrame, items, bvh.order, 0, count, 0);
  blur.pairs = 0;
  closeNodes(bvh, splitNodes(bvh, bounds));
  // Items that share a cell make more pairs than items that share a leaf.
  if (blur.pairs > LEAF_CAPACITY * count) knotFrame(bvh, bounds);
}

function requireItems(bvh: Bvh, bounds: BoxColumn, items: Uint32Array, count: number): void {
  if (count > items.length) {
    throw new CollisionError('out-of-range', `count is ${count}, but there are ${items.length} items`);
  }
  const largest = largestOf(items, count);
  if (2 * bvh.routines.axes * (largest + 1) > bounds.length) {
    throw new CollisionError('out-of-range', `item ${largest} has no box: bounds hold ${bounds.length} numbers`);
  }
}

/**
 * Returns the largest size, −1 for no items. This is a function of its own because nothing may follow the loop: V8
 * would leave the compiled code there, see `writeRanks` in sort-pairs.ts.
 */
function largestOf(items: Uint32Array, count: number): number {
  let largest = -1;
  for (let i = 0; i < count; i++) if (items[i] > largest) largest = items[i];
  return largest;
}

function reserve(bvh: Bvh, count: number): void {
  reserveCells(count);
  if (bvh.frame === NO_FRAME) bvh.frame = new Float64Array(FRAME_LENGTH);
  if (bvh.order.length < count) {
    const length = grownCapacity(bvh.order.length, count);
    bvh.order = new Uint32Array(length);
    // Scattered items need 0.35 to 0.4 nodes each; the rest of what is reserved keeps rebuilds free of growth.
    reserveNodes(bvh, (2 * bvh.routines.axes + 2) * (Math.ceil(NODES_AN_ITEM * length) + 16));
  }
  // Boxes and spheres of items have capacities of their own: they may have been handed to another hierarchy.
  bvh.routines.reserveItems(bvh, bvh.order.length);
}

/** Makes room for nodes up to `end`, and for some more than that. Returns the array of nodes. */
function reserveNodes(bvh: Bvh, end: number): Int32Array {
  const { length } = bvh.nodes;
  if (end > length) {
    const nodes = new Int32Array(end + (length >> 3));
    nodes.set(bvh.nodes);
    bvh.nodes = nodes;
    if (bvh.kind === 'sphere') bvh.nodeSpheres = lengthened(bvh.nodeSpheres, sphereOf(nodes.length));
  }
  return bvh.nodes;
}

/** Ends the nodes with the sentinel: where a walk stops, and where the last leaf's items end. */
function closeNodes(bvh: Bvh, end: number): void {
  const skip = end + 2 * bvh.routines.axes;
  bvh.nodes[skip] = end;
  bvh.nodes[skip + 1] = bvh.itemCount;
  bvh.nodeEnd = end;
  bvh.depth = levels[0];
}

/**
 * Writes the topology in pre-order: `first` of every node, `skip` of the leaves, OPEN for the rest. Returns where the
 * nodes end; nothing else may follow the loop: V8 would leave the compiled code there, see `writeRanks` in
 * sort-pairs.ts.
 */
function splitNodes(bvh: Bvh, bounds: BoxColumn): number {
  const count = bvh.itemCount;
  const toSkip = 2 * bvh.routines.axes;
  const toFirst = toSkip + 1;
  const stride = toSkip + 2;
  let nodes = bvh.nodes;
  let ends = curveGrid.ends;
  let node = 0;
  let top = 0;
  // The current run: its items, and the curve's prefix that holds them as its first cell and the bits left to split.
  let start = 0;
  let end = count;
  let cell = 0;
  let bits = gridBits(count);
  let nextBase = 1 << bits;
  let refinements = 0;
  let level = 0;
  levels[0] = 0;
  while (start < count) {
    // Descend to the leftmost leaf of the run, putting off the right halves.
    while (end - start > LEAF_CAPACITY) {
      nodes = reserveNodes(bvh, node + 2 * stride);
      nodes[node + toSkip] = NODE_OPEN;
      nodes[node + toFirst] = start;
      node += stride;

      let middle = start;
      for (;;) {
        while (bits > 0) {
          bits--;
          middle = ends[cell + (1 << bits) - 1];
          if (middle === start) cell += 1 << bits;
          else if (middle < end) break;
        }
        if (middle > start && middle < end) break;
        if (refinements === REFINEMENTS || !refineRun(bvh, bounds, start, end, nextBase)) {
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
      stack[top + 5] = ++level;
      top += STACK_STRIDE;
      if (level > levels[0]) levels[0] = level;
      end = middle;
    }
    nodes = reserveNodes(bvh, node + 2 * stride);
    nodes[node + toSkip] = node + stride;
    nodes[node + toFirst] = start;
    node += stride;
    start = end;
    if (top > 0) {
      top -= STACK_STRIDE;
      end = stack[top];
      cell = stack[top + 1];
      bits = stack[top + 2];
      nextBase = stack[top + 3];
      refinements = stack[top + 4];
      level = stack[top + 5];
    }
  }
  return node;
}

/** Sorts the run of a single cell again in the frame of its own centres; false when they all coincide. */
function refineRun(bvh: Bvh, bounds: BoxColumn, start: number, end: number, base: number): boolean {
  const { order, routines } = bvh;
  if (!frameCentres(sortFrame, bvh, bounds, start, end)) return false;
  const count = end - start;
  scratchOrder = reserveNumbers(scratchOrder, count);
  for (let i = 0; i < count; i++) scratchOrder[i] = order[start + i];
  sortAlongCurve(routines.axes, bounds, sortFrame, scratchOrder, order, start, count, base);
  return true;
}
