import { type ColliderSet, SHAPE_NONE } from '../../src/core/collider-set.ts';
import { FLAG_STATIC, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { CONTACT_POINT_COUNT_MASK, CONTACT_TOUCHING } from '../../src/core/contact-list.ts';
import type { CollisionState } from './collision-state.ts';
import { FloorContacts, type PoseLayout } from './floor-contacts.ts';
import { restoreColumn, type SavedColumns, saveColumn, savedColumn } from './time/saved-columns.ts';
import type { SavedPart } from './time/saved-part.ts';

/** How a dimension stores the rotation of a pose. */
export interface TurnedPoses<Set extends ColliderSet> extends PoseLayout {
  /** The index within a pose at which the rotation begins, and its length in numbers. */
  readonly turnAt: number;
  readonly turnLength: number;
  /**
   * Returns whether a tick writes the rotation of a collider to its pose: it need not where a shape is the same all
   * around.
   */
  hasTurn(set: Set, slot: number): boolean;
  /** Writes the rotation of a collider to `out[at]`, also where the tick leaves it out of the pose. */
  writeTurn(out: Float64Array, at: number, set: Set, slot: number): void;
}

/**
 * The poses that one-way colliders need of the tick before: where colliders were when that tick ended, moved out of the
 * floors and walls that they penetrated, as a game moves them before their next step.
 */
export class OneWayMemory<Set extends ColliderSet = ColliderSet> implements SavedPart {
  /**
   * By slot: the poses. The place of a collider that did not exist, or had no shape, begins with NaN: a new collider
   * may get the slot of one that has gone.
   */
  poses: Float64Array = new Float64Array(0);
  /** How many slots `poses` covers: none when the tick before had no one-way colliders. */
  #end = 0;
  /** The poses of the tick that is ending, while they are collected. */
  #next: Float64Array = new Float64Array(0);
  readonly #floors: FloorContacts;
  readonly #layout: TurnedPoses<Set>;
  readonly #state: CollisionState<Set>;
  readonly #rule: { isOneWay(slot: number): boolean };

  constructor(layout: TurnedPoses<Set>, state: CollisionState<Set>, rule: { isOneWay(slot: number): boolean }) {
    this.#layout = layout;
    this.#floors = new FloorContacts(layout);
    this.#state = state;
    this.#rule = rule;
  }

  /** Returns whether the pose of a collider in the tick before is known. */
  knows(slot: number): boolean {
    const { poseStride, placeAt } = this.#layout;
    return slot < this.#end && !Number.isNaN(this.poses[slot * poseStride + placeAt]);
  }

  forget(): void {
    this.#end = 0;
  }

  /** Notes where colliders are in the tick that is ending. */
  note(): void {
    const { set } = this.#state;
    const { poses, kinds, slots } = set;
    const { poseStride, placeAt, turnAt } = this.#layout;
    if (this.#next.length !== poses.length) this.#next = new Float64Array(poses.length);
    this.#next.set(poses);
    const { state, born, rounds } = slots;
    // A filter function or hook may have added colliders in this tick for which the poses have no room yet.
    const end = Math.min(slots.end, poses.length / poseStride);
    for (let slot = 0; slot < end; slot++) {
      // A pose may be older than its collider: it is current only after a tick has read a collider that has a shape.
      const isThere = state[slot] === SLOT_LIVE && kinds[slot] !== SHAPE_NONE && born[slot] !== rounds;
      if (!isThere) this.#next[slot * poseStride + placeAt] = NaN;
      else if (this.#rule.isOneWay(slot)) this.#layout.writeTurn(this.#next, slot * poseStride + turnAt, set, slot);
    }
    this.#leaveFloors();
    const { poses: last } = this;
    this.poses = this.#next;
    this.#next = last;
    this.#end = end;
  }

  save(columns: SavedColumns): void {
    saveColumn(columns, 'oneWay.poses', this.poses, this.#end * this.#layout.poseStride);
  }

  restore(columns: SavedColumns): void {
    // The snapshot may have been saved when the world had no rule yet.
    this.#end = columns.has('oneWay.poses') ? savedColumn(columns, 'oneWay.poses').count / this.#layout.poseStride : 0;
    if (this.#end > 0) this.poses = restoreColumn(columns, 'oneWay.poses', this.poses);
  }

  /** Moves colliders out of the static and one-way colliders that they penetrate. */
  #leaveFloors(): void {
    const { contacts, set } = this.#state;
    const floors = this.#floors;
    for (let row = 0; row < contacts.count; row++) {
      const flags = contacts.flags[row];
      if ((flags & CONTACT_TOUCHING) === 0 || (flags & CONTACT_POINT_COUNT_MASK) === 0) continue;
      const a = contacts.slotA[row];
      const b = contacts.slotB[row];
      if (this.#isFloor(a)) floors.add(row, b);
      if (this.#isFloor(b)) floors.add(row, a);
    }
    floors.leave(contacts, set.poses, this.#next);
  }

  #isFloor(slot: number): boolean {
    const { slots, poses: now } = this.#state.set;
    if ((slots.flags[slot] & FLAG_STATIC) !== 0 || this.#rule.isOneWay(slot)) return true;
    if (!this.knows(slot)) return false;
    const { poses } = this;
    const { poseStride, placeAt, turnAt, turnLength } = this.#layout;
    const at = slot * poseStride;
    for (let k = at + placeAt; k < at + placeAt + this.#state.dimension.axes; k++) {
      if (poses[k] !== now[k]) return false;
    }
    // Where no tick writes the rotation, it is left from the slot's earlier collider.
    if (!this.#layout.hasTurn(this.#state.set, slot)) return true;
    for (let k = at + turnAt; k < at + turnAt + turnLength; k++) if (poses[k] !== now[k]) return false;
    return true;
  }
}
