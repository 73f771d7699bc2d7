import { cellsPer, curveGrid, gridBits, MAX_BITS, SORT_ORIGIN, SORT_WIDTH } from '../../core/bvh/curve-grid.ts';
import { BOUNDS_STRIDE } from './layout.ts';

/** Bits of the shorter axis, spread out so that the longer axis' bits fit between them. */
const spread = new Uint32Array(1 << (MAX_BITS >> 1));
for (let value = 0; value < spread.length; value++) {
  for (let bit = 0; bit < MAX_BITS >> 1; bit++) spread[value] |= ((value >> bit) & 1) << (2 * bit);
}

/** `HierarchyKind.findCells` in the plane. */
export function findCells(
  bounds: Float64Array,
  sortFrame: Float64Array,
  items: Uint32Array,
  start: number,
  end: number,
  base: number,
): void {
  layGrid(sortFrame, gridBits(end - start));
  countCells(bounds, items, start, end, base);
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

/**
 * Writes `grid`. The bits go to the axes so that cells come out about square: what the longer axis has more comes
 * first.
 */
function layGrid(sortFrame: Float64Array, bits: number): void {
  const long = sortFrame[SORT_WIDTH] >= sortFrame[SORT_WIDTH + 1] ? 0 : 1;
  const longWidth = sortFrame[SORT_WIDTH + long];
  const shortWidth = sortFrame[SORT_WIDTH + 1 - long];
  let excess = 0;
  for (let width = longWidth; width >= 2 * shortWidth && excess < bits; width *= 0.5) excess++;
  const shortBits = (bits - excess) >> 1;
  const longBits = bits - shortBits;
  grid[LONG_AXIS] = long;
  grid[LONG_BITS] = longBits;
  grid[SHORT_BITS] = shortBits;
  grid[LONG_ORIGIN] = sortFrame[SORT_ORIGIN + long];
  grid[SHORT_ORIGIN] = sortFrame[SORT_ORIGIN + 1 - long];
  grid[LONG_SCALE] = cellsPer(longWidth, longBits);
  grid[SHORT_SCALE] = cellsPer(shortWidth, shortBits);
}

/** Finds every item's cell and counts. */
function countCells(bounds: Float64Array, from: Uint32Array, start: number, end: number, base: number): void {
  const long = grid[LONG_AXIS] | 0;
  const shortBits = grid[SHORT_BITS] | 0;
  const longOrigin = grid[LONG_ORIGIN];
  const shortOrigin = grid[SHORT_ORIGIN];
  const longScale = grid[LONG_SCALE];
  const shortScale = grid[SHORT_SCALE];
  const longMax = (1 << grid[LONG_BITS]) - 1;
  const shortMax = (1 << shortBits) - 1;
  const { cells, ends } = curveGrid;
  for (let i = start; i < end; i++) {
    const box = BOUNDS_STRIDE * from[i] + long;
    const other = box + 1 - 2 * long;
    const a = (bounds[box] + bounds[box + 2] - longOrigin) * longScale;
    const b = (bounds[other] + bounds[other + 2] - shortOrigin) * shortScale;
    // The comparisons are false for NaN, which lands in cell 0.
    const longCell = a > longMax ? longMax : a > 0 ? a | 0 : 0;
    const shortCell = b > shortMax ? shortMax : b > 0 ? b | 0 : 0;
    const cell = ((longCell >> shortBits) << (2 * shortBits)) | (spread[longCell & shortMax] << 1) | spread[shortCell];
    cells[i] = cell;
    ends[base + cell]++;
  }
}
