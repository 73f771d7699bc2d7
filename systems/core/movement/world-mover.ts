import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { featureOf } from '../../../src/core/collider-set.ts';
import { Move } from '../../../src/core/movement/move.ts';
import type { SweepHit } from '../../../src/core/movement/move-space.ts';
import type { MoverRoutines } from '../../../src/core/movement/mover-routines.ts';
import { MoverSpace } from '../../../src/core/movement/mover-space.ts';
import { createVector } from '../../../src/core/movement/vector.ts';
import type { QueryHit } from '../../../src/core/queries/query-scope.ts';
import type { QueryShape } from '../../../src/core/queries/query-shape.ts';
import { VECTOR_STRIDE } from '../../../src/core/shape-contacts.ts';
import type { EntityId } from '../adapter/entities.ts';
import type { CollisionState } from '../collision-state.ts';
import type { Dimension } from '../dimension.ts';
import { ONE_WAY } from '../one-way.ts';
import { ColliderFilter } from '../queries/collider-filter.ts';
import type { PassRule } from '../queries/gated-cast.ts';
import { copyPlace, type ResultPlace, type WorldScope } from '../queries/query-scope.ts';
import { refuseEntity, requireCollider } from '../queries/require-collider.ts';
import type { AnyVector } from '../queries/vector.ts';
import type { FrameRoutines } from './frames.ts';
import type { AnyGround, AnyMoveHit } from './move-result.ts';

/** A shape that need not be in the world, and where it is. */
export type AnyMovingShape = AnyVector;

/** The routines of a dimension that movers need. */
export interface MoverKind<Set extends ColliderSet, Piece extends { radius: number }> {
  readonly dimension: Dimension<Set>;
  readonly routines: MoverRoutines<Set, Piece>;
  readonly frames: FrameRoutines<Set>;
  /** Places a shape that is not in the world. @throws CollisionError naming what is wrong with it. */
  placeShape(out: QueryShape<Piece>, mover: AnyMovingShape): void;
  /** Places the shape of a collider as the stores have it now; false for one without a shape. */
  placeCollider(out: QueryShape<Piece>, set: Set, slot: number): boolean;
  createMoveHit(): AnyMoveHit;
}

/** The rule of the one-way colliders of a world, for movers. */
export interface MoverRule<Piece> extends PassRule<Piece> {
  /**
   * Measures how far a shape is beyond a one-way collider, or one of its pieces, in the direction of its solid side, as
   * `MoverRoutines.measureSide` does. Returns false where `met` faces that side, or there is none.
   */
  measureAcross(out: Float64Array, shape: QueryShape<Piece>, slot: number, child: number): boolean;
}

/** A mover in a world, and what it sees. */
export class WorldMover<Set extends ColliderSet, Piece extends { radius: number }> extends MoverSpace<Set, Piece> {
  readonly kind: MoverKind<Set, Piece>;
  readonly move: Move = new Move(this);
  readonly filter = new ColliderFilter();
  /**
   * The frame of the collider that carries the mover, or of another collider: its present frame in `frame`, its earlier
   * one in `before`.
   */
  readonly frame: Float64Array;
  readonly before: Float64Array;
  /** The turn from `before` to `frame`. */
  readonly turn: Float64Array;
  /** The way from the entity's position to that of its collider. */
  readonly offset = createVector();
  accept: ((hit: never) => boolean) | undefined;
  state: CollisionState<Set> | undefined;
  rule: MoverRule<Piece> | undefined;
  /** The slot of the mover; −1 for a shape that is not in the world. */
  caster = -1;
  readonly #asked: AnyMoveHit;

  constructor(kind: MoverKind<Set, Piece>) {
    super(kind.routines, true);
    const { length, turnLength } = kind.frames;
    this.kind = kind;
    this.frame = new Float64Array(length);
    this.before = new Float64Array(length);
    this.turn = new Float64Array(turnLength);
    this.#asked = kind.createMoveHit();
  }

