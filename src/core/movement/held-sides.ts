import { createIndexList, type IndexList, reserveIndices } from '../index-list.ts';
import { VECTOR_STRIDE } from '../shape-contacts.ts';
import { reserve } from '../typed-array.ts';
import { ALL_PIECES, type SweepHit } from './move-space.ts';
import { createScalar, type Scalar, type Vector } from './vector.ts';

/**
 * A contact leads to the other side when the cosine of the angle between its normal and the normal of the side is less
 * than this.
 */
const AGAINST = Float64Array.of(-0.1);
/** The cosine of a right angle. */
const ACROSS = createScalar();

/** The sides of colliders, or of single pieces, that a mover is held on for one move. */
export class HeldSides {
  /** The unit normals of the sides, one after the other. */
  normals = new Float64Array(0);
  /** The slot and child of each side; the child is `ALL_PIECES` for the side of a whole collider. */
  readonly #pieces: IndexList = createIndexList();
  /** Whether each side counts for all pieces of its collider. */
  readonly #holdsNeighbours: boolean;

  constructor(holdsNeighbours: boolean) {
    this.#holdsNeighbours = holdsNeighbours;
  }

  get count(): number {
    return this.#pieces.count / 2;
  }

  /** Forgets all sides but the first so many. */
  keepFirst(count: number): void {
    this.#pieces.count = 2 * count;
  }

  add(slot: number, child: number, normal: Vector): void {
    const pieces = this.#pieces;
    const at = this.count * VECTOR_STRIDE;
    const items = reserveIndices(pieces, 2);
    items[pieces.count++] = slot;
    items[pieces.count++] = child;
    this.normals = reserve(this.normals, at + VECTOR_STRIDE);
    for (let k = 0; k < VECTOR_STRIDE; k++) this.normals[at + k] = normal[k];
  }

  slotAt(i: number): number {
    return this.#pieces.items[2 * i];
  }

  /**
   * Returns the index of the side of a piece that has been met with a normal; −1 for none. Where neighbours of a held
   * piece would lead the mover to the other side, the mover is held on this side of them, too.
   */
  findMet(slot: number, child: number, normal: Vector): number {
    const { items } = this.#pieces;
    const { count } = this;
    for (let i = 0; i < count; i++) {
      if (items[2 * i] === slot && items[2 * i + 1] === child) return i;
    }
    return this.#findOpposing(slot, normal);
  }

  /** Returns whether a surface that was met faces away from a side of its collider. */
  opposes({ slot, normal }: SweepHit): boolean {
    return this.#findOpposing(slot, normal) >= 0;
  }

  #findOpposing(slot: number, normal: Vector): number {
    const { items } = this.#pieces;
    const { count } = this;
    for (let i = 0; i < count; i++) {
      if (items[2 * i] === slot && this.#isOfAll(i) && this.#facesAway(i, normal, AGAINST)) return i;
    }
    return -1;
  }

  /** Returns the index of the side of a piece, or else of its whole collider; −1 for none. */
  find(slot: number, child: number): number {
    const { items } = this.#pieces;
    const { count } = this;
    let ofAll = -1;
    for (let i = 0; i < count; i++) {
      if (items[2 * i] !== slot) continue;
      if (items[2 * i + 1] === child) return i;
      if (ofAll < 0 && this.#isOfAll(i)) ofAll = i;
    }
    return ofAll;
  }

  /** Returns whether a direction leads across a side of a whole collider. */
  isCrossed(i: number, direction: Vector): boolean {
    return this.#isOfAll(i) && this.#facesAway(i, direction, ACROSS);
  }

  /** Returns whether a side counts for all pieces of its collider. */
  #isOfAll(i: number): boolean {
    return this.#holdsNeighbours || this.#pieces.items[2 * i + 1] === ALL_PIECES;
  }

  /** Returns whether the cosine between the normal of a side and a direction is less than `limit[0]`. */
  #facesAway(i: number, direction: Vector, limit: Scalar): boolean {
    const { normals } = this;
    const at = i * VECTOR_STRIDE;
    const along = normals[at] * direction[0] + normals[at + 1] * direction[1] + normals[at + 2] * direction[2];
    return along < limit[0];
  }
}
