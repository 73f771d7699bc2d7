import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { PlaneSpace } from '../../../src/2d/movement/move-space-2d.ts';
import { placeColliderShape } from '../../../src/2d/queries/place-collider.ts';
import { type CastPose, placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { ShapeSpec } from '../../../src/2d/shapes/shape-spec.ts';
import { Move } from '../../../src/core/movement/move.ts';
import type { SweepHit } from '../../../src/core/movement/move-space.ts';
import type { QueryHit } from '../../../src/core/queries/query-scope.ts';
import { VECTOR_STRIDE } from '../../../src/core/shape-contacts.ts';
import type { EntityId } from '../../core/adapter/entities.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { ColliderFilter } from '../../core/queries/collider-filter.ts';
import type { WorldScope } from '../../core/queries/query-scope.ts';
import { refuseEntity, requireCollider } from '../../core/queries/require-collider.ts';
import type { OneWayRule } from '../one-way-rule.ts';
import type { MoveOptions } from './move-options.ts';
import { createMoveHit, type Ground } from './move-result.ts';

/** A shape that need not be in the world, and where it is. */
export interface MovingShape extends CastPose {
  readonly shape: ShapeSpec;
}

/** A mover in a world, and what it sees. */
export class WorldMover extends PlaneSpace {
  readonly move: Move = new Move(this);
  readonly filter = new ColliderFilter();
  /** Position, cosine and sine of what carries. */
  readonly frame = new Float64Array(4);
  /** From the entity's position to that of its collider. */
  readonly offset = new Float64Array(2);
  accept: MoveOptions['accept'];
  state: CollisionState<ColliderSet> | undefined;
  rule: OneWayRule | undefined;
  /** Its slot, −1 for a shape that is not in the world. */
  caster = -1;
  protected override readonly holdsNeighbours = true;
  readonly #asked = createMoveHit();

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
    rule.met[0] = contacts.normals[row * VECTOR_STRIDE];
    rule.met[1] = contacts.normals[row * VECTOR_STRIDE + 1];
    return rule.measureAcross(out, this.shape, contacts.slots[row], contacts.children[row]);
  }

  protected override accepts(slot: number, child: number, hit: QueryHit): boolean {
    const { accept, rule } = this;
    if (rule !== undefined) {
      rule.met[0] = hit.fraction > 0 ? hit.normalX : 0;
      rule.met[1] = hit.fraction > 0 ? hit.normalY : 0;
      if (!rule.stops(this.shape, this.caster, slot, child)) return false;
    }
    if (accept === undefined) return true;
    const asked = this.#asked;
    const state = this.state!;
    // Not an array that is kept: what `accept` adds may have others put in its place.
    asked.entity = state.set.slots.entity[slot];
    asked.child = child;
    asked.fraction = hit.fraction;
    asked.x = hit.x;
    asked.y = hit.y;
    asked.normalX = hit.normalX;
    asked.normalY = hit.normalY;
    asked.penetration = this.depth;
    const version = this.beginAsking();
    try {
      return accept(asked);
    } finally {
      this.endAsking(version);
    }
  }

  /** To be called before a function of the game is, which may change the world. Returns what `endAsking` takes. */
  protected beginAsking(): number {
    const state = this.state!;
    state.waitingQueries++;
    return state.adapter.version;
  }

  protected endAsking(version: number): void {
    const state = this.state!;
    state.waitingQueries--;
    // What it has removed is gone at once.
    if (state.adapter.version !== version) this.lookAgain();
  }
}

/** Places what is to move. Returns its slot, −1 for a shape that is not in the world. */
export function place(own: WorldMover, scope: WorldScope<ColliderSet>, mover: EntityId | MovingShape): number {
  const { position } = own.move;
  const { shape, offset } = own;
  offset[0] = 0;
  offset[1] = 0;
  let slot = -1;
  if (typeof mover === 'object' && mover !== null) {
    placeShape(shape, mover.shape, mover);
  } else {
    const { set } = scope;
    slot = requireCollider(scope.state, mover);
    if (!placeColliderShape(shape, set, slot)) refuseEntity(mover);
    const index = set.slots.index[slot];
    offset[0] = shape.x - set.transform.x[index];
    offset[1] = shape.y - set.transform.y[index];
  }
  position[0] = shape.x;
  position[1] = shape.y;
  return slot;
}

/** Copies what has been met, and where, to a result. */
export function copySurface(to: Ground, { slot, child, point, normal }: SweepHit, entity: Int32Array): void {
  to.entity = entity[slot];
  to.child = child;
  to.x = point[0];
  to.y = point[1];
  to.normalX = normal[0];
  to.normalY = normal[1];
}
