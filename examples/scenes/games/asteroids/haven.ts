import type { Collision } from 'bitecs-collision/2d';
import { type Flight, HALF, wrap } from './flight.ts';

/** Places to come back at, the middle first: it is taken when nothing is near. */
const PLACES = [0, -0.5, 0.5].flatMap((x) => [0, -0.5, 0.5].map((y) => [x * HALF, y * HALF] as const));
/** How far off everything has to stay, and for how long the ways of rocks are followed, in seconds. */
const SAFE_DISTANCE = 4.5;
const AHEAD = [0, 0.5, 1, 1.5, 2];

/** Returns the first place where no rock is or will soon be, or the one that stays furthest from all. */
export function findHaven(
  { Transform }: Collision,
  flight: Flight,
  dangers: readonly number[],
): { readonly x: number; readonly y: number } {
  let best = { x: 0, y: 0 };
  let furthest = -1;
  for (const [x, y] of PLACES) {
    let nearest = Infinity;
    for (const eid of dangers) {
      for (const seconds of AHEAD) {
        const offX = wrap(wrap(Transform.x[eid] + flight.velocityX[eid] * seconds) - x);
        const offY = wrap(wrap(Transform.y[eid] + flight.velocityY[eid] * seconds) - y);
        nearest = Math.min(nearest, Math.sqrt(offX * offX + offY * offY) - Transform.scale[eid]);
      }
    }
    if (nearest <= furthest) continue;
    [best, furthest] = [{ x, y }, nearest];
    if (nearest > SAFE_DISTANCE) break;
  }
  return best;
}
