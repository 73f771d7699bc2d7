import { type BoxColumn, type Bvh, FRAME_SCALE } from './bvh.ts';
import { SORT_ORIGIN, SORT_WIDTH } from './curve-grid.ts';

/** The width in cells below which a box is noticeably enlarged by being extended to the sides of its cells. */
const NARROW = 4;

/** The number of pairs of items that the cells of a tree's frame cannot tell apart; `frameCentres` adds to it. */
export const blur = { pairs: 0 };

/**
 * Sets a sort frame to the centres of the items at the positions `start` … `end` − 1, as far as these are finite;
 * returns whether they do not all coincide.
 *
 * Where the centres lie within fewer cells than there are items, narrow boxes share their cells with others that they
 * do not meet: `blur` counts how many pairs these make.
 */
export function frameCentres(
  sortFrame: Float64Array,
  bvh: Bvh,
  bounds: BoxColumn,
  start: number,
  end: number,
): boolean {
  const { frame, order } = bvh;
  const { axes } = bvh.routines;
  let differs = false;
  let blurred = 0;
  for (let axis = 0; axis < axes; axis++) {
    const scale = frame[FRAME_SCALE + axis];
    let min = Infinity;
    let max = -Infinity;
    let narrow = 0;
    for (let i = start; i < end; i++) {
      const box = 2 * axes * order[i] + axis;
      const centre = bounds[box] + bounds[box + axes];
      if (centre < min && centre > -Infinity) min = centre;
      if (centre > max && centre < Infinity) max = centre;
      if ((bounds[box + axes] - bounds[box]) * scale < NARROW) narrow++;
    }
    sortFrame[SORT_ORIGIN + axis] = min;
    sortFrame[SORT_WIDTH + axis] = Math.max(max - min, 0);
    if (!(max > min)) continue;
    differs = true;
    if (0.5 * (max - min) * scale < end - start && narrow > blurred) blurred = narrow;
  }
  blur.pairs += blurred * blurred;
  return differs;
}
