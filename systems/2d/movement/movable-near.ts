import {
  BOUNDS_STRIDE,
  type ColliderSet,
  POSE_COS,
  POSE_SIN,
  POSE_STRIDE,
  POSE_X,
  POSE_Y,
} from '../../../src/2d/collider-set.ts';
import { FLAG_STATIC, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { ALL_PIECES } from '../../../src/core/movement/move-space.ts';
import { createVector } from '../../../src/core/movement/vector.ts';
import { isVisible } from '../../../src/core/queries/query-scope.ts';
import type { WorldScope } from '../../core/queries/query-scope.ts';
import { createPlaceNear, type MoveResult } from './move-result.ts';
import type { WorldMover } from './world-mover.ts';

/** Of the mover's size: how far off a collider may be and still be near. */
export const NEAR = 0.25;

const back = createVector();

/** Notes where the colliders are that may move and are near a mover at the end of its move. */
export function noteMovable(own: WorldMover, { set }: WorldScope<ColliderSet>, out: MoveResult): void {
  const { slots, poses } = set;
  const { items, count } = own.listAround(own.move.position);
  out.nearCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (slots.state[slot] !== SLOT_LIVE || (slots.flags[slot] & FLAG_STATIC) !== 0) continue;
    if (out.nearCount === out.near.length) out.near.push(createPlaceNear());
    const place = out.near[out.nearCount++];
    const at = slot * POSE_STRIDE;
    place.entity = slots.entity[slot];
    place.slot = slot;
    place.x = poses[at + POSE_X];
    place.y = poses[at + POSE_Y];
    place.cos = poses[at + POSE_COS];
    place.sin = poses[at + POSE_SIN];
  }
}

/**
 * Holds a mover on the side of each collider that has moved into it since its last move: the side by which the mover
 * would have come in, had the collider stood and the mover gone the opposite way. Past the mover's middle, the shortest
 * way out is on the other side.
 */
export function recallMovable(own: WorldMover, { set }: WorldScope<ColliderSet>, result: MoveResult): void {
  const { move, offset, filter, shape, hit, size } = own;
  const { position } = move;
  const { slots, bounds, poses } = set;
  const { box } = shape;
  for (let i = 0; i < result.nearCount; i++) {
    const { entity, slot, x, y, cos, sin } = result.near[i];
    const at = slot * POSE_STRIDE;
    if (slots.state[slot] !== SLOT_LIVE || slots.entity[slot] !== entity) continue;
    const toX = poses[at + POSE_X];
    const toY = poses[at + POSE_Y];
    const turnCos = poses[at + POSE_COS] * cos + poses[at + POSE_SIN] * sin;
    const turnSin = poses[at + POSE_SIN] * cos - poses[at + POSE_COS] * sin;
    if (toX === x && toY === y && turnSin === 0) continue;
    const edge = slot * BOUNDS_STRIDE;
    if (bounds[edge] > box[2] || bounds[edge + 1] > box[3] || bounds[edge + 2] < box[0] || bounds[edge + 3] < box[1])
      continue;
    if (isCrusher(result, slot) || !isVisible(set, slot, filter)) continue;
    // Where the mover was, had it been fixed to the collider.
    const fromX = result.x + offset[0] - x;
    const fromY = result.y + offset[1] - y;
    back[0] = toX + (turnCos * fromX - turnSin * fromY) - position[0];
    back[1] = toY + (turnSin * fromX + turnCos * fromY) - position[1];
    // The way back is along the chord, and what turned was not as near as it is now along all of it.
    if (turnSin !== 0) {
      const length = Math.sqrt(back[0] * back[0] + back[1] * back[1]);
      if (!(length > 0)) continue;
      const longer = 1 + (Math.abs(turnSin) * size) / length;
      back[0] *= longer;
      back[1] *= longer;
    }
    if (own.findEntry(slot, position, back)) own.holdOnSide(slot, ALL_PIECES, hit.normal);
  }
}

/** Whether a mover was in a collider already, which then tells by itself on which side. */
function isCrusher({ crushers, crusherCount }: MoveResult, slot: number): boolean {
  for (let i = 0; i < crusherCount; i++) if (crushers[i].slot === slot && crushers[i].penetration > 0) return true;
  return false;
}
