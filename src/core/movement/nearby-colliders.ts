import type { ColliderSet } from '../collider-set.ts';
import { createIndexList, type IndexList, reserveIndices } from '../index-list.ts';
import { findInAabb } from '../queries/find-in-aabb.ts';
import type { QueryScope, SlotFilter } from '../queries/query-scope.ts';
import { EPSILON } from '../tolerance.ts';
import type { Vector } from './vector.ts';

/** Motions longer than so many sizes of the mover are left to the hierarchies: the area around them holds too much. */
const LONGEST = 4;

/** Room for the rounding of a box, relative to its coordinates. */
const SLACK = 8 * EPSILON;

/**
 * The colliders around a mover, found once for most of what a move asks: its sweeps and overlap tests look at this
 * short list, and a new one is made when one of them leaves the area that the list is of.
 */
export class NearbyColliders {
  /** The colliders that the box of the last question meets on its way, and maybe others, by ascending entity index. */
  readonly met: IndexList = createIndexList(16);
  /** The indices of these slots in the list of all slots that were found. */
  readonly places: IndexList = createIndexList(16);
  /** The size of the mover. */
  size = 0;
  /** How far beyond the box of a search to look, so that the list serves the next search too. */
  ahead = 0;
  /** All colliders in the area that the filter lets through, by ascending entity index. */
  readonly slots: IndexList = createIndexList(16);
  readonly #axes: number;
  readonly #area: Float64Array;
  readonly #path: Float64Array;
  #isKnown = false;
  /** Called when the list is made anew. */
  readonly #renew: (count: number) => void;

  constructor(axes: number, renew: (count: number) => void) {
    this.#axes = axes;
    this.#area = new Float64Array(2 * axes);
    this.#path = new Float64Array(2 * axes);
    this.#renew = renew;
  }

  /** Forgets the list, because another move begins or the world may have changed. */
  forget(): void {
    this.#isKnown = false;
  }

  /**
   * Finds the colliders that a box (the least coordinates, then the largest) meets on its way; false when the way is
   * too long to be worth it.
   */
  find(scope: QueryScope, filter: SlotFilter, box: Float64Array, motion: Vector): boolean {
    if (!this.cover(scope, filter, box, motion)) return false;
    this.#meetPath(scope.set);
    return true;
  }

  /** Fills `slots` with all colliders that a box meets on its way; returns the same as `find`. */
  cover(scope: QueryScope, filter: SlotFilter, box: Float64Array, motion: Vector): boolean {
    const area = this.#area;
    const path = this.#path;
    const axes = this.#axes;
    const { size, ahead } = this;
    if (!(Math.abs(motion[0]) + Math.abs(motion[1]) + Math.abs(motion[2]) <= LONGEST * size)) return false;
    let slack = 0;
    for (let axis = 0; axis < axes; axis++) slack += Math.abs(box[axis]);
    slack = SLACK * (slack + size);
    let isInside = this.#isKnown;
    for (let axis = 0; axis < axes; axis++) {
      path[axis] = box[axis] + Math.min(0, motion[axis]) - slack;
      path[axes + axis] = box[axes + axis] + Math.max(0, motion[axis]) + slack;
      isInside &&= path[axis] >= area[axis] && path[axes + axis] <= area[axes + axis];
    }
    if (isInside) return true;
    for (let axis = 0; axis < axes; axis++) {
      area[axis] = path[axis] - ahead;
      area[axes + axis] = path[axes + axis] + ahead;
    }
    findInAabb(scope, area, filter, this.slots);
    this.#renew(this.slots.count);
    this.#isKnown = true;
    return true;
  }

  #meetPath({ bounds, boundsStride }: ColliderSet): void {
    const { met, places } = this;
    const { items, count } = this.slots;
    const path = this.#path;
    const axes = this.#axes;
    met.count = 0;
    const found = reserveIndices(met, count);
    const foundAt = reserveIndices(places, count);
    for (let i = 0; i < count; i++) {
      const at = items[i] * boundsStride;
      if (
        bounds[at] <= path[axes] &&
        bounds[at + 1] <= path[axes + 1] &&
        bounds[at + axes] >= path[0] &&
        bounds[at + axes + 1] >= path[1] &&
        (axes === 2 || (bounds[at + 2] <= path[5] && bounds[at + 5] >= path[2]))
      ) {
        foundAt[met.count] = i;
        found[met.count++] = items[i];
      }
    }
  }
}
