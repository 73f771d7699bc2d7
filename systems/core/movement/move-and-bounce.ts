import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { refuse, requireNonNegative } from '../../../src/core/errors.ts';
import { reserveIndices } from '../../../src/core/index-list.ts';
import { isCoordinate, LARGEST_LENGTH, requireCoordinate } from '../../../src/core/limits.ts';
import { Bounce, type BounceRules, runBounce } from '../../../src/core/movement/bounce.ts';
import { createScalar, type Vector } from '../../../src/core/movement/vector.ts';
import { Pool } from '../../../src/core/pool.ts';
import { isVisible } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../adapter/entities.ts';
import { slotOf } from '../adapter/member-slots.ts';
import { KNOWN_KEYS } from '../queries/query-options.ts';
import { refuseOut, scopeOf, type WorldScope } from '../queries/query-scope.ts';
import { type AnyVector, requirePlace, writeCoordinates } from '../queries/vector.ts';
import { type AnyBounceOptions, readBounceOptions } from './bounce-options.ts';
import type { AnyBounceHit, AnyBounceResult, AnyBounceSurface, AnyVelocity } from './bounce-result.ts';
import { type AnyMovingShape, copySurface, type MoverKind, place, WorldMover } from './world-mover.ts';

const MOVE_AND_BOUNCE = 'moveAndBounce(world, mover, velocity, options?, out?)';

/** The routines of a dimension that `moveAndBounce` needs. */
export interface BouncingKind<Set extends ColliderSet, Piece extends { radius: number }> extends MoverKind<Set, Piece> {
  createResult(): AnyBounceResult;
  createHit(): AnyBounceHit;
  /** Makes a surface whose numbers are fractions, which V8 keeps in the object itself. */
  createSurface(): AnyBounceSurface;
}

