import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse } from '../../../src/core/errors.ts';
import { GROUND_SKINS } from '../../../src/core/movement/find-ground.ts';
import { CEILING, type Move, WALL } from '../../../src/core/movement/move.ts';
import { runMove } from '../../../src/core/movement/run-move.ts';
import {
  addScaled,
  copyVector,
  createScalar,
  createVector,
  hasLength,
  type Scalar,
  subtractVectors,
  type Vector,
  writeDot,
} from '../../../src/core/movement/vector.ts';
import { Pool } from '../../../src/core/pool.ts';
import { hasShape } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../adapter/entities.ts';
import { slotOf } from '../adapter/member-slots.ts';
import { KNOWN_KEYS } from '../queries/query-options.ts';
import { refuseOut, scopeOf, type WorldScope } from '../queries/query-scope.ts';
import { type AnyVector, requirePlace, writeCoordinates } from '../queries/vector.ts';
import { keepFrame, recallFrame } from './frames.ts';
import { NEAR, noteMovable, recallMovable } from './movable-near.ts';
import { type AnyMoveOptions, readMoveOptions } from './move-options.ts';
import {
  type AnyCrusher,
  type AnyMoveResult,
  type AnyPlaceNear,
  NO_CARRIER,
  requireMoveResult,
} from './move-result.ts';
import { type AnyMovingShape, copySurface, type MoverKind, place, WorldMover } from './world-mover.ts';

/** The names of the kinds of surfaces that `Move` numbers. */
const SURFACES = ['none', 'floor', 'wall', 'ceiling'] as const;

const MOVE_AND_SLIDE = 'moveAndSlide(world, mover, translation, options?, out?)';

const away = createVector();
const along = createScalar();

/** The routines of a dimension that `moveAndSlide` needs. */
export interface SlidingKind<Set extends ColliderSet, Piece extends { radius: number }> extends MoverKind<Set, Piece> {
  createResult(): AnyMoveResult;
  createCrusher(): AnyCrusher;
  createPlaceNear(): AnyPlaceNear;
}

/** The pool of mover objects of one dimension: a move takes one and gives it back. */
export class SlidingMovers<Set extends ColliderSet, Piece extends { radius: number }> extends Pool<
  WorldMover<Set, Piece>
> {
  readonly kind: SlidingKind<Set, Piece>;

  constructor(kind: SlidingKind<Set, Piece>) {
    super(
      () => new WorldMover(kind),
      (mover) => mover.end(),
    );
    this.kind = kind;
  }
}

/** See `moveAndSlide` of the dimensions. */
export function moveAndSlideIn<Set extends ColliderSet, Piece extends { radius: number }>(
  movers: SlidingMovers<Set, Piece>,
  world: object,
  mover: EntityId | AnyMovingShape,
  translation: AnyVector,
  options: AnyMoveOptions | undefined,
  out: AnyMoveResult | undefined,
): AnyMoveResult {
  const { kind } = movers;
  const { axes } = kind.dimension;
  requirePlace(axes, 'translation', translation, MOVE_AND_SLIDE);
  const scope = scopeOf(world, kind.dimension);
  if (out !== undefined) requireMoveResult(out, axes);
  const result = out ?? kind.createResult();
  const own = movers.take();
  try {
    const slot = place(own, scope, mover);
    readMoveOptions(own.move, options, own.shape.box);
    if (out === undefined) refuseForgotten(options);
    writeCoordinates(own.move.input, 0, translation, axes);
    writeReach(own.reach, own.move);
    writeAhead(own.ahead, own.move);
    own.aroundPart = out === undefined ? 0 : NEAR;
    own.begin(scope, own.filter.setFor(scope.state, slot, options, KNOWN_KEYS));
    own.enter(scope.state, slot);
    own.accept = options?.accept;
    own.move.wasGrounded = false;
    if (isWhereItWas(own, result, false)) {
      recallCrushers(own, scope, result);
      recallMovable(own, scope, result);
      recallGround(own, scope, result);
    }
    findCarrier(own, scope, options, result);
    runMove(own.move);
    report(own, kind, scope, options, result);
    return result;
  } finally {
    movers.give();
  }
}

/**
 * Refuses options that need a result handed in as `out`, which remembers the colliders they name. @throws
 * CollisionError `invalid-state`.
 */
function refuseForgotten(options: AnyMoveOptions | undefined): void {
  const what = 'given with out, the same result each time: it remembers what';
  if (options?.carry === true) refuse('invalid-state', 'carry', `${what} carries`, 'no out');
  if (options?.platform !== undefined) refuse('invalid-state', 'platform', `${what} carries`, 'no out');
  if (options?.fast !== undefined) refuse('invalid-state', 'fast', `${what} is fast, and where that was`, 'no out');
}

