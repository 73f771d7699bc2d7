import type { NumberArray, WritableNumberArray } from '../../../core/number-array.ts';
import { cosSin } from '../../../core/trigonometry.ts';

/**
 * How many numbers a motion has: x, y, angle at the start, then x, y, angle at the end. All change linearly in between.
 */
export const MOTION_STRIDE = 6;
const END = 3;

/**
 * Writes the pose (`x y cos sin`) of a motion at a time 0..1. Angles are in radians and run the way they are given: a
 * motion from 0 to 4π turns twice.
 *
 * Derived here: the straight mix of both ends.
 */
export function writePoseAt(
  out: WritableNumberArray,
  outOffset: number,
  motion: NumberArray,
  motionOffset: number,
  time: number,
): void {
  const x = motion[motionOffset] + time * travel(motion, motionOffset);
  const y = motion[motionOffset + 1] + time * travel(motion, motionOffset + 1);
  const angle = motion[motionOffset + 2] + time * travel(motion, motionOffset + 2);
  out[outOffset] = x;
  out[outOffset + 1] = y;
  cosSin(out, outOffset + 2, angle);
}

/** Returns how far a motion goes or turns, in the number at the offset. */
export function travel(motion: NumberArray, offset: number): number {
  return motion[offset + END] - motion[offset];
}
