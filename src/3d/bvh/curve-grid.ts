import { BOUNDS_STRIDE } from './bvh.ts';
import { SORT_ORIGIN, SORT_WIDTH } from './frame.ts';

/**
 * A run of items is sorted along a Morton curve by counting: a grid of about as many cells as items, numbered along the
 * curve, an item's cell being its centre's. One pass over the items counts, one over the cells sums, one over the items
 * moves them. The sums stay: they are the tree, for the cells of one prefix of the curve lie together, and where its
 * upper half begins is one look-up. Cells that hold more than a leaf's worth are sorted again, in a grid of their own.
 */
export const curveGrid = {
  /**
   * Of each cell, where the items of the next begin; the grids of nested runs lie one behind the other. As cells in the
   * curve's order are counted from the grid's `base`, cell c's items end at ends[base + c].
   */
  ends: new Int32Array(0),
};

/** More cells than this leave the cache, and items beyond a leaf's worth a cell are sorted again anyway. */
const MAX_BITS = 20;

/** For each axis, the curve's bits of every coordinate: an axis has at most 2^MAX_BITS of them, all three together too. */
const spread = [new Uint32Array(2), new Uint32Array(2), new Uint32Array(2)];
const axisBits = new Int32Array(3);
const cellWidths = new Float64Array(3);

let cells = new Uint32Array(0);

/** The number of curve bits for a run of `count` items; its grid has 2^bits cells. */
export function gridBits(count: number): number {
  return Math.min(MAX_BITS, 31 - Math.clz32(count));
}

/** Makes room for `count` items. */
export function reserveCells(count: number): void {
  if (cells.length < count) cells = new Uint32Array(Math.max(count, Math.ceil(cells.length * 1.5)));
}

function reserveEnds(length: number): Int32Array {
  if (curveGrid.ends.length < length) {
    const grown = new Int32Array(Math.max(length, Math.ceil(curveGrid.ends.length * 1.5)));
    grown.set(curveGrid.ends);
    curveGrid.ends = grown;
  }
  return curveGrid.ends;
}

/**
 * Deals the curve's bits to the axes, from the highest down: each goes to the axis along which cells are widest, which
 * makes them as cubic as they can be. Each axis' table takes a coordinate to its bits' places on the curve.
 */
function dealBits(sortFrame: Float64Array, bits: number): void {
  for (let axis = 0; axis < 3; axis++) {
    axisBits[axis] = 0;
    cellWidths[axis] = sortFrame[SORT_WIDTH + axis];
  }
  for (let bit = bits - 1; bit >= 0; bit--) axisBits[halveWidest()]++;
  for (let axis = 0; axis < 3; axis++) {
    const size = 1 << axisBits[axis];
    if (spread[axis].length < size) spread[axis] = new Uint32Array(size);
    spread[axis][0] = 0;
    cellWidths[axis] = sortFrame[SORT_WIDTH + axis];
  }
  // The same deal again: the k-th bit an axis gets, from the top, is the k-th highest of its coordinate.
  let leftX = axisBits[0];
  let leftY = axisBits[1];
  let leftZ = axisBits[2];
  for (let bit = bits - 1; bit >= 0; bit--) {
    const axis = halveWidest();
    const place = axis === 0 ? --leftX : axis === 1 ? --leftY : --leftZ;
    spread[axis][1 << place] = 1 << bit;
  }
  for (let axis = 0; axis < 3; axis++) {
    const table = spread[axis];
    for (let value = 3; value < 1 << axisBits[axis]; value++) {
      const lowest = value & -value;
      if (lowest !== value) table[value] = table[value - lowest] | table[lowest];
    }
  }
}

function halveWidest(): number {
  let widest = 0;
  if (cellWidths[1] > cellWidths[widest]) widest = 1;
  if (cellWidths[2] > cellWidths[widest]) widest = 2;
  cellWidths[widest] *= 0.5;
  return widest;
}

/**
 * Writes `from[start .. end)` to the same positions of `to`, sorted along the curve in the frame given (origin and
 * width of the centres on each axis, doubled), ties in the order they had. The grid takes 2^gridBits cells from `base`.
 */
export function sortAlongCurve(
  bounds: Float64Array,
  sortFrame: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  end: number,
  base: number,
): void {
  const bits = gridBits(end - start);
  const size = 1 << bits;
  const ends = reserveEnds(base + size);
  for (let i = base; i < base + size; i++) ends[i] = 0;
  dealBits(sortFrame, bits);
  const originX = sortFrame[SORT_ORIGIN];
  const originY = sortFrame[SORT_ORIGIN + 1];
  const originZ = sortFrame[SORT_ORIGIN + 2];
  const scaleX = cellsPer(sortFrame[SORT_WIDTH], axisBits[0]);
  const scaleY = cellsPer(sortFrame[SORT_WIDTH + 1], axisBits[1]);
  const scaleZ = cellsPer(sortFrame[SORT_WIDTH + 2], axisBits[2]);
  const maxX = (1 << axisBits[0]) - 1;
  const maxY = (1 << axisBits[1]) - 1;
  const maxZ = (1 << axisBits[2]) - 1;
  const spreadX = spread[0];
  const spreadY = spread[1];
  const spreadZ = spread[2];
  const codes = cells;
  for (let i = start; i < end; i++) {
    const box = BOUNDS_STRIDE * from[i];
    const x = (bounds[box] + bounds[box + 3] - originX) * scaleX;
    const y = (bounds[box + 1] + bounds[box + 4] - originY) * scaleY;
    const z = (bounds[box + 2] + bounds[box + 5] - originZ) * scaleZ;
    // The comparisons are false for NaN, which lands in cell 0.
    const cellX = x > maxX ? maxX : x > 0 ? x | 0 : 0;
    const cellY = y > maxY ? maxY : y > 0 ? y | 0 : 0;
    const cellZ = z > maxZ ? maxZ : z > 0 ? z | 0 : 0;
    const cell = spreadX[cellX] | spreadY[cellY] | spreadZ[cellZ];
    codes[i] = cell;
    ends[base + cell]++;
  }
  let sum = start;
  for (let i = base; i < base + size; i++) {
    const held = ends[i];
    ends[i] = sum;
    sum += held;
  }
  // Every start moves on to its cell's end as the items come in.
  for (let i = start; i < end; i++) {
    const cell = base + codes[i];
    const position = ends[cell];
    ends[cell] = position + 1;
    to[position] = from[i];
  }
}

/** Cells per unit; denormal widths must not make it infinite, for 0 · ∞ is no cell. */
function cellsPer(width: number, bits: number): number {
  return width > 0 ? Math.min((1 << bits) / width, 1e300) : 0;
}
