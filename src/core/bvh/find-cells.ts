import { scratchList } from '../scratch-list.ts';
import type { BoxColumn } from './bvh.ts';
import { cellsPer, curveGrid, gridBits, SORT_ORIGIN, SORT_WIDTH } from './curve-grid.ts';

/**
 * For each axis, the curve's bits of every coordinate: an axis has at most 2^MAX_BITS of them, all together too.
 */
const spread = [new Uint32Array(2), new Uint32Array(2), new Uint32Array(2)];
const axisBits = new Int32Array(3);
const cellWidths = new Float64Array(3);

/**
 * Deals the curve's bits to the axes, from the highest down: each goes to the axis along which cells are widest, which
 * makes them as cubic as they can be. Each axis' table takes a coordinate to its bits' places on the curve.
 */
function dealBits(axes: number, sortFrame: Float64Array, bits: number): void {
  for (let axis = 0; axis < axes; axis++) {
    axisBits[axis] = 0;
    cellWidths[axis] = sortFrame[SORT_WIDTH + axis];
  }
  for (let bit = bits - 1; bit >= 0; bit--) axisBits[halveWidest(axes)]++;
  for (let axis = 0; axis < axes; axis++) {
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
    const axis = halveWidest(axes);
    const place = axis === 0 ? --leftX : axis === 1 ? --leftY : --leftZ;
    spread[axis][1 << place] = 1 << bit;
  }
  for (let axis = 0; axis < axes; axis++) {
    const table = spread[axis];
    for (let value = 3; value < 1 << axisBits[axis]; value++) {
      const lowest = value & -value;
      if (lowest !== value) table[value] = table[value - lowest] | table[lowest];
    }
  }
}

function halveWidest(axes: number): number {
  let widest = 0;
  if (cellWidths[1] > cellWidths[widest]) widest = 1;
  if (axes === 3 && cellWidths[2] > cellWidths[widest]) widest = 2;
  cellWidths[widest] *= 0.5;
  return widest;
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
