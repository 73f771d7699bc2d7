import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { PlaneSpace } from '../../../src/2d/movement/move-space-2d.ts';
import { placeColliderShape } from '../../../src/2d/queries/place-collider.ts';
import { REFUSED } from '../../../src/core/broad-phase/candidate-pairs.ts';
import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import { childAOf, childBOf, isRefused } from '../../../src/core/contact-list.ts';
import {
  createRefusedPieces,
  isRefusedPiece,
  type RefusedPieces,
  refusePiece,
} from '../../../src/core/movement/refused-pieces.ts';
import { createVector, type Scalar, type Vector } from '../../../src/core/movement/vector.ts';
import { pairAllowed } from '../../../src/core/pair-filter.ts';
import type { QueryHit, QueryScope, SlotFilter } from '../../../src/core/queries/query-scope.ts';
import type { CollisionState } from '../../core/collision-state.ts';
import { oneWayOf, type PlaneOneWayRule } from '../one-way-of.ts';
import type { MovingWalls } from './moving-walls.ts';

/**
 * The contact of the current tick between the collider and a piece: there is none, it counts, or the game has refused
 * it.
 */
const NO_CONTACT = 0;
const ACCEPTED = 1;
const REFUSED_CONTACT = 2;

/**
 * A collider of a body among the walls, which are what `pushApart` does not move. It meets the walls that filters let
 * it meet, except for those of which the game has refused the pair or the contact.
 */
export class BodyCollider extends PlaneSpace {
  readonly filter: SlotFilter = {
    categoryBits: 0xffffffff,
    maskBits: 0xffffffff,
    hiddenFlags: FLAG_SENSOR,
    ignore: NaN,
    sorted: true,
    isPicky: true,
    accepts: (slot) => this.#meets(slot),
  };
  /** Where the tick found the collider: pushes of its body are not in it. */
  readonly origin: Vector = createVector();
  /** The place that the next sweep or `touch` is about, for callers to fill. */
  readonly position: Vector = createVector();
  slot = -1;
  #state: CollisionState<ColliderSet> | undefined;
  #rule: PlaneOneWayRule | undefined;

  /**
   * The slot of the only wall that sweeps test, −1 when they test all walls; and the moving walls, while sweeps leave
   * these out.
   */
  #only = -1;
  #unseen: MovingWalls | undefined;
  /** Colliders and pieces that sweeps ignore, because planes already keep the body on its side of these. */
  readonly #passed: RefusedPieces = createRefusedPieces();
  #isTouching = false;

  /** Makes sweeps test one wall alone or, for −1, all walls again. */
  seeOnly(slot: number): void {
    this.#only = slot;
    this.lookAgain();
  }

  /** Makes sweeps leave out the walls that have moved or, for undefined, test all walls again. */
  overlook(walls: MovingWalls | undefined): void {
    if (walls === this.#unseen) return;
    this.#unseen = walls;
    this.lookAgain();
  }

  /** Keeps the body on the side of a piece that a normal points to, in what `touch` finds; sweeps pass through it. */
  keepOnSide(slot: number, child: number, normal: Vector): void {
    this.holdOnSide(slot, child, normal);
    refusePiece(this.#passed, slot, child);
  }

  isKept(slot: number, child: number): boolean {
    return this.#passed.count > 0 && isRefusedPiece(this.#passed, slot, child);
  }

  /** Makes `touch` find again the walls that sweeps have passed through since the collider was placed. */
  seeAgain(): void {
    if (this.#passed.count > 0) this.forgetRefused();
  }

  /** Places a collider as the stores have it now. The caller has set `reach`. */
  place(state: CollisionState<ColliderSet>, scope: QueryScope<ColliderSet>, slot: number): void {
    this.#state = state;
    this.#rule = oneWayOf(state);
    this.slot = slot;
    placeColliderShape(this.shape, state.set, slot);
    this.origin[0] = this.shape.x;
    this.origin[1] = this.shape.y;
    this.#only = -1;
    this.#unseen = undefined;
    this.#passed.count = 0;
    this.begin(scope, this.filter);
  }

  override end(): void {
    super.end();
    this.#state = undefined;
    this.#rule = undefined;
  }

  /** Returns whether filters, and what the game said of the pair, let the collider meet a wall. */
  #meets(slot: number): boolean {
    const state = this.#state!;
    const { slots, shape } = state.set;
    if (this.#only >= 0 && slot !== this.#only) return false;
    if (this.#unseen?.has(slot) === true) return false;
    if (!pairAllowed(slots, shape, this.slot, slot)) return false;
    return state.hook === undefined || this.#isLetMeet(slot);
  }

  #isLetMeet(slot: number): boolean {
    const { candidates, set, hook, dispatch } = this.#state!;
    const { index, rank } = set.slots;
    const isA = index[this.slot] < index[slot];
    const a = isA ? this.slot : slot;
    const b = isA ? slot : this.slot;
    const at = findPair(candidates.pairs, candidates.pairs, 2, 1, candidates.count, rank, a, b);
    const isCandidate = at < candidates.count && candidates.pairs[2 * at] === a && candidates.pairs[2 * at + 1] === b;
    if (isCandidate) return candidates.accepted[at] !== REFUSED;
    const { running } = dispatch;
    try {
      return hook!(a, b);
    } finally {
      dispatch.running = running;
    }
  }

  override touch(position: Vector, clearance: Scalar): void {
    this.#isTouching = true;
    super.touch(position, clearance);
    this.#isTouching = false;
  }

  /**
   * Returns whether the contacts of the tick, or else the rule of one-way colliders, let a piece stop this collider.
   */
  protected override accepts(slot: number, child: number, hit: QueryHit): boolean {
    if (!this.#isTouching && this.#passed.count > 0 && isRefusedPiece(this.#passed, slot, child)) return false;
    if (this.#state!.features.gates.length === 0) return true;
    const known = this.#contactWith(slot, child);
    if (known !== NO_CONTACT) return known === ACCEPTED;
    const rule = this.#rule;
    if (rule === undefined) return true;
    rule.met[0] = hit.fraction > 0 ? hit.normalX : 0;
    rule.met[1] = hit.fraction > 0 ? hit.normalY : 0;
    return rule.stops(this.shape, this.slot, slot, child);
  }

  #contactWith(slot: number, child: number): number {
    const { contacts, set } = this.#state!;
    const { index, rank } = set.slots;
    const { slotA, slotB, count, flags } = contacts;
    const isA = index[this.slot] < index[slot];
    const a = isA ? this.slot : slot;
    const b = isA ? slot : this.slot;
    for (let row = findPair(slotA, slotB, 1, 0, count, rank, a, b); row < count; row++) {
      if (slotA[row] !== a || slotB[row] !== b) break;
      if ((isA ? childBOf(contacts, row) : childAOf(contacts, row)) !== child) continue;
      return isRefused(flags[row]) ? REFUSED_CONTACT : ACCEPTED;
    }
    return NO_CONTACT;
  }
}

/**
 * Returns the first of some pairs, sorted by the ranks of A and then B, that does not come before the pair (a, b). The
 * slots of pair i are `listA[stride · i]` and `listB[stride · i + offsetB]`.
 */
function findPair(
  listA: Uint32Array,
  listB: Uint32Array,
  stride: number,
  offsetB: number,
  count: number,
  rank: Uint32Array,
  a: number,
  b: number,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const rankA = rank[listA[stride * middle]];
    const isBefore = rankA < rank[a] || (rankA === rank[a] && rank[listB[stride * middle + offsetB]] < rank[b]);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}
