import {
  type BoxColumn,
  COLUMN_SCALE,
  FRAME_HIGH,
  FRAME_LOW,
  FRAME_ORIGIN,
  FRAME_PLAIN,
  FRAME_SCALE,
  FRAME_SEGMENTS,
  QUANTISED_COUNT,
  QUANTISED_MAX,
  segmentsOf,
} from './bvh.ts';
import { placeCells } from './cell-bounds.ts';
import { SCALE_MAX, SORT_ORIGIN, SORT_WIDTH } from './curve-grid.ts';

/** The extent of the boxes along an axis: of the finite coordinates, then of all. */
const extent = new Float64Array(4);
const FINITE_MIN = 0;
const FINITE_MAX = 1;
const WHOLE_MIN = 2;
const WHOLE_MAX = 3;

/**
 * Chooses the frames of a build: `frame`, an even one around all that is finite, and `sortFrame`, where the centres
 * are. Both depend on the boxes only.
 */
export function computeFrame(
  axes: number,
  frame: Float64Array,
  sortFrame: Float64Array,
  bounds: BoxColumn,
  items: Uint32Array,
  count: number,
): void {
  let largestScale = 0;
  frame.fill(0);
  for (let axis = 0; axis < axes; axis++) {
    measureExtent(axes, bounds, items, count, axis);
    const knot = segmentsOf(axis, 1);
    const min = extent[FINITE_MIN];
    const width = extent[FINITE_MAX] - min;
    frame[knot] = min;
    frame[knot + 1] = extent[FINITE_MAX];
    frame[FRAME_ORIGIN + axis] = min;
    frame[FRAME_SCALE + axis] = width > 0 && width < Infinity ? Math.min(QUANTISED_MAX / width, SCALE_MAX) : 0;
    frame[FRAME_LOW + axis] = extent[WHOLE_MIN];
    frame[FRAME_HIGH + axis] = extent[WHOLE_MAX];
    sortFrame[SORT_ORIGIN + axis] = 2 * min;
    sortFrame[SORT_WIDTH + axis] = 2 * width < Infinity ? 2 * width : 0;
    if (frame[FRAME_SCALE + axis] > largestScale) largestScale = frame[FRAME_SCALE + axis];
  }
  frame[FRAME_PLAIN] = 1;
  frame[FRAME_SEGMENTS] = 1;
  for (let axis = 0; axis < axes; axis++) {
    // Where all items are on one line or plane, an axis of no width gets cells of some width, so that queries beside
    // the items are told apart from them. An axis whose width overflows does so, too.
    if (frame[FRAME_SCALE + axis] === 0) frame[FRAME_SCALE + axis] = largestScale > 0 ? largestScale : 1;
    const knot = segmentsOf(axis, 1);
    frame[knot + 2 * COLUMN_SCALE] = frame[FRAME_SCALE + axis];
    placeCells(frame, knot, 1);
    noteClamped(frame, axis, frame, FRAME_LOW + axis);
    noteClamped(frame, axis, frame, FRAME_HIGH + axis);
  }
}

/** Marks a frame as not plain when a coordinate lies beyond its cells and has to be clamped. */
export function noteClamped(frame: Float64Array, axis: number, values: BoxColumn, at: number): void {
  const cells = (values[at] - frame[FRAME_ORIGIN + axis]) * frame[FRAME_SCALE + axis];
  // A coordinate one cell beyond the last has been rounded up at the world's edge, and is rounded down.
  if (!(cells >= 0 && cells < QUANTISED_COUNT)) frame[FRAME_PLAIN] = 0;
}

/** Sets `extent` for an axis; boxes of which none is finite have the finite extent 0 to 0. */
function measureExtent(axes: number, bounds: BoxColumn, items: Uint32Array, count: number, axis: number): void {
  extent[FINITE_MIN] = extent[WHOLE_MIN] = Infinity;
  extent[FINITE_MAX] = extent[WHOLE_MAX] = -Infinity;
  widenExtent(axes, bounds, items, count, axis);
  extent[WHOLE_MIN] = Math.min(extent[WHOLE_MIN], extent[FINITE_MIN]);
  extent[WHOLE_MAX] = Math.max(extent[WHOLE_MAX], extent[FINITE_MAX]);
  if (extent[FINITE_MIN] <= extent[FINITE_MAX]) return;
  extent[FINITE_MIN] = extent[FINITE_MAX] = 0;
}

/**
 * Widens the extent by the bounds of items; of unbounded boxes (half planes) only the finite ends count. Nothing
 * follows the loop, for the reason given in sort-pairs.ts.
 */
function widenExtent(axes: number, bounds: BoxColumn, items: Uint32Array, count: number, axis: number): void {
  for (let i = 0; i < count; i++) {
    const box = 2 * axes * items[i] + axis;
    const low = bounds[box];
    const high = bounds[box + axes];
    if (low < extent[FINITE_MIN]) extent[low > -Infinity ? FINITE_MIN : WHOLE_MIN] = low;
    if (high > extent[FINITE_MAX]) extent[high < Infinity ? FINITE_MAX : WHOLE_MAX] = high;
  }
}