/** Writes how far a move may lead along an axis, the distances that it looks ahead included. */
function writeReach(out: Scalar, { input, up, stepHeight, snapDistance, skin }: Move): void {
  const skins = (hasLength(up) ? GROUND_SKINS : 0) + 4;
  out[0] = Math.abs(input[0]) + Math.abs(input[1]) + Math.abs(input[2]) + stepHeight + snapDistance + skins * skin;
}

/**
 * Writes how far beyond its start a move looks on each side, unless it has to climb or is pushed: the least
 * coordinates, then the largest.
 */
function writeAhead(out: Float64Array, { input, up, snapDistance, skin }: Move): void {
  const axes = out.length / 2;
  const sideways = Math.abs(input[0]) + Math.abs(input[1]) + Math.abs(input[2]) + 4 * skin;
  const below = hasLength(up) ? snapDistance + GROUND_SKINS * skin : 0;
  for (let axis = 0; axis < axes; axis++) {
    out[axis] = sideways + Math.max(0, up[axis]) * below;
    out[axes + axis] = sideways + Math.max(0, -up[axis]) * below;
  }
}

/**
 * Returns whether a mover is where its last move left it, or near: a mover that was put somewhere else remembers
 * nothing. A flag says what near is, within the skin or within the mover's size: V8 would put a distance on the heap.
 */
function isWhereItWas<Set extends ColliderSet, Piece extends { radius: number }>(
  { move, offset, size, axes }: WorldMover<Set, Piece>,
  { x, y, z }: AnyMoveResult,
  isBySkin: boolean,
): boolean {
  const { position } = move;
  const near = isBySkin ? move.skin : size;
  let off = Math.abs(position[0] - offset[0] - x) + Math.abs(position[1] - offset[1] - y);
  if (axes === 3) off += Math.abs(position[2] - offset[2] - z!);
  return off <= near;
}

/** Holds a mover on the side of each crusher on which it was at the end of its last move. */
function recallCrushers<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { set, state }: WorldScope<Set>,
  { crushers, crusherCount }: AnyMoveResult,
): void {
  const { frame, before, turn, move, kind, axes } = own;
  const { frames } = kind;
  const { normal } = move;
  for (let i = 0; i < crusherCount; i++) {
    const crusher = crushers[i];
    const { entity, slot } = crusher;
    if (slotOf(state.adapter, entity) !== slot || !hasShape(set, slot)) continue;
    if (!own.hasPiece(slot, crusher.child)) continue;
    frames.writeStored(frame, set, slot);
    frames.recallTurn(before, crusher);
    frames.writeTurn(turn, before, frame);
    normal[0] = crusher.normalX;
    normal[1] = crusher.normalY;
    if (axes === 3) normal[2] = crusher.normalZ!;
    frames.turnVector(normal, turn, normal);
    own.holdOnSide(slot, crusher.child, normal);
    if (crusher.penetration > 0) own.keepBefore(slot, crusher.child);
  }
}

/**
 * Has a mover walk on from the ground that it stood on, and not fall through one-way tiles there when they rise. A
 * mover that is lowered by more than the skin, which lies between it and the ground, is meant to fall through.
 */
function recallGround<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { state }: WorldScope<Set>,
  result: AnyMoveResult,
): void {
  const { grounded, ground } = result;
  if (!grounded || !isWhereItWas(own, result, true)) return;
  own.move.wasGrounded = true;
  own.standOn(slotOf(state.adapter, ground.entity), ground.child);
}

/** Computes how far the platform has carried the mover since the mover's last move. */
function findCarrier<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { set, state }: WorldScope<Set>,
  options: AnyMoveOptions | undefined,
  result: AnyMoveResult,
): void {
  const { move, frame, before, turn, kind, axes } = own;
  const { frames } = kind;
  const { carrier } = result;
  move.carrier = -1;
  const platform = options?.platform;
  if (platform === undefined ? options?.carry !== true : platform !== carrier.entity) return;
  const { carry } = move;
  if (carrier.entity === NO_CARRIER || !isWhereItWas(own, result, false)) return;
  const slot = slotOf(state.adapter, carrier.entity);
  // The slot differs if another entity has got the same id since: that entity does not carry the mover.
  if (slot < 0 || slot !== carrier.slot || !hasShape(set, slot)) return;
  frames.writeStored(frame, set, slot);
  recallFrame(frames, before, carrier);
  frames.writeTurn(turn, before, frame);
  away[0] = carrier.pointX - before[0];
  away[1] = carrier.pointY - before[1];
  away[2] = axes === 3 ? carrier.pointZ! - before[2] : 0;
  // The way of the point that the mover stood on. It is exact for any turn, which the velocity of the point is not.
  frames.turnVector(carry, turn, away);
  for (let axis = 0; axis < axes; axis++) carry[axis] = frame[axis] - before[axis] + (carry[axis] - away[axis]);
  move.carrier = slot;
}

