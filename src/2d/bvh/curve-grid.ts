import { reserve } from '../../core/typed-array.ts';
import { BOUNDS_STRIDE } from './bvh.ts';
import { SCALE_MAX, SORT_ORIGIN_X, SORT_WIDTH_X } from './frame.ts';

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

/** Bits of the shorter axis, spread out so that the longer axis' bits fit between them. */
const spread = new Uint32Array(1 << (MAX_BITS >> 1));
for (let value = 0; value < spread.length; value++) {
  for (let bit = 0; bit < MAX_BITS >> 1; bit++) spread[value] |= ((value >> bit) & 1) << (2 * bit);
}

let cells = new Uint32Array(0);

/** The number of curve bits for a run of `count` items; its grid has 2^bits cells. */
export function gridBits(count: number): number {
  return Math.min(MAX_BITS, 31 - Math.clz32(count));
}

/** Makes room for `count` items. */
export function reserveCells(count: number): void {
  cells = reserve(cells, count);
}

/**
 * Writes `from[start .. end)` to the same positions of `to`, sorted along the curve in the frame given (origin and
 * width of the centres on both axes, doubled), ties in the order they had. The grid takes 2^gridBits cells from `base`.
 *
 * Each pass is a function of its own with nothing behind its loop, see candidate-pairs.ts.
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
  curveGrid.ends = reserve(curveGrid.ends, base + size);
  const { ends } = curveGrid;
  ends.fill(0, base, base + size);
  layGrid(sortFrame, bits);
  countCells(bounds, from, ends, start, end, base);
  sumCells(ends, start, base, base + size);
  moveItems(from, to, ends, start, end, base);
}

/** The grid at hand: which axis is the longer one (0 or 1), then bits, origin and scale of both, the longer first. */
const grid = new Float64Array(7);
const LONG_AXIS = 0;
const LONG_BITS = 1;
const SHORT_BITS = 2;
const LONG_ORIGIN = 3;
const SHORT_ORIGIN = 4;
const LONG_SCALE = 5;
const SHORT_SCALE = 6;

/** Writes `grid`. The bits go to the axes so that cells come out about square: what the longer axis has more comes first. */
function layGrid(sortFrame: Float64Array, bits: number): void {
  const long = sortFrame[SORT_WIDTH_X] >= sortFrame[SORT_WIDTH_X + 1] ? 0 : 1;
  const longWidth = sortFrame[SORT_WIDTH_X + long];
  const shortWidth = sortFrame[SORT_WIDTH_X + 1 - long];
  let excess = 0;
  for (let width = longWidth; width >= 2 * shortWidth && excess < bits; width *= 0.5) excess++;
  const shortBits = (bits - excess) >> 1;
  const longBits = bits - shortBits;
  grid[LONG_AXIS] = long;
  grid[LONG_BITS] = longBits;
  grid[SHORT_BITS] = shortBits;
  grid[LONG_ORIGIN] = sortFrame[SORT_ORIGIN_X + long];
  grid[SHORT_ORIGIN] = sortFrame[SORT_ORIGIN_X + 1 - long];
  grid[LONG_SCALE] = longWidth > 0 ? Math.min((1 << longBits) / longWidth, SCALE_MAX) : 0;
  grid[SHORT_SCALE] = shortWidth > 0 ? Math.min((1 << shortBits) / shortWidth, SCALE_MAX) : 0;
}

/** Finds every item's cell and counts. */
function countCells(
  bounds: Float64Array,
  from: Uint32Array,
  ends: Int32Array,
  start: number,
  end: number,
  base: number,
): void {
  const long = grid[LONG_AXIS] | 0;
  const shortBits = grid[SHORT_BITS] | 0;
  const longOrigin = grid[LONG_ORIGIN];
  const shortOrigin = grid[SHORT_ORIGIN];
  const longScale = grid[LONG_SCALE];
  const shortScale = grid[SHORT_SCALE];
  const longMax = (1 << grid[LONG_BITS]) - 1;
  const shortMax = (1 << shortBits) - 1;
  const codes = cells;
  for (let i = start; i < end; i++) {
    const box = BOUNDS_STRIDE * from[i] + long;
    const other = box + 1 - 2 * long;
    const a = (bounds[box] + bounds[box + 2] - longOrigin) * longScale;
    const b = (bounds[other] + bounds[other + 2] - shortOrigin) * shortScale;
    // The comparisons are false for NaN, which lands in cell 0.
    const longCell = a > longMax ? longMax : a > 0 ? a | 0 : 0;
    const shortCell = b > shortMax ? shortMax : b > 0 ? b | 0 : 0;
    const cell =
      ((longCell >> shortBits) << (2 * shortBits)) | (spread[longCell & shortMax] << 1) | spread[shortCell];
    codes[i] = cell;
    ends[base + cell]++;
  }
}

/** Turns counts into where each cell's items start. */
function sumCells(ends: Int32Array, start: number, base: number, baseEnd: number): void {
  let sum = start;
  for (let i = base; i < baseEnd; i++) {
    const held = ends[i];
    ends[i] = sum;
    sum += held;
  }
}

/** Every start moves on to its cell's end as the items come in. */
function moveItems(
  from: Uint32Array,
  to: Uint32Array,
  ends: Int32Array,
  start: number,
  end: number,
  base: number,
): void {
  const codes = cells;
  for (let i = start; i < end; i++) {
    const cell = base + codes[i];
    const position = ends[cell];
    ends[cell] = position + 1;
    to[position] = from[i];
  }
}
