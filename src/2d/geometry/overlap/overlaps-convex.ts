import { coldAxisCache } from '../../../core/axis-cache.ts';
import type { ConvexPiece } from '../convex/convex-piece.ts';
import { findSeparatingAxis } from '../convex/find-separating-axis.ts';

const axis = new Float64Array(2);

/**
 * Returns whether two rounded convex pieces in one frame overlap; touching counts. `cache[cacheIndex]` remembers the
 * axis that separated them, see `findSeparatingAxis`. Pieces of NaN overlap nothing.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.1.
 */
export function overlapsConvex(
  a: ConvexPiece,
  b: ConvexPiece,
  cache: Int32Array = coldAxisCache(),
  cacheIndex = 0,
): boolean {
  const separation = findSeparatingAxis(axis, 0, a, b, cache, cacheIndex);
  return separation <= 0 && separation > -Infinity;
}
