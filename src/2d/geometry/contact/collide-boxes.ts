import type { NumberArray } from '../../../core/number-array.ts';
import { BOX_RADIUS, BOX_STRIDE, collideRoundedBoxes } from './collide-rounded-boxes.ts';

const roundedA = new Float64Array(BOX_STRIDE);
const roundedB = new Float64Array(BOX_STRIDE);
const limit = new Float64Array(1);

/**
 * Collides two oriented boxes (centre, halfExtents, cos sin: 6 numbers each): same results, layout and features as
 * `collideConvex` on their four corners (−,−), (+,−), (+,+), (−,+), at less than half the cost. Returns the number of
 * points, 0 when they are farther apart than `margin`. NaN gives 0.
 *
 * Derived here: the four axes of Ericson, Real-Time Collision Detection, 4.4.1, and the clipping of `collideConvex`,
 * in a box's frame.
 */
export function collideBoxes(
  out: Float64Array,
  features: Uint32Array,
  a: NumberArray,
  aOffset: number,
  b: NumberArray,
  bOffset: number,
  margin: number,
): number {
  for (let i = 0; i < BOX_RADIUS; i++) {
    roundedA[i] = a[aOffset + i];
    roundedB[i] = b[bOffset + i];
  }
  limit[0] = margin;
  return collideRoundedBoxes(out, features, roundedA, roundedB, limit);
}
