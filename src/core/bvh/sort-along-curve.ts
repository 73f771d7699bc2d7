import { scratchList } from '../scratch-list.ts';
import { reserve } from '../typed-array.ts';
import type { BoxColumn } from './bvh.ts';
import { curveGrid, gridBits } from './curve-grid.ts';
import { findCells } from './find-cells.ts';

/**
 * Writes `from[0 .. count)` to `to`, from `start` on, sorted along the curve in the frame given, ties in the order they
 * had. The grid takes 2^gridBits cells from `base`.
 *
 * Each pass is a function of its own with nothing behind its loop, for the reason given at `writeRanks` in
 * sort-pairs.ts.
 */
export function sortAlongCurve(
  axes: number,
  bounds: BoxColumn,
  sortFrame: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  count: number,
  base: number,
): void {
  const baseEnd = base + (1 << gridBits(count));
  curveGrid.ends = reserve(curveGrid.ends, baseEnd);
  curveGrid.ends.fill(0, base, baseEnd);
  findCells(axes, bounds, sortFrame, from, count, base);
  sumCells(start, base, baseEnd);
  moveItems(from, to, count, base);
}

/** Turns counts into where each cell's items start. */
function sumCells(start: number, base: number, baseEnd: number): void {
  const { ends } = curveGrid;
  let sum = start;
  for (let i = base; i < baseEnd; i++) {
    const held = ends[i];
    ends[i] = sum;
    sum += held;
  }
}

/** Moves items into their cells. The start of each cell moves on to the cell's end as items come in. */
function moveItems(from: Uint32Array, to: Uint32Array, count: number, base: number): void {
  const cells = scratchList.items;
  const { ends } = curveGrid;
  for (let i = 0; i < count; i++) {
    const cell = base + cells[i];
    const position = ends[cell];
    ends[cell] = position + 1;
    to[position] = from[i];
  }
}