/** Remembers the collider that carries the mover from now on, and where it is. */
function noteCarrier<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { set, state }: WorldScope<Set>,
  options: AnyMoveOptions | undefined,
  out: AnyMoveResult,
): void {
  const { carrier } = out;
  const { frame, move, kind, axes } = own;
  const { position, ground } = move;
  const platform = options?.platform;
  const isOnGround = platform === undefined && options?.carry === true && out.grounded;
  carrier.entity = NO_CARRIER;
  if (platform === undefined && !isOnGround) return;
  const slot = isOnGround ? move.ground.slot : slotOf(state.adapter, platform!);
  if (slot < 0 || !hasShape(set, slot)) return;
  kind.frames.writeStored(frame, set, slot);
  carrier.entity = set.slots.entity[slot];
  carrier.slot = slot;
  keepFrame(kind.frames, carrier, frame);
  if (!isOnGround) copyVector(away, position);
  else if (axes === 2) copyVector(away, ground.point);
  else writeFoot(away, move);
  carrier.pointX = away[0];
  carrier.pointY = away[1];
  if (axes === 3) carrier.pointZ = away[2];
}

/**
 * Writes the point under a mover's middle at the height of the ground. In space, a platform may turn about the up
 * direction under a mover that does not turn: the corner by which a box touches the platform would go round another
 * circle than the box. In the plane, no platform turns so.
 */
function writeFoot(out: Vector, { position, ground, up }: Move): void {
  subtractVectors(out, ground.point, position);
  writeDot(along, out, up);
  addScaled(out, position, along, up);
}

function report<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  kind: SlidingKind<Set, Piece>,
  scope: WorldScope<Set>,
  options: AnyMoveOptions | undefined,
  out: AnyMoveResult,
): void {
  const { move, axes } = own;
  const { entity } = scope.set.slots;
  try {
    writeProgress(own, out);
    out.penetration = move.overlap;
    out.grounded = move.grounded;
    out.onWall = false;
    out.onCeiling = false;
    out.hitCount = move.hitCount;
    for (let i = 0; i < move.hitCount; i++) {
      if (i === out.hits.length) out.hits.push(kind.createMoveHit());
      const hit = move.hits[i];
      const to = out.hits[i];
      copySurface(to, hit, entity, axes);
      to.fraction = hit.fraction;
      to.penetration = 0;
      to.surface = SURFACES[hit.surface];
      if (hit.surface === WALL) out.onWall = true;
      if (hit.surface === CEILING) out.onCeiling = true;
    }
    if (move.grounded) copySurface(out.ground, move.ground, entity, axes);
    reportCrushers(own, kind, scope, out);
    noteCarrier(own, scope, options, out);
    if (own.aroundPart > 0) noteMovable(own, scope, options?.fast, out, kind.createPlaceNear);
  } catch {
    refuseOut(out);
  }
}

function writeProgress<Set extends ColliderSet, Piece extends { radius: number }>(
  { move, offset, axes }: WorldMover<Set, Piece>,
  out: AnyMoveResult,
): void {
  const { position, rest, carried } = move;
  out.x = position[0] - offset[0];
  out.y = position[1] - offset[1];
  out.remainingX = rest[0];
  out.remainingY = rest[1];
  out.carriedX = carried[0];
  out.carriedY = carried[1];
  if (axes === 2) return;
  out.z = position[2] - offset[2];
  out.remainingZ = rest[2];
  out.carriedZ = carried[2];
}

function reportCrushers<Set extends ColliderSet, Piece extends { radius: number }>(
  { move, frame, axes }: WorldMover<Set, Piece>,
  { frames, createCrusher }: SlidingKind<Set, Piece>,
  { set }: WorldScope<Set>,
  out: AnyMoveResult,
): void {
  out.crusherCount = move.crusherCount;
  for (let i = 0; i < move.crusherCount; i++) {
    if (i === out.crushers.length) out.crushers.push(createCrusher());
    const { slot, child, penetration, normal } = move.crushers[i];
    const to = out.crushers[i];
    frames.writeStored(frame, set, slot);
    to.entity = set.slots.entity[slot];
    to.child = child;
    to.penetration = penetration;
    to.normalX = normal[0];
    to.normalY = normal[1];
    if (axes === 3) to.normalZ = normal[2];
    to.slot = slot;
    frames.keepTurn(to, frame);
  }
}
