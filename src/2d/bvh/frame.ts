import {
  BOUNDS_STRIDE,
  FRAME_CLAMPS,
  FRAME_HIGH_X,
  FRAME_LOW_X,
  FRAME_ORIGIN_X,
  FRAME_SCALE_X,
  FRAME_SCALE_Y,
  QUANTISED_MAX,
} from './bvh.ts';
import { SCALE_MAX, SORT_ORIGIN_X, SORT_WIDTH_X } from './sort-frame.ts';

export * from './sort-frame.ts';

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

const sample = new Float64Array(SAMPLE_SIZE);
/** Extent of the finite bounds: minX, minY, maxX, maxY. */
const world = new Float64Array(4);
/** The same with the infinite ones. */
const reach = new Float64Array(4);

/**
 * Chooses the frames of a build: `frame` (origin and scale of the quantised boxes, an axis each) and `sortFrame`
 * (where the centres are; a few beyond it do no harm). Both depend on the boxes and their order
 * only, and neither is ruined by a few items far away or by a few huge ones. Returns the largest item number.
 */
export function computeFrame(
  frame: Float64Array,
  sortFrame: Float64Array,
  bounds: Float64Array,
  items: Uint32Array,
  count: number,
): number {
  const largestItem = computeWorld(bounds, items, count);
  computeAxis(frame, sortFrame, bounds, items, count, 0);
  computeAxis(frame, sortFrame, bounds, items, count, 1);
  // All on one line: the axis of no width borrows the other's cells, so that what lies beside the line is told apart.
  if (frame[FRAME_SCALE_X] === 0) frame[FRAME_SCALE_X] = frame[FRAME_SCALE_Y];
  if (frame[FRAME_SCALE_Y] === 0) frame[FRAME_SCALE_Y] = frame[FRAME_SCALE_X];
  frame[FRAME_CLAMPS] = 0;
  setReach(frame, 0);
  setReach(frame, 1);
  return largestItem;
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
  const worldMin = world[axis];
  const worldMax = world[2 + axis];
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
  frame[FRAME_ORIGIN_X + axis] = min;
  // No width has no scale, and neither has one that overflows: all is in cell 0.
  const width = max - min;
  frame[FRAME_SCALE_X + axis] = width > 0 && width < Infinity ? Math.min(QUANTISED_MAX / width, SCALE_MAX) : 0;
  sortFrame[SORT_ORIGIN_X + axis] = 2 * sortMin;
  const sortWidth = 2 * (sortMax - sortMin);
  sortFrame[SORT_WIDTH_X + axis] = sortWidth < Infinity ? sortWidth : 0;
}

/** Sets how far an axis reaches in cells. An infinite box reaches infinitely far, also where the scale is 0. */
function setReach(frame: Float64Array, axis: number): void {
  const origin = frame[FRAME_ORIGIN_X + axis];
  const scale = frame[FRAME_SCALE_X + axis];
  const low = reach[axis];
  const high = reach[2 + axis];
  const lowest = low > -Infinity ? Math.min(0, (low - origin) * scale) : -Infinity;
  const highest = high < Infinity ? Math.max(QUANTISED_MAX, (high - origin) * scale) : Infinity;
  frame[FRAME_LOW_X + axis] = lowest;
  frame[FRAME_HIGH_X + axis] = highest;
  // One cell beyond is rounding at the world's edge, and rounds down.
  if (lowest < 0 || highest >= QUANTISED_MAX + 1) frame[FRAME_CLAMPS] = 1;
}

/** Sets `world` to the extent of all finite bounds; nothing finite leaves a point at the origin. */
function computeWorld(bounds: Float64Array, items: Uint32Array, count: number): number {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let largestItem = -1;
  for (let i = 0; i < count; i++) {
    const item = items[i];
    const box = BOUNDS_STRIDE * item;
    const x0 = bounds[box];
    const y0 = bounds[box + 1];
    const x1 = bounds[box + 2];
    const y1 = bounds[box + 3];
    if (item > largestItem) largestItem = item;
    if (x0 < minX) minX = x0;
    if (y0 < minY) minY = y0;
    if (x1 > maxX) maxX = x1;
    if (y1 > maxY) maxY = y1;
  }
  reach[0] = minX;
  reach[1] = minY;
  reach[2] = maxX;
  reach[3] = maxY;
  if (minX > -Infinity && minY > -Infinity && maxX < Infinity && maxY < Infinity) {
    world[0] = minX;
    world[1] = minY;
    world[2] = maxX;
    world[3] = maxY;
  } else {
    finiteExtent(bounds, items, count, 0);
    finiteExtent(bounds, items, count, 1);
  }
  return largestItem;
}

/** The slow way for an axis with unbounded boxes (half planes): their finite ends count, the others do not. */
function finiteExtent(bounds: Float64Array, items: Uint32Array, count: number, axis: number): void {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < count; i++) {
    const box = BOUNDS_STRIDE * items[i] + axis;
    const low = bounds[box];
    const high = bounds[box + 2];
    if (low < min && low > -Infinity) min = low;
    if (low > max && low < Infinity) max = low;
    if (high > max && high < Infinity) max = high;
    if (high < min && high > -Infinity) min = high;
  }
  world[axis] = min <= max ? min : 0;
  world[2 + axis] = min <= max ? max : 0;
}

/** Fills `sample` with box centres along an axis, ascending. Items are picked by golden-ratio steps, never in a grid's beat. */
function sampleCentres(bounds: Float64Array, items: Uint32Array, count: number, axis: number): void {
  for (let i = 0; i < SAMPLE_SIZE; i++) {
    const pick = (Math.imul(i, 0x9e3779b1) >>> 0) % count;
    const box = BOUNDS_STRIDE * items[pick] + axis;
    const centre = 0.5 * bounds[box] + 0.5 * bounds[box + 2];
    let gap = i;
    while (gap > 0 && sample[gap - 1] > centre) {
      sample[gap] = sample[gap - 1];
      gap--;
    }
    sample[gap] = centre;
  }
}
