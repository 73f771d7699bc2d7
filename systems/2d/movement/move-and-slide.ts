import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { writeFrame } from '../../../src/2d/queries/place-collider.ts';
import { refuse } from '../../../src/core/errors.ts';
import { GROUND_SKINS } from '../../../src/core/movement/find-ground.ts';
import { CEILING, type Move, WALL } from '../../../src/core/movement/move.ts';
import { runMove } from '../../../src/core/movement/run-move.ts';
import { hasLength } from '../../../src/core/movement/vector.ts';
import { Pool } from '../../../src/core/pool.ts';
import { hasShape } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { slotOf } from '../../core/adapter/member-slots.ts';
import { KNOWN_KEYS } from '../../core/queries/query-options.ts';
import { refuseOut, scopeOf, type WorldScope } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { oneWayOf } from '../one-way-of.ts';
import { requireVector, type Vector } from '../queries/vector.ts';
import { NEAR, noteMovable, recallMovable } from './movable-near.ts';
import { type MoveOptions, readMoveOptions } from './move-options.ts';
import {
  createCrusher,
  createMoveHit,
  createMoveResult,
  type MoveResult,
  NO_CARRIER,
  requireMoveResult,
} from './move-result.ts';
import { copySurface, type MovingShape, place, WorldMover } from './world-mover.ts';

/** By number, see Move. */
const SURFACES = ['none', 'floor', 'wall', 'ceiling'] as const;

const movers: Pool<WorldMover> = /* @__PURE__ */ new Pool(
  () => new WorldMover(),
  (mover) => mover.end(),
);

/**
 * Moves a shape by a translation as far as there is room and slides along what it meets: an entity's own collider, with
 * its shape, pose and filter as the stores have them now, or `{ shape, x, y, rotation? }`. Nothing is written to the
 * world: take the position from the result, and call `refreshCollider` when others are to see it before the next tick.
 *
 * First it leaves what it overlaps, by the shortest way and through nothing else; then it moves without turning. What
 * it meets is met on the way, however fast and however thin that is, and in corners all surfaces count at once. It
 * keeps a distance of `skin` from everything, or as much of it as there is room for.
 *
 * With `up`, surfaces are floors, walls or ceilings. On a floor it goes along, up and down, as far as it would on flat
 * ground; downward motion only presses it there, so that it stands still on slopes within the limit. It walks up steps
 * of `stepHeight` and stays on ground up to `snapDistance` below it. What is steeper than the limit stops its way like
 * a wall, and it slides down there. A motion with an upward part leaves the ground.
 *
 * Sensors are passed through, and statics by what is `Static` itself. It sees the others as queries do: as of the last
 * tick, or of their last `refreshCollider`. The result is a new object, or `out` filled.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, a world without collision, an unknown
 *   option, or `out` that cannot be written to; `invalid-number` for a number that cannot be used, the collider's own
 *   included; `invalid-shape` for what no shape maker returned; `out-of-range` for a value that is no entity id.
 */
export function moveAndSlide(
  world: object,
  mover: EntityId | MovingShape,
  translation: Vector,
  options?: MoveOptions,
  out?: MoveResult,
): MoveResult {
  requireVector('translation', translation, 'moveAndSlide(world, mover, translation, options?, out?)');
  const scope = scopeOf(world, plane);
  if (out !== undefined) requireMoveResult(out);
  const result = out ?? createMoveResult();
  const own = movers.take();
  try {
    const slot = place(own, scope, mover);
    const { box } = own.shape;
    readMoveOptions(own.move, options, box);
    if (out === undefined) refuseForgotten(options);
    own.move.input[0] = translation.x;
    own.move.input[1] = translation.y;
    writeReach(own.reach, own.move);
    own.aroundPart = out === undefined ? 0 : NEAR;
    own.begin(scope, own.filter.setFor(scope.state, slot, options, KNOWN_KEYS));
    own.accept = options?.accept;
    own.rule = oneWayOf(scope.state);
    own.caster = slot;
    own.state = scope.state;
    if (isWhereItWas(own, result, false)) {
      recallCrushers(own, scope, result);
      recallMovable(own, scope, result);
      recallGround(own, scope, result);
    }
    findCarrier(own, scope, options, result);
    runMove(own.move);
    report(own, scope, options, result);
    return result;
  } finally {
    movers.give();
  }
}

/** @throws CollisionError `invalid-state` for what carries a mover, where there is no result to remember it by. */
function refuseForgotten(options: MoveOptions | undefined): void {
  const name = options?.carry === true ? 'carry' : options?.platform === undefined ? undefined : 'platform';
  if (name === undefined) return;
  refuse('invalid-state', name, 'given with out, the same result each time: it remembers what carries', 'no out');
}

/** How far a move may lead along an axis, and what it looks for there. */
function writeReach(out: Float64Array, { input, up, stepHeight, snapDistance, skin }: Move): void {
  const skins = (hasLength(up) ? GROUND_SKINS : 0) + 4;
  out[0] = Math.abs(input[0]) + Math.abs(input[1]) + stepHeight + snapDistance + skins * skin;
}

/**
 * Whether a mover is where its last move left it, or near: one that was put somewhere else remembers nothing. Near is
 * within the skin, or else within the mover's size; V8 would put the distance on the heap if it were given.
 */
function isWhereItWas({ move, offset, size }: WorldMover, result: MoveResult, isBySkin: boolean): boolean {
  const { position } = move;
  const { x, y } = result;
  const near = isBySkin ? move.skin : size;
  return Math.abs(position[0] - offset[0] - x) + Math.abs(position[1] - offset[1] - y) <= near;
}

