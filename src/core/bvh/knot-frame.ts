import { reserve } from '../typed-array.ts';
import {
  type BoxColumn,
  type Bvh,
  COLUMN_SCALE,
  FRAME_ORIGIN,
  FRAME_PLAIN,
  FRAME_SEGMENTS,
  LEAF_CAPACITY,
  QUANTISED_COUNT,
  segmentsOf,
} from './bvh.ts';
import { placeCells } from './cell-bounds.ts';
import { SCALE_MAX } from './curve-grid.ts';

/** More segments than 2^MAX_BITS do not fit the processor's first cache. */
const MAX_BITS = 8;

/** By the binary logarithm of the number of segments: an array for the coordinates of the knots. */
const samples: Float64Array[] = [];

/**
 * Makes the even frame of a tree knotted. The knots of an axis are coordinates of items that are spread evenly over the
 * tree's order, about one for each leaf. As all segments have equally many cells, cells are narrow where items crowd,
 * and a gap between clusters takes no more cells than any other segment: clusters far from each other are told apart as
 * if they were close, and so are places of every magnitude around the origin.
 *
 * Derived here, from histogram equalisation: the map of an axis is the distribution function of the coordinates,
 * piecewise linear.
 */
export function knotFrame(bvh: Bvh, bounds: BoxColumn): void {
  const { axes } = bvh.routines;
  const bits = Math.min(MAX_BITS, 31 - Math.clz32(bvh.itemCount / LEAF_CAPACITY));
  if (bits < 1) return;
  const segments = 1 << bits;
  bvh.frame = reserve(bvh.frame, segmentsOf(axes, segments));
  bvh.frame.fill(0, segmentsOf(0, segments));
  bvh.frame[FRAME_PLAIN] = 0;
  bvh.frame[FRAME_SEGMENTS] = segments;
  while (samples.length <= bits) samples.push(new Float64Array((1 << samples.length) + 1));
  for (let axis = 0; axis < axes; axis++) {
    sampleSides(samples[bits], bvh, bounds, axis);
    samples[bits].sort();
    const first = segmentsOf(axis, segments);
    for (let i = 0; i <= segments; i++) bvh.frame[first + i] = samples[bits][i];
    for (let i = 0; i < segments; i++) scaleSegment(bvh.frame, first + i, segments);
  }
}

/** Fills `sample` with coordinates of items along an axis, by turns the least and the largest of a box. */
function sampleSides(
  sample: Float64Array,
  { itemCount, order, frame, routines }: Bvh,
  bounds: BoxColumn,
  axis: number,
): void {
  const { axes } = routines;
  const step = (itemCount - 1) / (sample.length - 1);
  for (let i = 0; i < sample.length; i++) {
    const side = bounds[2 * axes * order[(i * step) | 0] + (i & 1) * axes + axis];
    sample[i] = Number.isFinite(side) ? side : frame[FRAME_ORIGIN + axis];
  }
}

/** Gives a segment its share of the cells. A segment without width, or with one that overflows, gets the scale 0. */
function scaleSegment(frame: Float64Array, at: number, segments: number): void {
  const width = frame[at + 1] - frame[at];
  const scale = width > 0 && width < Infinity ? Math.min(QUANTISED_COUNT / segments / width, SCALE_MAX) : 0;
  frame[at + COLUMN_SCALE * (segments + 1)] = scale;
  placeCells(frame, at, segments);
}
