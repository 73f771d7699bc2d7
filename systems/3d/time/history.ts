import type { ColliderSet } from '../../../src/3d/collider-set.ts';
import {
  type CollisionHistory,
  createHistory,
  type HistoryDimension,
  type HistoryOptions,
  type TransformValues,
} from '../../core/time/history.ts';
import { space } from '../dimension.ts';

const ROTATION = ['qx', 'qy', 'qz', 'qw'] as const;

const past: HistoryDimension<ColliderSet> = { dimension: space, mixTurn };

const from = new Float64Array(4);
const to = new Float64Array(4);

/**
 * Mixes the two unit quaternions evenly: on the short way, as q and −q are one rotation. The mix is not of unit length,
 * which the engine does not ask for, but never short: the two are no more than a right angle apart. For a quarter turn
 * in one tick the mix is never more than 0.92° behind or ahead of an even turn, for half a turn 8.2°.
 */
function mixTurn(
  mixed: TransformValues,
  before: TransformValues,
  after: TransformValues,
  index: number,
  fraction: number,
): void {
  // Without a column for w, which then counts as 1, quaternions of any length are mixed number by number: the result
  // is a rotation.
  if (mixed.qw === undefined) return;
  readUnit(from, before, index);
  readUnit(to, after, index);
  const cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
  const sign = cosine < 0 ? -1 : 1;
  for (let i = 0; i < 4; i++) {
    if (mixed[ROTATION[i]] === undefined) continue;
    mixed[ROTATION[i]][index] = from[i] + fraction * (sign * to[i] - from[i]);
  }
}

/** Reads a rotation as a unit quaternion. A game's own stores may lack columns, which stand for no turn. */
function readUnit(out: Float64Array, values: TransformValues, index: number): void {
  let squared = 0;
  for (let i = 0; i < 4; i++) {
    const column = values[ROTATION[i]];
    out[i] = column === undefined ? 0 : column[index];
    squared += out[i] * out[i];
  }
  const scale = 1 / Math.sqrt(squared);
  for (let i = 0; i < 4; i++) out[i] *= scale;
}

/**
 * Makes a history of a world, for questions about the past: a server that judges a shot where the shooter saw its
 * target, say. Call `record()` after every tick, and give queries `history.at(tick)` in place of the world. A tick
 * takes about 190 bytes an entity index.
 * @throws CollisionError `invalid-state` when the world has no collision, `out-of-range` for ticks.
 */
export function createCollisionHistory(world: object, options: HistoryOptions = {}): CollisionHistory {
  return createHistory(past, world, options);
}
