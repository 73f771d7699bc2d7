import type { CommonMoveOptions } from '../../core/movement/move-options.ts';
import type { Vector } from '../queries/vector.ts';
import type { MoveHit } from './move-result.ts';

/** Options of a call of `moveAndSlide`. */
export interface MoveOptions extends CommonMoveOptions<MoveHit> {
  /**
   * Which way is up, of any length: `{ x: 0, y: 1, z: 0 }`, or away from the middle of a planet. Without it, as for a
   * mover that flies, there is no ground, and `slopeLimit`, `stepHeight`, `snapDistance` and `carry` do nothing.
   */
  up?: Vector;
}
