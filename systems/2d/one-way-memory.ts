import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../../src/2d/collider-set.ts';
import { writeTurn } from '../../src/2d/narrow-phase/came-from-side.ts';
import { SHAPE_NONE } from '../../src/core/collider-set.ts';
import { FLAG_STATIC, SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { CONTACT_POINT_COUNT_MASK, CONTACT_TOUCHING } from '../../src/core/contact-list.ts';
import type { CollisionState } from '../core/collision-state.ts';
import { restoreColumn, type SavedColumns, saveColumn, savedColumn } from '../core/time/saved-columns.ts';
import type { SavedPart } from '../core/time/saved-part.ts';
import { FloorContacts } from './floor-contacts.ts';

/**
 * What one-way colliders have to know of the tick before: where colliders were when it ended, moved out of the floors
 * and walls that they were in, as a game does with them before it moves them again.
 */
export class OneWayMemory implements SavedPart {
  /** By slot. The x of who was not there, or had no shape, is NaN: whoever gets the slot of who has gone is new. */
  poses: Float64Array = new Float64Array(0);
  /** How many slots there were: none when the tick before had no one-way colliders. */
  #end = 0;
  /** The same of the tick that is ending, while it is made. */
  #next: Float64Array = new Float64Array(0);
  readonly #floors = new FloorContacts();
  readonly #state: CollisionState<ColliderSet>;
  readonly #rule: { isOneWay(slot: number): boolean };

  constructor(state: CollisionState<ColliderSet>, rule: { isOneWay(slot: number): boolean }) {
    this.#state = state;
    this.#rule = rule;
  }

  /** Whether it is known where a collider was in the tick before. */
  knows(slot: number): boolean {
    return slot < this.#end && !Number.isNaN(this.poses[slot * POSE_STRIDE + POSE_X]);
  }

  forget(): void {
    this.#end = 0;
  }

  /** Notes where colliders are in the tick that is ending. */
  note(): void {
    const { set } = this.#state;
    const { poses, kinds, slots } = set;
    if (this.#next.length !== poses.length) this.#next = new Float64Array(poses.length);
    this.#next.set(poses);
    const { state, born, rounds } = slots;
    // A hook may have added some for whom there is no room yet.
    const end = Math.min(slots.end, poses.length / POSE_STRIDE);
    for (let slot = 0; slot < end; slot++) {
      // Poses are of when there was a shape, and of who had the slot before, until a tick has read those of now.
      const isThere = state[slot] === SLOT_LIVE && kinds[slot] !== SHAPE_NONE && born[slot] !== rounds;
      if (!isThere) this.#next[slot * POSE_STRIDE + POSE_X] = NaN;
      else if (this.#rule.isOneWay(slot)) writeTurn(this.#next, slot * POSE_STRIDE + POSE_COS, set, slot);
    }
    this.#leaveFloors();
    const { poses: last } = this;
    this.poses = this.#next;
    this.#next = last;
    this.#end = end;
  }

  save(columns: SavedColumns): void {
    saveColumn(columns, 'oneWay.poses', this.poses, this.#end * POSE_STRIDE);
  }

  restore(columns: SavedColumns): void {
    // Saved when the world had no rule yet.
    this.#end = columns.has('oneWay.poses') ? savedColumn(columns, 'oneWay.poses').count / POSE_STRIDE : 0;
    if (this.#end > 0) this.poses = restoreColumn(columns, 'oneWay.poses', this.poses);
  }

  /** Moves what is in something that stands still, or is one-way, out of it. */
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
    const at = slot * POSE_STRIDE;
    return (
      poses[at + POSE_X] === now[at + POSE_X] &&
      poses[at + POSE_Y] === now[at + POSE_Y] &&
      poses[at + POSE_COS] === now[at + POSE_COS] &&
      poses[at + POSE_SIN] === now[at + POSE_SIN]
    );
  }
}
