import { polygon } from 'bitecs-collision/2d';
import { AVENUES, EXTENT } from './plots.ts';

/** Half the height of the water, and with the road on either bank. */
export const WATER = 7.5;
export const BANK = 9;
/** How far its banks wind. */
const BEND = 45;
/** Length of a piece of the water. */
const PIECE = 8;
/**
 * How far each piece of the river overlaps the next one, so that a car that comes to the bank meets no edge between
 * two pieces.
 */
const OVERLAP = 1;

/** How far the river's middle is from y = 0: a cubic, which bends twice. */
export function riverAt(x: number): number {
  const t = (2 * x) / (EXTENT.maxX - EXTENT.minX);
  return BEND * (2.6 * t * t * t - 1.6 * t);
}

/** The water as the corners of convex pieces; every avenue crosses it on a bridge. */
export const river: readonly (readonly number[])[] = AVENUES.flatMap(({ right }, i) =>
  reach(right, AVENUES[i + 1]?.left ?? EXTENT.maxX),
);

/** The same pieces, for cars to run against. */
export const waters = river.map((corners) => polygon(corners));

/** The pieces between two bridges. */
function reach(left: number, right: number): number[][] {
  const count = Math.ceil((right - left) / PIECE);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.max(left, left + ((right - left) * i) / count - OVERLAP);
    const to = Math.min(right, left + ((right - left) * (i + 1)) / count + OVERLAP);
    const [y, nextY] = [riverAt(from), riverAt(to)];
    return [from, y - WATER, to, nextY - WATER, to, nextY + WATER, from, y + WATER];
  });
}