  /** Begins a move in a world, of the collider of a slot; −1 for a shape that is not in the world. */
  enter(state: CollisionState<Set>, slot: number): void {
    this.state = state;
    this.caster = slot;
    this.rule = featureOf(state.set, ONE_WAY) as MoverRule<Piece> | undefined;
  }

  override end(): void {
    super.end();
    this.filter.forget();
    this.accept = undefined;
    this.rule = undefined;
    this.state = undefined;
  }

  protected override measureHeld(out: Float64Array, row: number): boolean {
    if (super.measureHeld(out, row)) return true;
    const { contacts, rule } = this;
    if (rule === undefined) return false;
    for (let axis = 0; axis < this.axes; axis++) rule.met[axis] = contacts.normals[row * VECTOR_STRIDE + axis];
    return rule.measureAcross(out, this.shape, contacts.slots[row], contacts.children[row]);
  }

  protected override accepts(slot: number, child: number, hit: QueryHit): boolean {
    const { accept, rule } = this;
    if (rule !== undefined) {
      rule.met[0] = hit.fraction > 0 ? hit.normalX : 0;
      rule.met[1] = hit.fraction > 0 ? hit.normalY : 0;
      if (this.axes === 3) rule.met[2] = hit.fraction > 0 ? hit.normalZ : 0;
      if (!rule.stops(this.shape, this.caster, slot, child)) return false;
    }
    if (accept === undefined) return true;
    const asked = this.#asked;
    const state = this.state!;
    // The entity is read from the set each time: `accept` may add entities, which replaces the arrays.
    asked.entity = state.set.slots.entity[slot];
    asked.child = child;
    asked.fraction = hit.fraction;
    copyPlace(hit, asked, this.axes);
    asked.penetration = this.depth;
    const version = this.beginAsking();
    try {
      return accept(asked as never);
    } finally {
      this.endAsking(version);
    }
  }

  /**
   * To be called before a function of the game, which may change the world. Returns the version that `endAsking` takes.
   */
  protected beginAsking(): number {
    const state = this.state!;
    state.waitingQueries++;
    return state.adapter.version;
  }

  protected endAsking(version: number): void {
    const state = this.state!;
    state.waitingQueries--;
    // A collider that the function has removed must not be met any more.
    if (state.adapter.version !== version) this.lookAgain();
  }
}

/** Places the shape that moves. Returns the slot of its collider, −1 for a shape that is not in the world. */
export function place<Set extends ColliderSet, Piece extends { radius: number }>(
  own: WorldMover<Set, Piece>,
  { set, state }: WorldScope<Set>,
  mover: EntityId | AnyMovingShape,
): number {
  const { position } = own.move;
  const { shape, offset, kind, axes } = own;
  offset.fill(0);
  let slot = -1;
  if (typeof mover === 'object' && mover !== null) {
    kind.placeShape(shape, mover);
  } else {
    slot = requireCollider(state, mover);
    if (!kind.placeCollider(shape, set, slot)) refuseEntity(mover);
    const index = set.slots.index[slot];
    const { x, y, z } = set.transform as { readonly [axis in 'x' | 'y' | 'z']: ArrayLike<number> };
    offset[0] = shape.x - x[index];
    offset[1] = shape.y - y[index];
    if (axes === 3) offset[2] = shape.z - z[index];
  }
  position[0] = shape.x;
  position[1] = shape.y;
  position[2] = shape.z;
  return slot;
}

/** Copies the entity, child, place and normal of a hit to a result. */
export function copySurface(to: AnyGround & ResultPlace, hit: SweepHit, entity: Int32Array, axes: number): void {
  const { point, normal } = hit;
  to.entity = entity[hit.slot];
  to.child = hit.child;
  to.x = point[0];
  to.y = point[1];
  to.normalX = normal[0];
  to.normalY = normal[1];
  if (axes === 2) return;
  to.z = point[2];
  to.normalZ = normal[2];
}
