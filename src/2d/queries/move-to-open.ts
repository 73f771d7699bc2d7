import { HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { HIT_FROM, HIT_TO, HIT_X, HIT_Y } from './cast-piece.ts';

/** The layout of `edge`: the fraction of the hit's place along the edge, 0 to 1, and the length of the edge. */
export const ALONG = 0;
export const LENGTH = 1;

/** Share of the edge's length: a shorter overlap is rounding. */
const SLACK = 1e-9;

/**
 * Moves the point of a hit that lies flat on an edge into one of the open parts of the edge; false where it lies on
 * none: a shape that stands a little in the ground and is cast at a wall meets the wall above the ground.
 */
export function moveToOpen(hit: Float64Array, parts: Float64Array, count: number, edge: Float64Array): boolean {
  for (let i = 0; i < count; i++) {
    const low = Math.max((parts[2 * i] - edge[ALONG]) * edge[LENGTH], hit[HIT_FROM]);
    const high = Math.min((parts[2 * i + 1] - edge[ALONG]) * edge[LENGTH], hit[HIT_TO]);
    if (!(high - low > SLACK * edge[LENGTH])) continue;
    const by = low > 0 ? low : high;
    hit[HIT_X] -= by * hit[HIT_NORMAL_Y];
    hit[HIT_Y] += by * hit[HIT_NORMAL_X];
    return true;
  }
  return false;
}
