import { isBox } from './bounds-overlap.ts';
import { type BoxColumn, FRAME_ORIGIN, FRAME_SCALE, FRAME_VOIDS, QUANTISED_MAX } from './bvh.ts';

// These are `cellAt` for many: its text stands here again because calls with f64 arguments that the compiler does not
// inline allocate. So does a choice between an f64 and an integer, hence a store for each.
//
// Two functions and not one that is told: a hierarchy's items come in one call of many thousands, groups of a join in
// thousands of calls of a few. V8 that had compiled the long loop left the short ones in the interpreter for good.

/**
 * Writes the boxes of `items[0 .. count)` in the cells of a frame that covers all of them to `out`; what is no box
 * (NaN) inside out. Takes half as long as `clampBoxes`.
 */
export function quantiseBoxes(
  out: Int32Array,
  axes: number,
  bounds: BoxColumn,
  items: Uint32Array,
  count: number,
  frame: Float64Array,
): void {
  const inSpace = axes === 3;
  const stride = 2 * axes;
  const originX = frame[FRAME_ORIGIN];
  const originY = frame[FRAME_ORIGIN + 1];
  const originZ = frame[FRAME_ORIGIN + 2];
  const scaleX = frame[FRAME_SCALE];
  const scaleY = frame[FRAME_SCALE + 1];
  const scaleZ = frame[FRAME_SCALE + 2];
  for (let i = 0; i < count; i++) {
    const from = stride * items[i];
    const to = stride * i;
    const minX = (bounds[from] - originX) * scaleX;
    const minY = (bounds[from + 1] - originY) * scaleY;
    const maxX = (bounds[from + axes] - originX) * scaleX;
    const maxY = (bounds[from + axes + 1] - originY) * scaleY;
    const minZ = inSpace ? (bounds[from + 2] - originZ) * scaleZ : 0;
    const maxZ = inSpace ? (bounds[from + 5] - originZ) * scaleZ : 0;
    if (minX <= maxX && minY <= maxY && minZ <= maxZ) {
      out[to] = minX;
      out[to + 1] = minY;
      out[to + axes] = maxX;
      out[to + axes + 1] = maxY;
      if (inSpace) {
        out[to + 2] = minZ;
        out[to + 5] = maxZ;
      }
    } else {
      out.fill(QUANTISED_MAX, to, to + axes);
      out.fill(0, to + axes, to + stride);
      frame[FRAME_VOIDS] = 1;
    }
  }
}

/** The same for any frame: what lies outside of it gets the nearest cell. */
export function clampBoxes(
  out: Int32Array,
  axes: number,
  bounds: BoxColumn,
  items: Uint32Array,
  count: number,
  frame: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const from = 2 * axes * items[i];
    const to = 2 * axes * i;
    const valid = isBox(bounds, axes, from);
    if (!valid) frame[FRAME_VOIDS] = 1;
    for (let axis = 0; axis < axes; axis++) {
      const low = (bounds[from + axis] - frame[FRAME_ORIGIN + axis]) * frame[FRAME_SCALE + axis];
      const high = (bounds[from + axes + axis] - frame[FRAME_ORIGIN + axis]) * frame[FRAME_SCALE + axis];
      if (!valid || low > QUANTISED_MAX) out[to + axis] = QUANTISED_MAX;
      else if (low > 0) out[to + axis] = low;
      else out[to + axis] = 0;
      if (valid && high > QUANTISED_MAX) out[to + axes + axis] = QUANTISED_MAX;
      else if (valid && high > 0) out[to + axes + axis] = high;
      else out[to + axes + axis] = 0;
    }
  }
}
