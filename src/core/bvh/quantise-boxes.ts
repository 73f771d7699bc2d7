import { isBox } from './bounds-overlap.ts';
import { FRAME_ORIGIN, FRAME_SCALE, QUANTISED_MAX } from './bvh.ts';

/**
 * Writes the boxes of `items[start .. end)` in a tree's cells to `out`, from its beginning on; what is no box (NaN)
 * inside out. `clamps` may be false only when the frame covers all of them, which takes half as long.
 *
 * This is `cellAt` for many: its text stands here once more because calls with f64 arguments that the compiler does
 * not inline allocate. So does a choice between an f64 and an integer, hence a store for each.
 */
export function quantiseBoxes(
  out: Int32Array,
  axes: number,
  bounds: Float64Array,
  items: Uint32Array,
  start: number,
  end: number,
  frame: Float64Array,
  clamps: boolean,
): void {
  const inSpace = axes === 3;
  const stride = 2 * axes;
  const originX = frame[FRAME_ORIGIN];
  const originY = frame[FRAME_ORIGIN + 1];
  const originZ = frame[FRAME_ORIGIN + 2];
  const scaleX = frame[FRAME_SCALE];
  const scaleY = frame[FRAME_SCALE + 1];
  const scaleZ = frame[FRAME_SCALE + 2];
  let to = 0;
  for (let i = start; i < end; i++) {
    const from = stride * items[i];
    const minX = (bounds[from] - originX) * scaleX;
    const minY = (bounds[from + 1] - originY) * scaleY;
    const maxX = (bounds[from + axes] - originX) * scaleX;
    const maxY = (bounds[from + axes + 1] - originY) * scaleY;
    const minZ = inSpace ? (bounds[from + 2] - originZ) * scaleZ : 0;
    const maxZ = inSpace ? (bounds[from + 5] - originZ) * scaleZ : 0;
    if (!clamps && minX <= maxX && minY <= maxY && minZ <= maxZ) {
      out[to] = minX;
      out[to + 1] = minY;
      out[to + axes] = maxX;
      out[to + axes + 1] = maxY;
      if (inSpace) {
        out[to + 2] = minZ;
        out[to + 5] = maxZ;
      }
    } else {
      const valid = isBox(bounds, axes, from);
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
    to += stride;
  }
}
