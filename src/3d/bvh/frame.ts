import { BOUNDS_STRIDE, FRAME_HIGH, FRAME_LOW, FRAME_ORIGIN, FRAME_SCALE, QUANTISED_MAX } from './bvh.ts';

/** Offsets in a sort's frame: the smallest centre and the extent of the centres, doubled (as sums of two bounds). */
export const SORT_ORIGIN = 0;
export const SORT_WIDTH = 3;
export const SORT_FRAME_LENGTH = 6;

/** How many items are looked at to learn where most of them are, and how many at each end count as outliers. */
const SAMPLE_SIZE = 64;
const SAMPLE_TRIM = 3;

/** The sort's frame reaches this many core widths beyond the core; what lies further is clamped and sorted later. */
const SORT_MARGIN = 1;

/**
 * When the world is this many times wider than the core, 30 bits across it would leave less than 18 for the core. Then
 * the frame covers the core and QUANTISED_MARGIN core widths on either side, and what lies beyond is clamped.
 */
const OUTLIER_RATIO = 4096;
const QUANTISED_MARGIN = 64;

/** Keeps `scale` finite for denormal widths, so that 0 · scale stays 0. */
const SCALE_MAX = 1e300;

const sample = new Float64Array(SAMPLE_SIZE);
/** Extent of an axis' finite bounds, then the same with the infinite ones: least, largest. */
const extent = new Float64Array(4);

/**
 * Chooses the frames of a build: `frame` (origin and scale of the quantised boxes, an axis each) and `sortFrame` (where
 * the centres are; a few beyond it do no harm). Both depend on the boxes and their order only, and neither is ruined by a
 * few items far away or by a few huge ones.
 */
export function computeFrame(
  frame: Float64Array,
  sortFrame: Float64Array,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
): void {
  let largestScale = 0;
  for (let axis = 0; axis < 3; axis++) {
    computeExtent(bounds, items, count, axis);
    computeAxis(frame, sortFrame, bounds, items, count, axis);
    frame[FRAME_LOW + axis] = extent[2];
    frame[FRAME_HIGH + axis] = extent[3];
    if (frame[FRAME_SCALE + axis] > largestScale) largestScale = frame[FRAME_SCALE + axis];
  }
  for (let axis = 0; axis < 3; axis++) {
    // All in one plane: the axis of no width borrows cells, so that what lies beside the plane is told apart.
    if (frame[FRAME_SCALE + axis] === 0) frame[FRAME_SCALE + axis] = largestScale;
    setReach(frame, axis);
  }
}

/** Sets `extent` to an axis' finite and whole extent; nothing finite leaves 0 and 0. */
function computeExtent(bounds: Float64Array, items: Uint32Array, count: number, axis: number): void {
  let min = Infinity;
  let max = -Infinity;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < count; i++) {
    const box = BOUNDS_STRIDE * items[i] + axis;
    const from = bounds[box];
    const to = bounds[box + 3];
    if (from < low) low = from;
    if (to > high) high = to;
    if (from < min && from > -Infinity) min = from;
    if (from > max && from < Infinity) max = from;
    if (to > max && to < Infinity) max = to;
    if (to < min && to > -Infinity) min = to;
  }
  extent[0] = min <= max ? min : 0;
  extent[1] = min <= max ? max : 0;
  extent[2] = low;
  extent[3] = high;
}

/** Fills both frames' numbers for one axis. */
function computeAxis(
  frame: Float64Array,
  sortFrame: Float64Array,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
  axis: number,
): void {
  const worldMin = extent[0];
  const worldMax = extent[1];
  let min = worldMin;
  let max = worldMax;
  let sortMin = worldMin;
  let sortMax = worldMax;
  if (count >= SAMPLE_SIZE) {
    sampleCentres(bounds, items, count, axis);
    const coreMin = sample[SAMPLE_TRIM];
    const coreMax = sample[SAMPLE_SIZE - 1 - SAMPLE_TRIM];
    const core = coreMax - coreMin;
    if (core > 0 && core < Infinity) {
      sortMin = Math.max(worldMin, coreMin - SORT_MARGIN * core);
      sortMax = Math.min(worldMax, coreMax + SORT_MARGIN * core);
      if (worldMax - worldMin > OUTLIER_RATIO * core) {
        min = Math.max(worldMin, coreMin - QUANTISED_MARGIN * core);
        max = Math.min(worldMax, coreMax + QUANTISED_MARGIN * core);
      }
    }
  }
  const width = max - min;
  frame[FRAME_ORIGIN + axis] = min;
  frame[FRAME_SCALE + axis] = width > 0 && width < Infinity ? Math.min(QUANTISED_MAX / width, SCALE_MAX) : 0;
  sortFrame[SORT_ORIGIN + axis] = 2 * sortMin;
  const sortWidth = 2 * (sortMax - sortMin);
  sortFrame[SORT_WIDTH + axis] = sortWidth < Infinity ? sortWidth : 0;
}

/** Turns an axis' reach into cells. An infinite box reaches infinitely far, also where the scale is 0. */
function setReach(frame: Float64Array, axis: number): void {
  const origin = frame[FRAME_ORIGIN + axis];
  const scale = frame[FRAME_SCALE + axis];
  const low = frame[FRAME_LOW + axis];
  const high = frame[FRAME_HIGH + axis];
  frame[FRAME_LOW + axis] = low > -Infinity ? Math.min(0, (low - origin) * scale) : -Infinity;
  frame[FRAME_HIGH + axis] = high < Infinity ? Math.max(QUANTISED_MAX, (high - origin) * scale) : Infinity;
}

/** Fills `sample` with box centres along an axis, ascending. Items are picked by golden-ratio steps, never in a grid's beat. */
function sampleCentres(bounds: Float64Array, items: Uint32Array, count: number, axis: number): void {
  for (let i = 0; i < SAMPLE_SIZE; i++) {
    const pick = (Math.imul(i, 0x9e3779b1) >>> 0) % count;
    const box = BOUNDS_STRIDE * items[pick] + axis;
    const centre = 0.5 * bounds[box] + 0.5 * bounds[box + 3];
    let gap = i;
    while (gap > 0 && sample[gap - 1] > centre) {
      sample[gap] = sample[gap - 1];
      gap--;
    }
    sample[gap] = centre;
  }
}
