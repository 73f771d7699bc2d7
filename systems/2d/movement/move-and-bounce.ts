import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { requireFinite, requireNonNegative } from '../../../src/core/errors.ts';
import { reserveIndices } from '../../../src/core/index-list.ts';
import { Bounce, type BounceRules, runBounce } from '../../../src/core/movement/bounce.ts';
import { Pool } from '../../../src/core/pool.ts';
import { isVisible } from '../../../src/core/queries/query-scope.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import { slotOf } from '../../core/adapter/member-slots.ts';
import { KNOWN_KEYS } from '../../core/queries/query-options.ts';
import { refuseOut, scopeOf, type WorldScope } from '../../core/queries/query-scope.ts';
import { plane } from '../dimension.ts';
import { oneWayOf } from '../one-way-of.ts';
import { requireVector, type Vector } from '../queries/vector.ts';
import { type BounceOptions, readBounceOptions } from './bounce-options.ts';
import { type BounceResult, type BounceSurface, createBounceHit, createBounceResult } from './bounce-result.ts';
import { copySurface, type MovingShape, place, WorldMover } from './world-mover.ts';

/** A mover that bounces, and what it asks the game. */
class BouncingMover extends WorldMover implements BounceRules {
  readonly bounce: Bounce = new Bounce(this.move, this);
  /** The restitution of what is not asked about. */
  readonly usual = new Float64Array(1);
  surface: BounceOptions['surface'];
  onBounce: BounceOptions['onBounce'];
  result: BounceResult | undefined;
  readonly #surface: BounceSurface = { velocityX: 0.5, velocityY: 0.5, restitution: 0.5 };
  readonly #hit = createBounceHit();

  override end(): void {
    super.end();
    this.surface = undefined;
    this.onBounce = undefined;
    this.result = undefined;
  }

