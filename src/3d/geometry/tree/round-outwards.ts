/** 2^−23, the spacing of f32 at 1, and the least f32 above 0. */
const SPACING = 1.1920928955078125e-7;
const LEAST = 1.401298464324817e-45;

/** Returns an f32 that is no larger than a number, and nearly as large. */
export function roundDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : Math.fround(value - (Math.abs(value) * SPACING + LEAST));
}

/** Returns an f32 that is no smaller than a number, and nearly as small. */
export function roundUp(value: number): number {
  const rounded = Math.fround(value);
  return rounded >= value ? rounded : Math.fround(value + (Math.abs(value) * SPACING + LEAST));
}
