import { FRAME_ORIGIN, FRAME_SCALE, QUANTISED_MAX } from '../../core/bvh/bvh.ts';
import { BOUNDS_STRIDE, ITEM_BOX_STRIDE } from './layout.ts';

/**
 * Writes the boxes of `items[start .. end)` in a tree's cells to `out`, from its beginning on; a box with NaN inside
 * out. `clamps` may be false only when the frame covers all of them, which takes half as long.
 *
 * This is `cellAt` for many: its text stands here once more because calls with f64 arguments that the compiler does
 * not inline allocate. So does a choice between an f64 and an integer, hence a store for each.
 */
export function quantiseBoxes(
  out: Int32Array,
  bounds: Float64Array,
  items: Uint32Array,
  start: number,
  end: number,
  frame: Float64Array,
  clamps: boolean,
): void {
  const originX = frame[FRAME_ORIGIN];
  const originY = frame[FRAME_ORIGIN + 1];
  const scaleX = frame[FRAME_SCALE];
  const scaleY = frame[FRAME_SCALE + 1];
  let to = 0;
  for (let i = start; i < end; i++) {
    const from = BOUNDS_STRIDE * items[i];
    const minX = (bounds[from] - originX) * scaleX;
    const minY = (bounds[from + 1] - originY) * scaleY;
    const maxX = (bounds[from + 2] - originX) * scaleX;
    const maxY = (bounds[from + 3] - originY) * scaleY;
    if (!clamps && minX <= maxX && minY <= maxY) {
      out[to] = minX;
      out[to + 1] = minY;
      out[to + 2] = maxX;
      out[to + 3] = maxY;
    } else if (bounds[from] <= bounds[from + 2] && bounds[from + 1] <= bounds[from + 3]) {
      for (let side = 0; side < ITEM_BOX_STRIDE; side++) {
        const axis = side & 1;
        const cells = (bounds[from + side] - frame[FRAME_ORIGIN + axis]) * frame[FRAME_SCALE + axis];
        if (cells > QUANTISED_MAX) out[to + side] = QUANTISED_MAX;
        else if (cells > 0) out[to + side] = cells;
        else out[to + side] = 0;
      }
    } else {
      out[to] = QUANTISED_MAX;
      out[to + 1] = QUANTISED_MAX;
      out[to + 2] = 0;
      out[to + 3] = 0;
    }
    to += ITEM_BOX_STRIDE;
  }
}
