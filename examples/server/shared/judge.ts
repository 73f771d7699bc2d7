import { type CollisionHistory, castRay } from 'bitecs-collision/2d';
import { type Arena, FIGHTER, WALL } from './arena.ts';
import { MAX_REWIND, RAIL_RANGE } from './rules.ts';
import { AIM_DIRECTIONS } from './step.ts';
import { aimOf } from './words.ts';

/** Times in the past are sent as quarters of a tick, in a byte. */
export const AGO_STEPS = 4;
const MAX_AGO = MAX_REWIND * AGO_STEPS;

/**
 * Returns the slot of whom a ray hits that is fired in the next tick, −1 for nobody. `ago` is how long ago the shooter
 * saw what he shot at, in quarters of a tick. It is only a claim: nobody gets to see a world older than MAX_REWIND.
 */
export function judgeRail(arena: Arena, history: CollisionHistory, slot: number, word: number, ago: number): number {
  const wanted = arena.tick + 1 - Math.min(ago, MAX_AGO) / AGO_STEPS;
  const seen = Math.max(history.oldest, Math.min(wanted, history.newest));
  if (seen < 0) return -1;
  const fighter = arena.fighters[slot];
  const { x, y } = arena.collision.Transform;
  const aim = aimOf(word);
  const hit = castRay(
    history.at(seen),
    { x: x[fighter], y: y[fighter] },
    { x: AIM_DIRECTIONS[2 * aim] * RAIL_RANGE, y: AIM_DIRECTIONS[2 * aim + 1] * RAIL_RANGE },
    { ignore: fighter, maskBits: FIGHTER | WALL },
  );
  return hit === undefined ? -1 : arena.fighters.indexOf(hit.entity);
}
