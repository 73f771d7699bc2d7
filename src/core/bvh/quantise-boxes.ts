import { isBox } from './bounds-overlap.ts';
import { type BoxColumn, cellAt, FRAME_VOIDS, QUANTISED_MAX } from './bvh.ts';

/**
 * Writes the boxes of `items[from .. to)` in the cells of a frame to the same places of `out`: what lies outside of the
 * frame gets the nearest cell, what is no box (NaN) is inside out.
 */
export function quantiseBoxes(
  out: Int32Array,
  axes: number,
  bounds: BoxColumn,
  items: Uint32Array,
  from: number,
  to: number,
  frame: Float64Array,
): void {
  for (let i = from; i < to; i++) quantiseBox(out, 2 * axes * i, axes, bounds, 2 * axes * items[i], frame);
}

/**
 * A function of its own: items of a hierarchy come in one call of many thousands, groups of a join in thousands of
 * calls of a few. V8 that had compiled the long loop left the short ones in the interpreter for good.
 */
function quantiseBox(
  out: Int32Array,
  to: number,
  axes: number,
  bounds: BoxColumn,
  from: number,
  frame: Float64Array,
): void {
  for (let axis = 0; axis < axes; axis++) {
    out[to + axis] = cellAt(frame, axis, bounds, from + axis);
    out[to + axes + axis] = cellAt(frame, axis, bounds, from + axes + axis);
  }
  if (isBox(bounds, axes, from)) return;
  frame[FRAME_VOIDS] = 1;
  out.fill(QUANTISED_MAX, to, to + axes);
  out.fill(0, to + axes, to + 2 * axes);
}
