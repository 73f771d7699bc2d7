import {
  type BoxColumn,
  FRAME_CLAMPS,
  FRAME_HIGH,
  FRAME_LOW,
  FRAME_ORIGIN,
  FRAME_SCALE,
  FRAME_VOIDS,
  QUANTISED_MAX,
} from './bvh.ts';
import { SCALE_MAX, SORT_ORIGIN, SORT_WIDTH } from './curve-grid.ts';

/** How many items are looked at to learn where most of them are, and how many at each end count as outliers. */
const SAMPLE_SIZE = 64;
const SAMPLE_TRIM = 3;

/**
 * When the world is this many times wider than the core, 30 bits across it would leave less than 18 for the core. Then
 * the frames cover the core and MARGIN core widths on either side, and what lies beyond is clamped.
 */
const OUTLIER_RATIO = 4096;
const MARGIN = 64;

const sample = new Float64Array(SAMPLE_SIZE);

/** Extent of the boxes along an axis: of what is finite, then of everything. */
const extent = new Float64Array(4);
const FINITE_MIN = 0;
const FINITE_MAX = 1;
const WHOLE_MIN = 2;
const WHOLE_MAX = 3;

/**
 * Chooses the frames of a build: `frame` (origin and scale of the quantised boxes, an axis each) and `sortFrame`
 * (where the centres are; a few beyond it do no harm). Both depend on the boxes and their order
 * only, and neither is ruined by a few items far away or by a few huge ones.
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
  for (let axis = 0; axis < axes; axis++) {
    measureExtent(axes, bounds, items, count, axis);
    computeAxis(axes, frame, sortFrame, bounds, items, count, axis);
    frame[FRAME_LOW + axis] = extent[WHOLE_MIN];
    frame[FRAME_HIGH + axis] = extent[WHOLE_MAX];
    if (frame[FRAME_SCALE + axis] > largestScale) largestScale = frame[FRAME_SCALE + axis];
  }
  frame[FRAME_CLAMPS] = 0;
  frame[FRAME_VOIDS] = 0;
  for (let axis = 0; axis < axes; axis++) {
    // All on one line or plane: an axis of no width borrows cells, so that what lies beside it is told apart.
    if (frame[FRAME_SCALE + axis] === 0) frame[FRAME_SCALE + axis] = largestScale;
    setLimits(frame, axis);
  }
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

/** Of unbounded boxes (half planes) only the finite ends count. Nothing follows the loop, see sort-pairs.ts. */
function widenExtent(axes: number, bounds: BoxColumn, items: Uint32Array, count: number, axis: number): void {
  for (let i = 0; i < count; i++) {
    const box = 2 * axes * items[i] + axis;
    const low = bounds[box];
    const high = bounds[box + axes];
    if (low < extent[FINITE_MIN]) extent[low > -Infinity ? FINITE_MIN : WHOLE_MIN] = low;
    if (high > extent[FINITE_MAX]) extent[high < Infinity ? FINITE_MAX : WHOLE_MAX] = high;
  }
}

/** Fills both frames' numbers for one axis. */
function computeAxis(
  axes: number,
  frame: Float64Array,
  sortFrame: Float64Array,
  bounds: BoxColumn,
  items: Uint32Array,
  count: number,
  axis: number,
): void {
  let min = extent[FINITE_MIN];
  let max = extent[FINITE_MAX];
  if (count >= SAMPLE_SIZE) {
    sampleCentres(axes, bounds, items, count, axis);
    const coreMin = sample[SAMPLE_TRIM];
    const coreMax = sample[SAMPLE_SIZE - 1 - SAMPLE_TRIM];
    const core = coreMax - coreMin;
    if (core > 0 && max - min > OUTLIER_RATIO * core) {
      min = Math.max(min, coreMin - MARGIN * core);
      max = Math.min(max, coreMax + MARGIN * core);
    }
  }
  // No width has no scale, and neither has one that overflows: all is in cell 0.
  const width = max - min;
  frame[FRAME_ORIGIN + axis] = min;
  frame[FRAME_SCALE + axis] = width > 0 && width < Infinity ? Math.min(QUANTISED_MAX / width, SCALE_MAX) : 0;
  sortFrame[SORT_ORIGIN + axis] = 2 * min;
  sortFrame[SORT_WIDTH + axis] = 2 * width < Infinity ? 2 * width : 0;
}

/** Sets how far an axis reaches in cells. An infinite box reaches infinitely far, also where the scale is 0. */
function setLimits(frame: Float64Array, axis: number): void {
  const origin = frame[FRAME_ORIGIN + axis];
  const scale = frame[FRAME_SCALE + axis];
  const low = frame[FRAME_LOW + axis];
  const high = frame[FRAME_HIGH + axis];
  const lowest = low > -Infinity ? Math.min(0, (low - origin) * scale) : -Infinity;
  const highest = high < Infinity ? Math.max(QUANTISED_MAX, (high - origin) * scale) : Infinity;
  frame[FRAME_LOW + axis] = lowest;
  frame[FRAME_HIGH + axis] = highest;
  // One cell beyond is rounding at the world's edge, and rounds down.
  if (lowest < 0 || highest >= QUANTISED_MAX + 1) frame[FRAME_CLAMPS] = 1;
}

/**
 * Fills `sample` with box centres along an axis, ascending. Items are picked by golden-ratio steps, never in a grid's
 * beat.
 */
function sampleCentres(axes: number, bounds: BoxColumn, items: Uint32Array, count: number, axis: number): void {
  for (let i = 0; i < SAMPLE_SIZE; i++) {
    const pick = (Math.imul(i, 0x9e3779b1) >>> 0) % count;
    const box = 2 * axes * items[pick] + axis;
    const centre = 0.5 * bounds[box] + 0.5 * bounds[box + axes];
    let gap = i;
    while (gap > 0 && sample[gap - 1] > centre) {
      sample[gap] = sample[gap - 1];
      gap--;
    }
    sample[gap] = centre;
  }
}

/**
 * Sets a sort frame to the centres of `items[start .. end)`, as far as these are finite; returns whether they do not
 * all coincide.
 */
export function frameCentres(
  axes: number,
  sortFrame: Float64Array,
  bounds: BoxColumn,
  items: Uint32Array,
  start: number,
  end: number,
): boolean {
  let differs = false;
  for (let axis = 0; axis < axes; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = start; i < end; i++) {
      const box = 2 * axes * items[i] + axis;
      const centre = bounds[box] + bounds[box + axes];
      if (centre < min && centre > -Infinity) min = centre;
      if (centre > max && centre < Infinity) max = centre;
    }
    sortFrame[SORT_ORIGIN + axis] = min;
    sortFrame[SORT_WIDTH + axis] = Math.max(max - min, 0);
    if (max > min) differs = true;
  }
  return differs;
}
