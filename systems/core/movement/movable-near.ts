import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { FLAG_STATIC, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { ALL_PIECES } from '../../../src/core/movement/move-space.ts';
import {
  createScalar,
  createVector,
  hasLength,
  scaleVector,
  type Vector,
  writeLength,
} from '../../../src/core/movement/vector.ts';
import { hasShape, isVisible } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../adapter/entities.ts';
import { slotOf } from '../adapter/member-slots.ts';
import type { WorldScope } from '../queries/query-scope.ts';
import { keepFrame, recallFrame } from './frames.ts';
import type { AnyMoveResult, AnyPlaceNear } from './move-result.ts';
import type { WorldMover } from './world-mover.ts';

/** The distance up to which a collider counts as near, as a part of the mover's size. */
export const NEAR = 0.25;

const back = createVector();
const away = createVector();
const sine = createScalar();
const length = createScalar();
const behind = createScalar();
const width = createScalar();
const NO_WAY = createVector();

/**
 * Notes where the colliders are that may move and are near a mover at the end of its move, and where those are that a
 * game calls fast.
 */
export function noteMovable<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { set, state }: WorldScope<Set>,
  fast: readonly EntityId[] | undefined,
  out: AnyMoveResult,
  createPlaceNear: () => AnyPlaceNear,
): void {
  const { slots } = set;
  const { items, count } = own.listAround(own.move.position);
  out.nearCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = items[i];
    if (slots.state[slot] !== SLOT_LIVE || (slots.flags[slot] & FLAG_STATIC) !== 0) continue;
    notePlace(own, set, slot, out, createPlaceNear);
  }
  if (fast === undefined) return;
  for (let i = 0; i < fast.length; i++) {
    const slot = slotOf(state.adapter, fast[i]);
    if (slot < 0 || slot === own.caster || !hasShape(set, slot) || isNoted(out, slot)) continue;
    notePlace(own, set, slot, out, createPlaceNear);
  }
}

function notePlace<Set extends ColliderSet, Piece extends { radius: number }>(
  { kind: { frames }, frame }: WorldMover<Set, Piece>,
  set: Set,
  slot: number,
  out: AnyMoveResult,
  createPlaceNear: () => AnyPlaceNear,
): void {
  if (out.nearCount === out.near.length) out.near.push(createPlaceNear());
  const place = out.near[out.nearCount++];
  place.entity = set.slots.entity[slot];
  place.slot = slot;
  frames.writeSeen(frame, set, slot);
  keepFrame(frames, place, frame);
}

function isNoted({ near, nearCount }: AnyMoveResult, slot: number): boolean {
  for (let i = 0; i < nearCount; i++) if (near[i].slot === slot) return true;
  return false;
}

/**
 * Holds a mover on the side of each collider that has moved into it, or past it, since its last move. It is the side
 * from which the mover would have met the collider if the collider had stood still and the mover had gone the opposite
 * way. Once a collider is past the mover's middle, the shortest way out is on the wrong side.
 */
export function recallMovable<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { set }: WorldScope<Set>,
  result: AnyMoveResult,
): void {
  const { move, offset, filter, hit, size, axes, frame, before, turn, kind } = own;
  const { position } = move;
  const { slots } = set;
  const { frames } = kind;
  for (let i = 0; i < result.nearCount; i++) {
    const near = result.near[i];
    const { entity, slot } = near;
    if (slots.state[slot] !== SLOT_LIVE || slots.entity[slot] !== entity) continue;
    frames.writeSeen(frame, set, slot);
    recallFrame(frames, before, near);
    frames.writeTurn(turn, before, frame);
    frames.writeSine(sine, turn);
    if (isSamePlace(before, frame, axes) && sine[0] === 0) continue;
    if (isCrusher(result, slot) || !isVisible(set, slot, filter)) continue;
    // Where the mover would be if it had been fixed to the collider since the last move.
    away[0] = result.x + offset[0] - before[0];
    away[1] = result.y + offset[1] - before[1];
    away[2] = axes === 3 ? result.z! + offset[2] - before[2] : 0;
    frames.turnVector(back, turn, away);
    for (let axis = 0; axis < axes; axis++) back[axis] = frame[axis] + back[axis] - position[axis];
    // The way back is straight, along the chord. A collider that turned is not as near along all of the chord as it is
    // now.
    if (sine[0] !== 0) {
      if (!hasLength(back)) continue;
      writeLength(length, back);
      length[0] = 1 + (sine[0] * size) / length[0];
      scaleVector(back, length, back);
    }
    own.placeAt(position);
    if (!meetsWay(set, slot, own, back) || !own.findEntry(slot, position, back)) continue;
    const { child } = hit;
    const { sideCount } = own;
    own.holdOnSide(slot, ALL_PIECES, hit.normal);
    // A collider that has only brushed past the mover has no side on which the mover would have to be kept.
    own.placeAt(position);
    if (meetsWay(set, slot, own, NO_WAY) || hasPassed(own, slot, child)) own.keepBefore(slot, child);
    else own.releaseSides(sideCount);
  }
}

/** Returns whether a collider that the mover would have met on its way has all of the mover behind it. */
function hasPassed<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  slot: number,
  child: number,
): boolean {
  const { position } = own.move;
  if (!own.isBehind(slot, child, position)) return false;
  if (sine[0] === 0) return true;
  // Had the mover moved along with the collider, it would have moved on an arc, not along the chord. The distance
  // between the two is less than this.
  own.writeBehind(behind, width, slot, child, position);
  writeLength(length, away);
  return behind[0] >= width[0] + length[0] * sine[0] * sine[0];
}

function isSamePlace(a: Float64Array, b: Float64Array, axes: number): boolean {
  return a[0] === b[0] && a[1] === b[1] && (axes === 2 || a[2] === b[2]);
}

/** Returns whether the bounds of a collider meet those of a mover on its way from `back` to where it is placed. */
function meetsWay<Set extends ColliderSet, Piece extends { radius: number }>(
  { bounds, boundsStride }: ColliderSet,
  slot: number,
  { shape: { box }, axes }: WorldMover<Set, Piece>,
  way: Vector,
): boolean {
  const at = slot * boundsStride;
  for (let axis = 0; axis < axes; axis++) {
    if (bounds[at + axis] > box[axes + axis] + Math.max(0, way[axis])) return false;
    if (bounds[at + axes + axis] < box[axis] + Math.min(0, way[axis])) return false;
  }
  return true;
}

/**
 * Returns whether a mover was in a collider already at the end of its last move: then the crusher says on which side
 * the mover was.
 */
function isCrusher({ crushers, crusherCount }: AnyMoveResult, slot: number): boolean {
  for (let i = 0; i < crusherCount; i++) if (crushers[i].slot === slot && crushers[i].penetration > 0) return true;
  return false;
}