/** A mover that bounces, and what it asks the game. */
class BouncingMover<Set extends ColliderSet, Piece extends { radius: number }>
  extends WorldMover<Set, Piece>
  implements BounceRules
{
  readonly bounce: Bounce = new Bounce(this.move, this);
  /** The restitution of surfaces when the game gives no function `surface`. */
  readonly usual = createScalar();
  surface: AnyBounceOptions['surface'];
  onBounce: AnyBounceOptions['onBounce'];
  result: AnyBounceResult | undefined;
  readonly #surface: AnyBounceSurface;
  readonly #hit: AnyBounceHit;

  constructor(kind: BouncingKind<Set, Piece>) {
    super(kind);
    this.#surface = kind.createSurface();
    this.#hit = kind.createHit();
  }

  override end(): void {
    super.end();
    this.surface = undefined;
    this.onBounce = undefined;
    this.result = undefined;
  }

  readSurface({ surface: velocity, restitution }: Bounce): void {
    const surface = this.#surface;
    const { axes } = this;
    velocity.fill(0);
    restitution[0] = this.usual[0];
    if (this.surface === undefined) return;
    surface.velocityX = 0;
    surface.velocityY = 0;
    if (axes === 3) surface.velocityZ = 0;
    surface.restitution = this.usual[0];
    this.#copyHit();
    const version = this.beginAsking();
    try {
      this.surface(surface as never, this.#hit as never);
    } finally {
      this.endAsking(version);
    }
    const { restitution: asked } = surface;
    if (!(isUsableVelocity(surface, axes) && asked >= 0 && asked < Infinity)) refuseSurface(surface, axes);
    readVelocity(velocity, surface, axes);
    restitution[0] = asked;
  }

  noteBounce(bounce: Bounce): void {
    if (this.onBounce === undefined) return;
    const result = this.result!;
    writeState(this, result);
    this.#copyHit();
    const version = this.beginAsking();
    try {
      this.onBounce(result as never, this.#hit as never);
    } finally {
      this.endAsking(version);
    }
    // Compared here and refused elsewhere: V8 puts numbers that are given to a function on the heap.
    if (!isUsableVelocity(result, this.axes)) requireVelocity(result, 'after a bounce', this.axes);
    readVelocity(bounce.velocity, result, this.axes);
  }

  #copyHit(): void {
    copySurface(this.#hit, this.hit, this.state!.set.slots.entity, this.axes);
    this.#hit.fraction = this.hit.fraction;
  }
}

/** The pool of mover objects of one dimension: a move takes one and gives it back. */
export class BouncingMovers<Set extends ColliderSet, Piece extends { radius: number }> extends Pool<
  BouncingMover<Set, Piece>
> {
  readonly kind: BouncingKind<Set, Piece>;

  constructor(kind: BouncingKind<Set, Piece>) {
    super(
      () => new BouncingMover(kind),
      (mover) => mover.end(),
    );
    this.kind = kind;
  }
}

/** See `moveAndBounce` of the dimensions. */
export function moveAndBounceIn<Set extends ColliderSet, Piece extends { radius: number }>(
  movers: BouncingMovers<Set, Piece>,
  world: object,
  mover: EntityId | AnyMovingShape,
  velocity: AnyVector,
  options: AnyBounceOptions | undefined,
  out: AnyBounceResult | undefined,
): AnyBounceResult {
  const { kind } = movers;
  const { axes } = kind.dimension;
  requirePlace(axes, 'velocity', velocity, MOVE_AND_BOUNCE);
  const scope = scopeOf(world, kind.dimension);
  const result = out ?? kind.createResult();
  const own = movers.take();
  try {
    const slot = place(own, scope, mover);
    const { bounce, move } = own;
    readBounceOptions(bounce, options, own.shape.box);
    own.usual[0] = bounce.restitution[0];
    writeCoordinates(bounce.velocity, 0, velocity, axes);
    const speed = Math.abs(bounce.velocity[0]) + Math.abs(bounce.velocity[1]) + Math.abs(bounce.velocity[2]);
    own.reach[0] = speed * bounce.time[0] + 4 * move.skin;
    if (!(own.reach[0] <= LARGEST_LENGTH)) refuseWay(own.reach[0]);
    // Without `fill`, for which V8 would put the number on the heap.
    for (let side = 0; side < own.ahead.length; side++) own.ahead[side] = 4 * move.skin;
    own.begin(scope, own.filter.setFor(scope.state, slot, options, KNOWN_KEYS));
    own.enter(scope.state, slot);
    own.accept = options?.accept;
    own.surface = options?.surface;
    own.onBounce = options?.onBounce;
    own.result = result;
    listFast(own, scope, options?.fast);
    runBounce(bounce, own.surface !== undefined);
    writeState(own, result);
    result.remaining = move.left;
    return result;
  } finally {
    movers.give();
  }
}

/** Lists the colliders that a game calls fast, except those that the mover does not see. */
function listFast<Set extends ColliderSet, Piece extends { radius: number }>(
  { bounce: { fast }, filter, caster }: BouncingMover<Set, Piece>,
  { set, state }: WorldScope<Set>,
  entities: AnyBounceOptions['fast'],
): void {
  fast.count = 0;
  if (entities === undefined) return;
  for (let i = 0; i < entities.length; i++) {
    const slot = slotOf(state.adapter, entities[i]);
    if (slot < 0 || slot === caster || !isVisible(set, slot, filter)) continue;
    reserveIndices(fast, 1)[fast.count++] = slot;
  }
}

/** Writes the place of a mover so far in its move, and its velocity. */
function writeState<Set extends ColliderSet, Piece extends { radius: number }>(
  own: BouncingMover<Set, Piece>,
  out: AnyBounceResult,
): void {
  const { move, bounce, offset, state, axes } = own;
  const { entity } = state!.set.slots;
  const { position } = move;
  try {
    out.x = position[0] - offset[0];
    out.y = position[1] - offset[1];
    if (axes === 3) out.z = position[2] - offset[2];
    out.velocityX = bounce.velocity[0];
    out.velocityY = bounce.velocity[1];
    if (axes === 3) out.velocityZ = bounce.velocity[2];
    out.remaining = move.left;
    out.penetration = move.overlap;
    for (let i = 0; i < move.hitCount; i++) {
      if (i === out.hits.length) out.hits.push((own.kind as BouncingKind<Set, Piece>).createHit());
      copySurface(out.hits[i], move.hits[i], entity, axes);
      out.hits[i].fraction = move.hits[i].fraction;
    }
    out.hitCount = move.hitCount;
  } catch {
    refuseOut(out);
  }
}

function readVelocity(out: Vector, { velocityX, velocityY, velocityZ }: AnyVelocity, axes: number): void {
  out[0] = velocityX;
  out[1] = velocityY;
  if (axes === 3) out[2] = velocityZ!;
}

function isUsableVelocity({ velocityX, velocityY, velocityZ }: AnyVelocity, axes: number): boolean {
  return isCoordinate(velocityX) && isCoordinate(velocityY) && (axes === 2 || isCoordinate(velocityZ));
}

function refuseWay(way: number): never {
  refuse('invalid-number', 'velocity times time', `at most ${LARGEST_LENGTH}`, way);
}

function refuseSurface(surface: AnyBounceSurface, axes: number): void {
  requireVelocity(surface, 'of a surface', axes);
  requireNonNegative('restitution of a surface', surface.restitution);
}

/** Refuses a velocity. @throws CollisionError `invalid-number` naming the coordinate that cannot be used. */
function requireVelocity({ velocityX, velocityY, velocityZ }: AnyVelocity, when: string, axes: number): void {
  requireCoordinate(`velocityX ${when}`, velocityX);
  requireCoordinate(`velocityY ${when}`, velocityY);
  if (axes === 3) requireCoordinate(`velocityZ ${when}`, velocityZ!);
}
