import { EPSILON } from '../tolerance.ts';
import {
  COLUMN_BEGIN,
  COLUMN_END,
  COLUMN_SCALE,
  COLUMN_WIDTH,
  FRAME_HIGH,
  FRAME_LOW,
  FRAME_SEGMENTS,
  QUANTISED_MAX,
  segmentsOf,
} from './bvh.ts';

/**
 * Fills the columns that tell where the cells of a segment lie, from its knot at `at`, the next one and its scale. What
 * rounds off as a cell is found, and as its sides are, is less than four units in the last place of either knot.
 */
export function placeCells(frame: Float64Array, at: number, segments: number): void {
  const column = segments + 1;
  const knot = frame[at];
  const next = frame[at + 1];
  const scale = frame[at + COLUMN_SCALE * column];
  const slack = 4 * EPSILON * (Math.abs(knot) + Math.abs(next));
  frame[at + COLUMN_WIDTH * column] = scale > 0 ? 1 / scale : 0;
  frame[at + COLUMN_BEGIN * column] = knot - slack;
  frame[at + COLUMN_END * column] = (scale > 0 ? knot + 1 / scale : next) + slack;
}

/** The result of `loadCellBounds`: the least coordinates, then the largest. */
export const cellBounds = new Float64Array(6);

/**
 * Writes a box to `cellBounds` that covers all boxes whose cells lie within those of the quantised box at `cells[at]`;
 * as far as the tree reaches where a coordinate may have been clamped.
 */
export function loadCellBounds(frame: Float64Array, axes: number, cells: Int32Array, at: number): void {
  const segments = frame[FRAME_SEGMENTS] | 0;
  const column = segments + 1;
  // A segment has 2^shift cells.
  const shift = Math.clz32(segments) - 1;
  const mask = (1 << shift) - 1;
  for (let axis = 0; axis < axes; axis++) {
    const low = cells[at + axis];
    const high = cells[at + axes + axis];
    const first = segmentsOf(axis, segments);
    const from = first + (low >> shift);
    const to = first + (high >> shift);
    cellBounds[axis] =
      low > 0
        ? frame[from + COLUMN_BEGIN * column] + (low & mask) * frame[from + COLUMN_WIDTH * column]
        : frame[FRAME_LOW + axis];
    cellBounds[axes + axis] =
      high < QUANTISED_MAX
        ? frame[to + COLUMN_END * column] + (high & mask) * frame[to + COLUMN_WIDTH * column]
        : frame[FRAME_HIGH + axis];
  }
}