/** Holds a mover on the side that it was on of what it was in. */
function recallCrushers(own: WorldMover, { set, state }: WorldScope<ColliderSet>, result: MoveResult): void {
  const { frame, move } = own;
  const { crushers, crusherCount } = result;
  for (let i = 0; i < crusherCount; i++) {
    const { entity, slot, child, normalX, normalY, cos, sin } = crushers[i];
    if (slotOf(state.adapter, entity) !== slot || !hasShape(set, slot)) continue;
    writeFrame(frame, set, slot);
    const turnCos = frame[2] * cos + frame[3] * sin;
    const turnSin = frame[3] * cos - frame[2] * sin;
    move.normal[0] = turnCos * normalX - turnSin * normalY;
    move.normal[1] = turnSin * normalX + turnCos * normalY;
    own.holdOnSide(slot, child, move.normal);
  }
}

/**
 * Has a mover not fall through the one-way tiles that it stood on when they rise. One that is lowered by more than the
 * skin, which lies between the two, is to fall through.
 */
function recallGround(own: WorldMover, { state }: WorldScope<ColliderSet>, result: MoveResult): void {
  const { grounded, ground } = result;
  if (!grounded || !isWhereItWas(own, result, true)) return;
  own.standOn(slotOf(state.adapter, ground.entity), ground.child);
}

/** Finds out how far the platform has moved what was on it after the last move. */
function findCarrier(
  own: WorldMover,
  { set, state }: WorldScope<ColliderSet>,
  options: MoveOptions | undefined,
  result: MoveResult,
): void {
  const { move, frame } = own;
  const { carrier } = result;
  move.carrier = -1;
  const platform = options?.platform;
  if (platform === undefined ? options?.carry !== true : platform !== carrier.entity) return;
  const { carry } = move;
  if (carrier.entity === NO_CARRIER || !isWhereItWas(own, result, false)) return;
  const slot = slotOf(state.adapter, carrier.entity);
  // Whoever has got its id is another one.
  if (slot < 0 || slot !== carrier.slot || !hasShape(set, slot)) return;
  writeFrame(frame, set, slot);
  const cos = frame[2] * carrier.cos + frame[3] * carrier.sin;
  const sin = frame[3] * carrier.cos - frame[2] * carrier.sin;
  const awayX = carrier.pointX - carrier.x;
  const awayY = carrier.pointY - carrier.y;
  // Where the point that it stood on has gone: exact for any turn, unlike its velocity.
  carry[0] = frame[0] - carrier.x + (cos * awayX - sin * awayY - awayX);
  carry[1] = frame[1] - carrier.y + (sin * awayX + cos * awayY - awayY);
  move.carrier = slot;
}

/** Remembers what carries from now on. */
function noteCarrier(
  own: WorldMover,
  { set, state }: WorldScope<ColliderSet>,
  options: MoveOptions | undefined,
  out: MoveResult,
): void {
  const { carrier, ground } = out;
  const { frame, move } = own;
  const platform = options?.platform;
  const isOnGround = platform === undefined && options?.carry === true && out.grounded;
  carrier.entity = NO_CARRIER;
  if (platform === undefined && !isOnGround) return;
  const slot = isOnGround ? move.ground.slot : slotOf(state.adapter, platform!);
  if (slot < 0 || !hasShape(set, slot)) return;
  writeFrame(frame, set, slot);
  carrier.entity = set.slots.entity[slot];
  carrier.slot = slot;
  carrier.x = frame[0];
  carrier.y = frame[1];
  carrier.cos = frame[2];
  carrier.sin = frame[3];
  carrier.pointX = isOnGround ? ground.x : move.position[0];
  carrier.pointY = isOnGround ? ground.y : move.position[1];
}

function report(
  own: WorldMover,
  scope: WorldScope<ColliderSet>,
  options: MoveOptions | undefined,
  out: MoveResult,
): void {
  const { move, offset } = own;
  const { entity } = scope.set.slots;
  try {
    out.x = move.position[0] - offset[0];
    out.y = move.position[1] - offset[1];
    out.remainingX = move.rest[0];
    out.remainingY = move.rest[1];
    out.carriedX = move.carried[0];
    out.carriedY = move.carried[1];
    out.penetration = move.overlap;
    out.grounded = move.grounded;
    out.onWall = false;
    out.onCeiling = false;
    out.hitCount = move.hitCount;
    for (let i = 0; i < move.hitCount; i++) {
      if (i === out.hits.length) out.hits.push(createMoveHit());
      const hit = move.hits[i];
      const to = out.hits[i];
      copySurface(to, hit, entity);
      to.fraction = hit.fraction;
      to.penetration = 0;
      to.surface = SURFACES[hit.surface];
      if (hit.surface === WALL) out.onWall = true;
      if (hit.surface === CEILING) out.onCeiling = true;
    }
    if (move.grounded) copySurface(out.ground, move.ground, entity);
    reportCrushers(own, scope, out);
    noteCarrier(own, scope, options, out);
    if (own.aroundPart > 0) noteMovable(own, scope, out);
  } catch {
    refuseOut(out);
  }
}

function reportCrushers({ move, frame }: WorldMover, { set }: WorldScope<ColliderSet>, out: MoveResult): void {
  out.crusherCount = move.crusherCount;
  for (let i = 0; i < move.crusherCount; i++) {
    if (i === out.crushers.length) out.crushers.push(createCrusher());
    const { slot, child, penetration, normal } = move.crushers[i];
    const to = out.crushers[i];
    writeFrame(frame, set, slot);
    to.entity = set.slots.entity[slot];
    to.child = child;
    to.penetration = penetration;
    to.normalX = normal[0];
    to.normalY = normal[1];
    to.slot = slot;
    to.cos = frame[2];
    to.sin = frame[3];
  }
}
