import type { CollisionHistory } from 'bitecs-collision/2d';
import type { Arena } from './arena.ts';
import type { Game } from './game.ts';
import { MAX_PLAYERS, MAX_REWIND, RAIL_RANGE } from './rules.ts';
import { aimOf } from './words.ts';

/** Times in the past are sent as quarters of a tick, in a byte. */
export const AGO_STEPS = 4;
const MAX_AGO = MAX_REWIND * AGO_STEPS;

const direction = new Float64Array(3);
const from = { x: 0, y: 0, z: 0 };
const way = { x: 0, y: 0, z: 0 };

/**
 * Returns which of the arena's `targets` a ray hits that is fired in the next tick, −1 for none. `ago` is how long ago
 * the shooter saw what he shot at, in quarters of a tick. It is only a claim: nobody gets to see a world older than
 * MAX_REWIND.
 */
export function judgeRail(
  game: Game,
  arena: Arena,
  history: CollisionHistory,
  slot: number,
  word: number,
  ago: number,
): number {
  const wanted = arena.tick + 1 - Math.min(ago, MAX_AGO) / AGO_STEPS;
  const seen = Math.max(history.oldest, Math.min(wanted, history.newest));
  if (seen < 0) return -1;
  game.writeDirection(direction, aimOf(word));
  const { places, targets, plan } = arena;
  const fighter = arena.fighters[slot];
  from.x = places[0][fighter] + plan.eye[0];
  from.y = places[1][fighter] + plan.eye[1];
  way.x = direction[0] * RAIL_RANGE;
  way.y = direction[1] * RAIL_RANGE;
  if (places.length > 2) {
    from.z = places[2][fighter] + plan.eye[2];
    way.z = direction[2] * RAIL_RANGE;
  }
  const ignore = targets.filter((_, hit) => hit % MAX_PLAYERS === slot);
  const hit = game.engine.castRay(history.at(seen), from, way, { ...game.rail, maxFraction: 1, ignore });
  return hit === undefined ? -1 : targets.indexOf(hit.entity);
}
