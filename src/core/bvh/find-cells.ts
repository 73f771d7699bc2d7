import { scratchList } from '../scratch-list.ts';
import type { BoxColumn } from './bvh.ts';
import { cellsPer, curveGrid, gridBits, MAX_BITS, SORT_ORIGIN, SORT_WIDTH } from './curve-grid.ts';

/**
 * By axis and cell along the axis: the cell's bits, spread to their places in the curve. The grid has at most
 * 2^MAX_BITS cells, and so at most as many along one axis.
 */
const spread = [new Uint32Array(2), new Uint32Array(2), new Uint32Array(2)];
const axisBits = new Int32Array(3);
const cellWidths = new Float64Array(3);
/** By bit of the curve: the axis it belongs to. */
const axisOfBit = new Uint8Array(MAX_BITS);

/**
 * Deals the curve's bits to the axes, from the highest down: each goes to the axis along which cells are widest, which
 * makes them as cubic as they can be. Each axis' table takes a coordinate to its bits' places on the curve.
 */
function dealBits(axes: number, sortFrame: Float64Array, bits: number): void {
  for (let axis = 0; axis < axes; axis++) {
    axisBits[axis] = 0;
    cellWidths[axis] = sortFrame[SORT_WIDTH + axis];
  }
  for (let bit = bits - 1; bit >= 0; bit--) {
    const axis = widestOf(axes);
    cellWidths[axis] *= 0.5;
    axisBits[axis]++;
    axisOfBit[bit] = axis;
  }
  for (let axis = 0; axis < axes; axis++) {
    const size = 1 << axisBits[axis];
    if (spread[axis].length < size) spread[axis] = new Uint32Array(size);
    axisBits[axis] = 0;
  }
  // The k-th bit an axis gets, from the bottom, is the k-th lowest of its coordinate.
  for (let bit = 0; bit < bits; bit++) {
    const axis = axisOfBit[bit];
    spread[axis][1 << axisBits[axis]++] = 1 << bit;
  }
  for (let axis = 0; axis < axes; axis++) {
    const table = spread[axis];
    for (let value = 3; value < 1 << axisBits[axis]; value++) {
      const lowest = value & -value;
      if (lowest !== value) table[value] = table[value - lowest] | table[lowest];
    }
  }
}

function widestOf(axes: number): number {
  const widest = cellWidths[1] > cellWidths[0] ? 1 : 0;
  return axes === 3 && cellWidths[2] > cellWidths[widest] ? 2 : widest;
}

/**
 * Finds the cell of every item `items[0 .. count)` along a space-filling curve in the sort frame given, writes it to
 * the scratch list and counts it in `curveGrid.ends`, of which the run's cells begin at `base`.
 */
export function findCells(
  axes: number,
  bounds: BoxColumn,
  sortFrame: Float64Array,
  items: Uint32Array,
  count: number,
  base: number,
): void {
  dealBits(axes, sortFrame, gridBits(count));
  const inSpace = axes === 3;
  const stride = 2 * axes;
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
  const cells = scratchList.items;
  const { ends } = curveGrid;
  for (let i = 0; i < count; i++) {
    const box = stride * items[i];
    const x = (bounds[box] + bounds[box + axes] - originX) * scaleX;
    const y = (bounds[box + 1] + bounds[box + axes + 1] - originY) * scaleY;
    // The comparisons are false for NaN, which lands in cell 0.
    let cell = spreadX[x > maxX ? maxX : x > 0 ? x | 0 : 0] | spreadY[y > maxY ? maxY : y > 0 ? y | 0 : 0];
    if (inSpace) {
      const z = (bounds[box + 2] + bounds[box + 5] - originZ) * scaleZ;
      cell |= spreadZ[z > maxZ ? maxZ : z > 0 ? z | 0 : 0];
    }
    cells[i] = cell;
    ends[base + cell]++;
  }
}