  readSurface({ surface: velocity, restitution }: Bounce): void {
    const surface = this.#surface;
    velocity[0] = 0;
    velocity[1] = 0;
    restitution[0] = this.usual[0];
    if (this.surface === undefined) return;
    surface.velocityX = 0;
    surface.velocityY = 0;
    surface.restitution = this.usual[0];
    this.#copyHit();
    const version = this.beginAsking();
    try {
      this.surface(surface, this.#hit);
    } finally {
      this.endAsking(version);
    }
    if (!isUsable(surface)) refuseSurface(surface);
    velocity[0] = surface.velocityX;
    velocity[1] = surface.velocityY;
    restitution[0] = surface.restitution;
  }

  noteBounce(bounce: Bounce): void {
    if (this.onBounce === undefined) return;
    const result = this.result!;
    const { velocity } = bounce;
    writeState(this, result);
    this.#copyHit();
    const version = this.beginAsking();
    try {
      this.onBounce(result, this.#hit);
    } finally {
      this.endAsking(version);
    }
    // Compared here and refused elsewhere: V8 puts numbers that are given to a function on the heap.
    if (!(Number.isFinite(result.velocityX) && Number.isFinite(result.velocityY))) refuseVelocity(result);
    velocity[0] = result.velocityX;
    velocity[1] = result.velocityY;
  }

  #copyHit(): void {
    copySurface(this.#hit, this.hit, this.state!.set.slots.entity);
    this.#hit.fraction = this.hit.fraction;
  }
}

const movers: Pool<BouncingMover> = /* @__PURE__ */ new Pool(
  () => new BouncingMover(),
  (mover) => mover.end(),
);

/**
 * Moves a shape by its velocity and has it bounce off what it meets, several times if need be: an entity's own
 * collider, with its shape, pose and filter as the stores have them now, or `{ shape, x, y, rotation? }`. Nothing is
 * written to the world: take position and velocity from the result.
 *
 * Each surface is met on the way, however fast the mover and however thin the surface, and turns the part of the
 * velocity that leads into it; the way goes on from there for the time that is left. With a restitution of 1 no speed
 * is lost, however often it bounces. A surface that moves, a flipper say, gives what its velocity adds (`surface`); one
 * that has moved into the mover since the last call pushes it out in front of itself. What else the mover overlaps is
 * left first, by the shortest way. It does not turn, and there is no friction.
 *
 * Sensors are passed through, one-way colliders from their open side, and statics by what is `Static` itself. It sees
 * the others as queries do: as of the last tick, or of their last `refreshCollider`. The result is a new object, or
 * `out` filled.
 *
 * @throws CollisionError `invalid-state` for an entity without a collider, a world without collision, an unknown
 *   option, or `out` that cannot be written to; `invalid-number` for a number that cannot be used, the collider's own
 *   included and those that `surface` and `onBounce` write; `invalid-shape` for what no shape maker returned;
 *   `out-of-range` for a value that is no entity id.
 */
export function moveAndBounce(
  world: object,
  mover: EntityId | MovingShape,
  velocity: Vector,
  options?: BounceOptions,
  out?: BounceResult,
): BounceResult {
  requireVector('velocity', velocity, 'moveAndBounce(world, mover, velocity, options?, out?)');
  const scope = scopeOf(world, plane);
  const result = out ?? createBounceResult();
  const own = movers.take();
  try {
    const slot = place(own, scope, mover);
    const { bounce, move } = own;
    readBounceOptions(bounce, options, own.shape.box);
    own.usual[0] = bounce.restitution[0];
    bounce.velocity[0] = velocity.x;
    bounce.velocity[1] = velocity.y;
    own.reach[0] = (Math.abs(velocity.x) + Math.abs(velocity.y)) * bounce.time[0] + 4 * move.skin;
    own.begin(scope, own.filter.setFor(scope.state, slot, options, KNOWN_KEYS));
    own.accept = options?.accept;
    own.surface = options?.surface;
    own.onBounce = options?.onBounce;
    own.rule = oneWayOf(scope.state);
    own.caster = slot;
    own.state = scope.state;
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

/** Lists the colliders that a game calls fast, but for those that the mover does not see. */
function listFast(
  { bounce: { fast }, filter, caster }: BouncingMover,
  { set, state }: WorldScope<ColliderSet>,
  entities: BounceOptions['fast'],
): void {
  fast.count = 0;
  if (entities === undefined) return;
  for (let i = 0; i < entities.length; i++) {
    const slot = slotOf(state.adapter, entities[i]);
    if (slot < 0 || slot === caster || !isVisible(set, slot, filter)) continue;
    reserveIndices(fast, 1)[fast.count++] = slot;
  }
}

/** Writes what has come of a move so far. */
function writeState({ move, bounce, offset, state }: BouncingMover, out: BounceResult): void {
  const { entity } = state!.set.slots;
  try {
    out.x = move.position[0] - offset[0];
    out.y = move.position[1] - offset[1];
    out.velocityX = bounce.velocity[0];
    out.velocityY = bounce.velocity[1];
    out.remaining = move.left;
    out.penetration = move.overlap;
    for (let i = 0; i < move.hitCount; i++) {
      if (i === out.hits.length) out.hits.push(createBounceHit());
      copySurface(out.hits[i], move.hits[i], entity);
      out.hits[i].fraction = move.hits[i].fraction;
    }
    out.hitCount = move.hitCount;
  } catch {
    refuseOut(out);
  }
}

function isUsable({ velocityX, velocityY, restitution }: BounceSurface): boolean {
  return Number.isFinite(velocityX) && Number.isFinite(velocityY) && restitution >= 0 && restitution < Infinity;
}

function refuseSurface({ velocityX, velocityY, restitution }: BounceSurface): void {
  requireFinite('velocityX of a surface', velocityX);
  requireFinite('velocityY of a surface', velocityY);
  requireNonNegative('restitution of a surface', restitution);
}

function refuseVelocity({ velocityX, velocityY }: BounceResult): void {
  requireFinite('velocityX after a bounce', velocityX);
  requireFinite('velocityY after a bounce', velocityY);
}
