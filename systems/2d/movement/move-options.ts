import type { CommonMoveOptions } from '../../core/movement/move-options.ts';
import type { Vector } from '../queries/vector.ts';
import type { MoveHit } from './move-result.ts';

/** Options of a call of `moveAndSlide`. */
export interface MoveOptions extends CommonMoveOptions<MoveHit> {
  /**
   * Which way is up, of any length: `{ x: 0, y: 1 }`, or `{ x: 0, y: -1 }` where y grows downwards. Without it, as for
   * a game seen from above, there is no ground, and `slopeLimit`, `stepHeight`, `snapDistance` and `carry` do nothing.
   */
  up?: Vector;
}
