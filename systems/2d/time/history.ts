import { requireState } from '../../core/collision-state.ts';
import { type CollisionHistory, type HistoryOptions, makeHistory } from '../../core/time/history.ts';
import { plane } from '../dimension.ts';

/**
 * Makes a history of a world, for questions about the past: a server that judges a shot where the shooter saw its
 * target, say. Call `record()` after every tick, and give queries `history.at(tick)` in place of the world. A tick
 * takes about 120 bytes an entity index.
 * @throws CollisionError `invalid-state` when the world has no collision, `out-of-range` for ticks.
 */
export function createCollisionHistory(world: object, options: HistoryOptions = {}): CollisionHistory {
  return makeHistory(requireState(world, plane), options, ['rotation']);
}
