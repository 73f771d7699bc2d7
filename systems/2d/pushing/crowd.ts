import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { type EntityId, entityIndex } from '../../core/adapter/entities.ts';
import type { CollisionState } from '../../core/collision-state.ts';

/** How many numbers an entity in `moved` and `bases` has: x and y. */
export const MOVE_STRIDE = 2;

/**
 * How many numbers a plane has: the normal, and the separation of the body from the plane's wall, negative for inside.
 */
export const PLANE_LENGTH = 3;
export const PLANE_SEPARATION = 2;

/** How many numbers the owners of a plane have: the body's collider, the wall, and the piece of the wall. */
export const OWNERS_LENGTH = 3;

/** Indices in `settings`: the options of the call. */
export const STRENGTH = 0;
export const SLOP = 1;

/**
 * An entity that is farther from its last place than this multiple of its width plus height has been set down by the
 * game, and has not walked.
 */
export const LONGEST_WALK = 4;

/**
 * What `PushMemory.readMotion` writes: the way that a collider has come, the place where it came to, and the cosine and
 * sine by which it turned.
 */
export const MOTION_X = 0;
export const MOTION_Y = 1;
export const MOTION_TO_X = 2;
export const MOTION_TO_Y = 3;
export const MOTION_COS = 4;
export const MOTION_SIN = 5;
export const MOTION_LENGTH = 6;

/** The value in `mobility` of an entity whose weight the game has not been asked for yet. */
export const NOT_ASKED = -1;

/**
 * In `nearness`, which walls are near a body: none, only single convex pieces, which its planes describe fully, or also
 * surfaces and more pieces than there is room for planes.
 */
const NEAR_NOTHING = 0;
export const NEAR_PIECES = 1;
export const NEAR_SURFACE = 2;

/** How many planes of a body are kept, the nearest: a corner has fewer. */
const MAX_PLANES = 16;

/**
 * The working state of one call of `pushApart`. A body is an entity that may be moved, with its collider and those of
 * all entities attached to it. Columns by entity index hold values only for entities that are known, see `isKnown`.
 */
export class Crowd {
  /** The rows of the contacts that push, and by entry the entity indices of the two bodies that a row moves apart. */
  rows = new Uint32Array(0);
  a = new Uint32Array(0);
  b = new Uint32Array(0);
  count = 0;
  /** Entity indices: bodies in the order in which contacts name them, then bodies without contacts that walked far. */
  readonly bodies: IndexList = createIndexList();
  isBody = new Uint8Array(0);
  /**
   * By entity index: the translation by which a body has been moved, and its mobility, which is the inverse of its
   * weight.
   */
  moved = new Float64Array(0);
  mobility = new Float64Array(0);
  /** By entity index: the place where the pushes on a body begin, relative to where the tick found the body. */
  bases = new Float64Array(0);
  /** By entity index: whether a contact says that a body touches a wall; and which walls are near it, one of NEAR_…. */
  isTouching = new Uint8Array(0);
  nearness = new Uint8Array(0);
  /** By entity index, for bodies with planes: the gap that a body keeps to the walls that it is outside of. */
  gaps = new Float64Array(0);
  /** By entity index: the first and the number of the planes (stride PLANE_LENGTH) that keep a body out of walls. */
  firstPlane = new Uint32Array(0);
  planeCount = new Uint32Array(0);
  planes = new Float64Array(0);
  /** By plane, stride OWNERS_LENGTH: the collider and the wall that it is between. */
  owners = new Uint32Array(0);
  #planeEnd = 0;
  /** Strength and slop. A fraction given to a function that is not inlined would be put on the heap. */
  readonly settings = new Float64Array(2);
  /** By entity index: the number of the last call that the entity was part of. */
  #calls = new Uint32Array(0);
  #call = 0;

  /** Drops the state of the last call. */
  begin(): void {
    this.#call++;
    this.count = 0;
    this.bodies.count = 0;
    this.#planeEnd = 0;
  }

  isKnown(index: number): boolean {
    return index < this.#calls.length && this.#calls[index] === this.#call;
  }

