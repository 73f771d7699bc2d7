import type { BoxColumn } from '../../core/bvh/bvh.ts';
import { BOUNDS_STRIDE } from './layout.ts';

/** Tells whether the boxes of two items overlap; touching counts, NaN does not. */
export function boundsOverlap(bounds: BoxColumn, itemA: number, itemB: number): boolean {
  const a = BOUNDS_STRIDE * itemA;
  const b = BOUNDS_STRIDE * itemB;
  return (
    bounds[a + 2] >= bounds[b] &&
    bounds[b + 2] >= bounds[a] &&
    bounds[a + 3] >= bounds[b + 1] &&
    bounds[b + 3] >= bounds[a + 1]
  );
}
