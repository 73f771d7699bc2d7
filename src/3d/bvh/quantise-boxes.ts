import { FRAME_ORIGIN, FRAME_SCALE, QUANTISED_MAX } from '../../core/bvh/bvh.ts';
import { isBox } from './bounds-overlap.ts';
import { BOUNDS_STRIDE, ITEM_BOX_STRIDE } from './layout.ts';

/**
 * Writes the boxes of `items[start .. end)` in a tree's cells to `out`, from its beginning on; what is no box (NaN)
 * inside out.
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
): void {
  let to = 0;
  for (let i = start; i < end; i++) {
    const from = BOUNDS_STRIDE * items[i];
    const valid = isBox(bounds, from);
    for (let axis = 0; axis < 3; axis++) {
      const origin = frame[FRAME_ORIGIN + axis];
      const scale = frame[FRAME_SCALE + axis];
      const low = (bounds[from + axis] - origin) * scale;
      const high = (bounds[from + 3 + axis] - origin) * scale;
      if (!valid || low > QUANTISED_MAX) out[to + axis] = QUANTISED_MAX;
      else if (low > 0) out[to + axis] = low;
      else out[to + axis] = 0;
      if (valid && high > QUANTISED_MAX) out[to + 3 + axis] = QUANTISED_MAX;
      else if (valid && high > 0) out[to + 3 + axis] = high;
      else out[to + 3 + axis] = 0;
    }
    to += ITEM_BOX_STRIDE;
  }
}
