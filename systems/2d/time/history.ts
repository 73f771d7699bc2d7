import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import {
  type CollisionHistory,
  createHistory,
  type HistoryDimension,
  type HistoryOptions,
} from '../../core/time/history.ts';
import { plane } from '../dimension.ts';

const FULL_TURN = 2 * Math.PI;

const past: HistoryDimension<ColliderSet> = {
  dimension: plane,
  mixTurn({ rotation }, before, after, index, fraction) {
    if (rotation === undefined) return;
    const way = after.rotation[index] - before.rotation[index];
    // The angles are mixed the short way round.
    rotation[index] = before.rotation[index] + fraction * (way - FULL_TURN * Math.round(way / FULL_TURN));
  },
};

/**
 * Makes a history of a world, for questions about the past: a server that judges a shot where the shooter saw its
 * target, say. Call `record()` after every tick, and give queries `history.at(tick)` in place of the world. A tick
 * takes about 120 bytes an entity index.
 * @throws CollisionError `invalid-state` when the world has no collision, `out-of-range` for ticks.
 */
export function createCollisionHistory(world: object, options: HistoryOptions = {}): CollisionHistory {
  return createHistory(past, world, options);
}
