import { type ColliderSet, POSE_COS, POSE_SIN, POSE_STRIDE } from '../../../src/2d/collider-set.ts';
import { SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import type { Vector } from '../../../src/core/movement/vector.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { roomFor, roomForFractions, type SavedColumns, savedColumn } from '../../core/time/saved-columns.ts';

/**
 * How many numbers an entry has in `pieces`: the slots of the collider and of the wall that it is in, the piece of the
 * wall, and the rounds in which collider and wall were added.
 */
const HELD_STRIDE = 5;
const WALL = 1;
const CHILD = 2;
const BORN = 3;
const WALL_BORN = 4;
/** How many numbers an entry has in a snapshot: collider, wall and piece. */
const SAVED_STRIDE = 3;

/** How many numbers an entry has in `normals`. */
const NORMAL_STRIDE = 2;

/**
 * Remembers on which side of a wall each body is that could not be pushed out of the wall. A later call needs to know:
 * as soon as a wall has closed in beyond a body's middle, the shortest way out leads to the wall's other side.
 */
export class HeldSides {
  #count = 0;
  #pieces = new Uint32Array(0);
  /** From the wall to the body, as the wall lies unturned. */
  #normals = new Float64Array(0);
  /**
   * Linked lists of the entries of each collider: by slot, its first entry, and by entry, the next one of the same
   * collider. Both hold the number of the entry plus one, 0 for none.
   */
  #first = new Uint32Array(0);
  #next = new Uint32Array(0);

  clear(): void {
    for (let i = 0; i < this.#count; i++) this.#first[this.#pieces[HELD_STRIDE * i]] = 0;
    this.#count = 0;
  }

  /** Returns the first entry of a collider; −1 for none. */
  firstOf(slot: number): number {
    return slot < this.#first.length ? this.#first[slot] - 1 : -1;
  }

  /** Returns the next entry of the same collider; −1 for none. */
  nextOf(i: number): number {
    return this.#next[i] - 1;
  }

  add(set: ColliderSet, slot: number, wall: number, child: number, normal: Vector): void {
    const { born } = set.slots;
    const at = this.#count++;
    this.#pieces = reserve(this.#pieces, HELD_STRIDE * (at + 1));
    this.#normals = reserve(this.#normals, NORMAL_STRIDE * (at + 1));
    this.#pieces[HELD_STRIDE * at] = slot;
    this.#pieces[HELD_STRIDE * at + WALL] = wall;
    this.#pieces[HELD_STRIDE * at + CHILD] = child;
    this.#pieces[HELD_STRIDE * at + BORN] = born[slot];
    this.#pieces[HELD_STRIDE * at + WALL_BORN] = born[wall];
    const cos = set.poses[POSE_STRIDE * wall + POSE_COS];
    const sin = set.poses[POSE_STRIDE * wall + POSE_SIN];
    this.#normals[NORMAL_STRIDE * at] = cos * normal[0] + sin * normal[1];
    this.#normals[NORMAL_STRIDE * at + 1] = cos * normal[1] - sin * normal[0];
    this.#link(at);
  }

  /** Returns whether there is an entry of a collider with a piece of a wall. */
  has(slot: number, wall: number, child: number): boolean {
    let i = this.firstOf(slot);
    while (i >= 0 && !(this.wallOf(i) === wall && this.childOf(i) === child)) i = this.nextOf(i);
    return i >= 0;
  }

  /** Returns whether both slots of an entry still hold the colliders that they held when it was added. */
  isValid(i: number, { slots }: ColliderSet): boolean {
    const at = HELD_STRIDE * i;
    const wall = this.wallOf(i);
    const { born, state } = slots;
    if (state[wall] !== SLOT_LIVE || born[wall] !== this.#pieces[at + WALL_BORN]) return false;
    return born[this.#pieces[at]] === this.#pieces[at + BORN];
  }

  wallOf(i: number): number {
    return this.#pieces[HELD_STRIDE * i + WALL];
  }

  childOf(i: number): number {
    return this.#pieces[HELD_STRIDE * i + CHILD];
  }

  /** Writes the normal of an entry as the wall lies now. */
  readNormal(normal: Vector, i: number, { poses }: ColliderSet): void {
    const wall = this.wallOf(i);
    const cos = poses[POSE_STRIDE * wall + POSE_COS];
    const sin = poses[POSE_STRIDE * wall + POSE_SIN];
    const x = this.#normals[NORMAL_STRIDE * i];
    const y = this.#normals[NORMAL_STRIDE * i + 1];
    normal[0] = cos * x - sin * y;
    normal[1] = sin * x + cos * y;
  }

  /** Saves the valid entries. A restore counts rounds anew, so that it says itself when the colliders were added. */
  save(columns: SavedColumns, set: ColliderSet): void {
    const { values } = roomFor(columns, 'push.held', SAVED_STRIDE * this.#count);
    const normals = roomForFractions(columns, 'push.heldNormals', NORMAL_STRIDE * this.#count);
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (!this.isValid(i, set)) continue;
      for (let k = 0; k < SAVED_STRIDE; k++) values[SAVED_STRIDE * kept + k] = this.#pieces[HELD_STRIDE * i + k];
      for (let k = 0; k < NORMAL_STRIDE; k++) normals[NORMAL_STRIDE * kept + k] = this.#normals[NORMAL_STRIDE * i + k];
      kept++;
    }
    roomFor(columns, 'push.held', SAVED_STRIDE * kept);
    roomForFractions(columns, 'push.heldNormals', NORMAL_STRIDE * kept);
  }

  /** Restores the entries of which both colliders were added before a round. */
  restore(columns: SavedColumns, { slots }: ColliderSet, round: number): void {
    this.clear();
    const { values, count } = savedColumn(columns, 'push.held');
    const normals = savedColumn(columns, 'push.heldNormals').values;
    const { born } = slots;
    const saved = count / SAVED_STRIDE;
    this.#pieces = reserve(this.#pieces, HELD_STRIDE * saved);
    this.#normals = reserve(this.#normals, NORMAL_STRIDE * saved);
    for (let i = 0; i < saved; i++) {
      const from = SAVED_STRIDE * i;
      const slotBorn = born[values[from]];
      const wallBorn = born[values[from + WALL]];
      if (!(slotBorn < round && wallBorn < round)) continue;
      const entry = this.#count++;
      const at = HELD_STRIDE * entry;
      for (let k = 0; k < SAVED_STRIDE; k++) this.#pieces[at + k] = values[from + k];
      this.#pieces[at + BORN] = slotBorn;
      this.#pieces[at + WALL_BORN] = wallBorn;
      const to = NORMAL_STRIDE * entry;
      for (let k = 0; k < NORMAL_STRIDE; k++) this.#normals[to + k] = normals[NORMAL_STRIDE * i + k];
      this.#link(entry);
    }
  }

  #link(i: number): void {
    const slot = this.#pieces[HELD_STRIDE * i];
    this.#first = reserve(this.#first, slot + 1);
    this.#next = reserve(this.#next, i + 1);
    this.#next[i] = this.#first[slot];
    this.#first[slot] = i + 1;
  }
}
