import type { WritableNumberArray } from '../../../core/number-array.ts';
import type { ConvexPiece } from './convex-piece.ts';
import { PENETRATION_DEPTH, PENETRATION_STRIDE, writePenetration } from './write-penetration.ts';

const written = new Float64Array(PENETRATION_STRIDE);

/**
 * Computes the penetration depth of two rounded convex pieces in one frame by separating axes: writes the unit normal
 * from A to B and the deepest points on the surfaces of A and of B (6 numbers), and returns the depth. Moving B by
 * depth · normal, or A by its opposite, just separates them, and no shorter translation does. Pieces that do not
 * overlap give minus their distance, the direction from A to B and the closest points. NaN gives NaN and writes
 * nothing.
 *
 * Exact for any count of vertices, contained and concentric shapes included; see `collideConvex` for ties.
 *
 * Source: Ericson, Real-Time Collision Detection, 5.2.1; the contacts of `collideConvex` without a limit.
 */
export function penetrationSat(out: WritableNumberArray, outOffset: number, a: ConvexPiece, b: ConvexPiece): number {
  writePenetration(written, a, b);
  const depth = written[PENETRATION_DEPTH];
  if (Number.isNaN(depth)) return depth;
  for (let i = 0; i < PENETRATION_DEPTH; i++) out[outOffset + i] = written[i];
  return depth;
}
