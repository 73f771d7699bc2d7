import { cos, sin } from 'bitecs-collision/2d';

/**
 * Directions of a full turn, 3.75 degrees apart. The package's cosine and sine are the same on every engine, unlike
 * Math.cos.
 */
export const DIRECTIONS = 96;
/** Radians from one direction to the next. */
export const TURN = (2 * Math.PI) / DIRECTIONS;

export const directionX = new Float64Array(DIRECTIONS);
export const directionY = new Float64Array(DIRECTIONS);

const SIN_TURN = sin(TURN);

for (let i = 0; i < DIRECTIONS; i++) {
  directionX[i] = cos(i * TURN);
  directionY[i] = sin(i * TURN);
}

/** Brings any whole number into 0 … DIRECTIONS − 1. */
export function wrapDirection(direction: number): number {
  return ((direction % DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
}

/** Returns −1, 0 or 1: which way to turn from a direction to face (x, y). */
export function turnTowards(direction: number, x: number, y: number): number {
  const across = directionX[direction] * y - directionY[direction] * x;
  const along = directionX[direction] * x + directionY[direction] * y;
  if (along > 0 && Math.abs(across) <= along * SIN_TURN) return 0;
  return across < 0 ? -1 : 1;
}
