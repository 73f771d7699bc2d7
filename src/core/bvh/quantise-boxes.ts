import { isValidBox } from './bounds-overlap.ts';
import {
  type BoxColumn,
  COLUMN_SCALE,
  cellAt,
  FRAME_SEGMENTS,
  FRAME_VOIDS,
  knotBefore,
  QUANTISED_COUNT,
  QUANTISED_MAX,
  segmentsOf,
} from './bvh.ts';

/**
 * Writes the boxes of `items[from .. to)` in the cells of a frame to the same places of `out`. A side outside of the
 * frame gets the nearest cell, and a box with NaN becomes one that is inside out.
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
  if (frame[FRAME_SEGMENTS] > 1) {
    for (let axis = 0; axis < axes; axis++) quantiseKnotted(out, axes, bounds, items, from, to, frame, axis);
    for (let i = from; i < to; i++) markVoid(out, 2 * axes * i, axes, bounds, 2 * axes * items[i], frame);
    return;
  }
  for (let i = from; i < to; i++) quantiseBox(out, 2 * axes * i, axes, bounds, 2 * axes * items[i], frame);
}

/**
 * Quantises a box. This is a function of its own because items of a hierarchy come in one call of many thousands, and
 * groups of a join in thousands of calls of a few. With the loop in one function, V8 compiled the long run of it and
 * left the short calls in the interpreter for good.
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
  markVoid(out, to, axes, bounds, from, frame);
}

/** Stores an invalid box inside out. */
function markVoid(
  out: Int32Array,
  to: number,
  axes: number,
  bounds: BoxColumn,
  from: number,
  frame: Float64Array,
): void {
  if (isValidBox(bounds, axes, from)) return;
  frame[FRAME_VOIDS] = 1;
  out.fill(QUANTISED_MAX, to, to + axes);
  out.fill(0, to + axes, to + 2 * axes);
}

/**
 * Writes the cells of boxes along one axis of a knotted frame, as `cellAt` would. `cellAt` searches the segment of each
 * coordinate anew; here the search begins at the segment of the item before, as items that follow each other in a tree
 * are close together.
 */
function quantiseKnotted(
  out: Int32Array,
  axes: number,
  bounds: BoxColumn,
  items: Uint32Array,
  from: number,
  to: number,
  frame: Float64Array,
  axis: number,
): void {
  const segments = frame[FRAME_SEGMENTS] | 0;
  const share = (QUANTISED_COUNT / segments) | 0;
  const first = segmentsOf(axis, segments);
  const last = first + segments;
  const least = frame[first];
  const largest = frame[last];
  let knot = knotBefore(frame, first, segments, bounds, 2 * axes * items[from] + axis);
  for (let i = 2 * from; i < 2 * to; i++) {
    const side = axis + axes * (i & 1);
    const x = bounds[2 * axes * items[i >> 1] + side];
    let cell = 0;
    if (x > largest) {
      cell = QUANTISED_MAX;
    } else if (x >= least) {
      while (frame[knot] > x) knot--;
      while (knot + 1 < last && frame[knot + 1] <= x) knot++;
      const cells = (x - frame[knot]) * frame[knot + COLUMN_SCALE * (segments + 1)];
      cell = (knot - first) * share + (cells < share ? cells | 0 : share - 1);
    }
    out[axes * (i & ~1) + side] = cell;
  }
}