  /** Makes an entity known: not moved, and not weighed. */
  add(index: number): void {
    if (this.isKnown(index)) return;
    if (index >= this.#calls.length) this.#reserve(index + 1);
    this.#calls[index] = this.#call;
    for (let at = MOVE_STRIDE * index; at < MOVE_STRIDE * (index + 1); at++) {
      this.moved[at] = 0;
      this.bases[at] = 0;
    }
    this.mobility[index] = NOT_ASKED;
    this.isBody[index] = 0;
    this.isTouching[index] = 0;
    this.nearness[index] = NEAR_NOTHING;
    this.planeCount[index] = 0;
  }

  /** Makes a known entity a body, if it may be moved and is not a body yet. */
  addBody(index: number): void {
    if (this.isBody[index] === 1 || !(this.mobility[index] > 0)) return;
    this.isBody[index] = 1;
    reserveIndices(this.bodies, 1)[this.bodies.count++] = index;
  }

  /** Returns whether an entity is known not to move. */
  isImmovable(index: number): boolean {
    return this.isKnown(index) && this.mobility[index] === 0;
  }

  /** Adds a plane with its owners to a body. All planes of a body are added before those of the next. */
  addPlane(index: number, plane: Float64Array, owners: Uint32Array): void {
    const count = this.planeCount[index];
    if (count === MAX_PLANES) this.nearness[index] = NEAR_SURFACE;
    if (count === 0) this.firstPlane[index] = this.#planeEnd;
    const first = this.firstPlane[index];
    let to = first + count;
    if (count === MAX_PLANES) {
      to = this.#farthestPlane(first);
      if (!(plane[PLANE_SEPARATION] < this.planes[PLANE_LENGTH * to + PLANE_SEPARATION])) return;
    } else {
      this.planes = reserve(this.planes, PLANE_LENGTH * (to + 1));
      this.owners = reserve(this.owners, OWNERS_LENGTH * (to + 1));
      this.planeCount[index] = count + 1;
      this.#planeEnd++;
    }
    for (let i = 0; i < PLANE_LENGTH; i++) this.planes[PLANE_LENGTH * to + i] = plane[i];
    for (let i = 0; i < OWNERS_LENGTH; i++) this.owners[OWNERS_LENGTH * to + i] = owners[i];
  }

  /** Shifts the place where a body begins: the separations of its planes change. */
  shiftPlanes(index: number, by: Float64Array): void {
    const { planes } = this;
    for (let i = this.firstPlane[index]; i < this.firstPlane[index] + this.planeCount[index]; i++) {
      const at = PLANE_LENGTH * i;
      planes[at + PLANE_SEPARATION] += planes[at] * by[0] + planes[at + 1] * by[1];
    }
  }

  /** Removes all planes of a body, which must be the one that planes were added to last. */
  dropPlanes(index: number): void {
    this.#planeEnd -= this.planeCount[index];
    this.planeCount[index] = 0;
  }

  #farthestPlane(first: number): number {
    const { planes } = this;
    let farthest = first;
    for (let i = first + 1; i < first + MAX_PLANES; i++) {
      const isFarther =
        planes[PLANE_LENGTH * i + PLANE_SEPARATION] > planes[PLANE_LENGTH * farthest + PLANE_SEPARATION];
      if (isFarther) farthest = i;
    }
    return farthest;
  }

  #reserve(count: number): void {
    this.#calls = reserve(this.#calls, count);
    const { length } = this.#calls;
    this.moved = reserve(this.moved, MOVE_STRIDE * length);
    this.bases = reserve(this.bases, MOVE_STRIDE * length);
    this.mobility = reserve(this.mobility, length);
    this.isBody = reserve(this.isBody, length);
    this.isTouching = reserve(this.isTouching, length);
    this.nearness = reserve(this.nearness, length);
    this.gaps = reserve(this.gaps, length);
    this.firstPlane = reserve(this.firstPlane, length);
    this.planeCount = reserve(this.planeCount, length);
  }
}

/** Returns the entity that a push on a collider moves: the topmost one that it is attached to, or its own. */
export function bodyOf({ set, features: { placing } }: CollisionState<ColliderSet>, slot: number): EntityId {
  const { entity } = set.slots;
  return placing === undefined ? entity[slot] : placing.rootOf(entity[slot]);
}

/** Returns the entity index of `bodyOf`. */
export function bodyIndexOf(state: CollisionState<ColliderSet>, slot: number): number {
  const { set, features, world } = state;
  return features.placing === undefined ? set.slots.index[slot] : entityIndex(world, bodyOf(state, slot));
}
