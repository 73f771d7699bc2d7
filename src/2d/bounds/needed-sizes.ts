/** Bits: which sizes a kind must have above 0. Of those that it does not, the radius may be 0 and the others are not looked at. */
export const NEEDS_RADIUS = 1;
export const NEEDS_HALF_WIDTH = 2;
export const NEEDS_HALF_HEIGHT = 4;

/** By kind: none, circle, capsule, box, then the registered ones. Anything beyond is no kind. */
export const NEEDED_SIZES = [
  0,
  NEEDS_RADIUS,
  NEEDS_RADIUS | NEEDS_HALF_HEIGHT,
  NEEDS_HALF_WIDTH | NEEDS_HALF_HEIGHT,
  0,
  0,
  0,
  0,
] as const;
