/** Directions of a full turn, 3.75 degrees apart: a game that must be the same on every engine cannot use Math.cos. */
export const DIRECTIONS = 96;
/** Radians from one direction to the next. */
export const TURN = (2 * Math.PI) / DIRECTIONS;

export const directionX = new Float64Array(DIRECTIONS);
export const directionY = new Float64Array(DIRECTIONS);

const COS_TURN = 0.9978589232386035;
const SIN_TURN = 0.06540312923014306;

for (let i = 0, x = 1, y = 0; i < DIRECTIONS; i++) {
  directionX[i] = x;
  directionY[i] = y;
  [x, y] = [COS_TURN * x - SIN_TURN * y, SIN_TURN * x + COS_TURN * y];
}

/** Brings any whole number into 0 … DIRECTIONS − 1. */
export function wrapDirection(direction: number): number {
  return ((direction % DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
}

/** Returns −1, 0 or 1: which way to turn from a direction to face (x, y). */
export function turnTowards(direction: number, x: number, y: number): number {
  const across = directionX[direction]! * y - directionY[direction]! * x;
  const along = directionX[direction]! * x + directionY[direction]! * y;
  if (along > 0 && Math.abs(across) <= along * SIN_TURN) return 0;
  return across < 0 ? -1 : 1;
}
